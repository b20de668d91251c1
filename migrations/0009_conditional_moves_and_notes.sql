-- Conditional moves, and notes that are sealed until a game is over.

create table conditional (
    game_id bigint not null references game,
    -- whose answers they are; his opponent never sees them
    player_id bigint not null references player,
    -- how many plies had been played when the opponent was to move: at any other number they are void
    ply integer not null check (ply >= 0),
    -- a line for each branch to its end, moves in coordinate notation parted by blanks; the first of each line is a move
    -- of the opponent, the second the answer to it
    lines text not null check (lines <> ''),
    -- the mail that they came with, which the moves are put down to when they are played
    inbox_id bigint not null references inbox,
    primary key (game_id, player_id)
);

-- whether the move was prepared in an earlier mail and played when the opponent's move came
alter table event add column prepared boolean not null default false;

-- A mail plays at most one move in a game; what it prepares may be many.
drop index event_mail;
create unique index event_mail on event (inbox_id, game_id) where kind = 'moved' and not prepared;

create table note (
    game_id bigint not null references game,
    -- who wrote it; nobody else sees it before the game is over
    player_id bigint not null references player,
    -- the ply that it is about, counted from 1; a move of the writer's own
    ply integer not null check (ply > 0),
    -- the numeric annotation glyph of the move (PGN standard 10)
    glyph smallint check (glyph between 0 and 255),
    -- what becomes a comment in the PGN; one line without braces
    text text not null,
    inbox_id bigint not null references inbox,
    primary key (game_id, ply)
);
