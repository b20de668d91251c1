-- Time that is nobody's, and what keeps a flag from falling.

alter table mailbox
    -- the database's now() when the last look began that ended with nothing left to store: all mails that came before it are
    -- here; null before the first such look
    add column seen_until timestamptz,
    -- when the administrator said that no settings name it any more: it keeps no flag from falling; null while it is read
    add column retired_at timestamptz;

create table clock_stop (
    id bigint generated always as identity primary key,
    -- outage: we were out of order, as a mailbox saw; credit: so said the administrator; restore: what lies between a copy
    -- of the database and the hour in which it went on; pause: the administrator paused the game; bounce: the letter that
    -- told a player of their turn came back, or was refused for good
    kind text not null check (kind in ('outage', 'credit', 'restore', 'pause', 'bounce')),
    -- whose clocks; null: those of all games
    game_id bigint references game,
    -- whose clock; null: those of both sides
    player_id bigint references player,
    -- of a bounce: the turn of the game that the letter told of. It stops the clock in that turn alone
    turn integer,
    -- from when, which belongs to it
    since timestamptz not null,
    -- until when, which does not; null while nobody knows
    until timestamptz,
    -- of an outage: which mailbox was not looked into. What began with the same look is the same outage
    mailbox_id bigint references mailbox,
    -- the administrator's words
    reason text,
    -- what brought it about, where that is no mailbox and no mail
    cause_id bigint references cause,
    -- when it was found: letters that are written later tell of it
    found_at timestamptz not null default now(),
    check (until > since),
    check ((kind = 'outage') = (mailbox_id is not null)),
    check ((kind = 'bounce') = (turn is not null)),
    check ((kind = 'bounce') = (player_id is not null)),
    check (kind not in ('pause', 'bounce') or game_id is not null),
    check (kind in ('pause', 'bounce') or until is not null)
);

create unique index clock_stop_outage on clock_stop (mailbox_id, since) where kind = 'outage';
-- A game is paused once at a time.
create unique index clock_stop_pause on clock_stop (game_id) where kind = 'pause' and until is null;
create unique index clock_stop_bounce on clock_stop (game_id, player_id, turn) where kind = 'bounce' and until is null;
-- what stops the clocks of a game; what stops all of them is little
create index clock_stop_game on clock_stop (game_id, until) where game_id is not null;
create index clock_stop_all on clock_stop (until) where game_id is null;

create table clock_stop_told (
    -- who was told in a letter of a game that its clock was stopped so: each once
    stop_id bigint not null references clock_stop,
    game_id bigint not null references game,
    player_id bigint not null references player,
    primary key (game_id, player_id, stop_id)
);

create table clock_fault (
    -- why no flag may fall at all and no reminder may go out
    id bigint generated always as identity primary key,
    -- jump: the database's clock was moved; restore: the database was restored from a copy and may have forgotten mails
    kind text not null check (kind in ('jump', 'restore')),
    -- what was seen, in one line
    words text not null,
    -- of a restored database: until when it knows all mails, as the copy says; null where it does not say
    copied_at timestamptz,
    -- when it was found
    since timestamptz not null default now(),
    -- when the administrator said that time goes on, or what was lost was read again; null while it lasts
    until timestamptz
);

-- However many daemons see it, it is one.
create unique index clock_fault_now on clock_fault (kind) where until is null;

create table held_flag (
    -- a flag whose time has come and that does not fall yet; what is told here of an earlier turn is over
    game_id bigint primary key references game,
    turn integer not null,
    -- when the time was over
    flag_at timestamptz not null,
    -- grace: the hour after it is not over; unseen: a mailbox was not looked into since; waiting: a mail of the player is to be handled; held: it waits for their
    -- "was it you?"; dead: it was laid aside; stopped: no flag falls at all now
    why text not null check (why in ('grace', 'unseen', 'waiting', 'held', 'dead', 'stopped')),
    -- which mailbox
    mailbox_id bigint references mailbox,
    -- which mail
    inbox_id bigint references inbox,
    -- when this was last so
    noted_at timestamptz not null default now()
);

-- Whose mails wait for an answer of their senders', or for the administrator: before a flag falls it is asked whether one of
-- them is its player's.
create index inbox_laid_aside on inbox (line) where state in ('held', 'dead');
