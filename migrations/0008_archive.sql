-- The archive: games that were played elsewhere and entered as PGN.

create sequence archive_number;

create table archive_game (
    -- the number that people write; drawn from archive_number before the answer to a mail is rendered
    id bigint primary key,
    -- where the game is filed, as whoever entered it calls it
    collection text not null check (char_length(collection) between 1 and 80),
    -- of the PGN, to be searched: players, date as YYYY.MM.DD with question marks, result, code and name of the opening
    white text not null,
    black text not null,
    played_on text not null check (played_on ~ '^[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}$'),
    result text not null check (result in ('*', '1-0', '0-1', '1/2-1/2')),
    eco text not null default '',
    opening text not null default '',
    -- the whole game in the export format, tags and remarks included
    pgn text not null,
    -- SHA-256 of players, date, result, start position and moves: the same game is filed once
    digest bytea not null unique check (octet_length(digest) = 32),
    -- four octets for the pieces on the board after each move, the start first: a game in which a position may have stood
    placements bytea not null check (octet_length(placements) % 4 = 0),
    -- SHA-256 of the password that changes this game; null where only the administrator may
    password_hash bytea check (octet_length(password_hash) = 32),
    -- who entered it, and the mail in which; null for the administrator
    player_id bigint references player,
    inbox_id bigint references inbox,
    entered_at timestamptz not null default now(),
    -- when it was last overwritten
    changed_at timestamptz
);

-- what is searched for most, besides the parts of names that need a look at each row
create index archive_game_collection on archive_game (collection);
