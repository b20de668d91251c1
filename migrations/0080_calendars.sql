-- Deadlines of moves in the calendars of players, on their wish.

alter table player
    -- whether a letter that tells them that it is their move brings its deadline for their calendar
    add column calendar boolean not null default false;

-- what a player's calendar was last told of a game: a later word must have a higher number, also after a restart, and the
-- same word again the same one
create table calendar_entry (
    game_id bigint references game,
    player_id bigint references player,
    -- SEQUENCE (RFC 5545 3.8.7.4); a calendar ignores what has a lower one than it knows
    sequence integer not null constraint calendar_entry_sequence check (sequence >= 0),
    -- when that was decided: its DTSTAMP, from which its alarms are reckoned
    written_at timestamptz not null,
    -- when the time of the move is over
    deadline timestamptz not null,
    -- false once it was cancelled
    stands boolean not null,
    -- the Message-ID of the letter with which it went, without angle brackets: a letter that was never sent told nothing
    message_id text collate "C" not null,
    primary key (game_id, player_id)
);
