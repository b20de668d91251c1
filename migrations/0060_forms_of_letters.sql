-- In which form players want the letters about their games, and the pictures in them.

alter table player
    -- board: with a drawn board, where they are to move; text: with a board of letters; words: with the position in words;
    -- pgn: as PGN, where nothing else is to be said. As board who writes HTML when they show that an address is theirs
    add column format text not null default 'text' check (format in ('board', 'text', 'words', 'pgn'));

alter table outbox
    -- what the picture in this letter shows, as the name of a picture; null where there is none. The letter is stored with
    -- a line in its place, and the picture is put in when it is sent
    add column picture text;

create table picture (
    -- what it shows: the pieces as in a FEN, who sits below, the squares of the last move, that of a king in check
    name text primary key check (char_length(name) <= 100),
    -- the file as it goes out in every letter that shows it, whatever a later version would draw
    png bytea not null,
    -- it is erased after a month, and made anew when it is wanted once more
    made_at timestamptz not null default now()
);

-- a PNG is packed already
alter table picture alter column png set storage external;

create index picture_made on picture (made_at);
