-- Seeks: games that players offer to whoever wants to take them.

create sequence seek_number;

create table seek (
    -- drawn from seek_number before it is written, since the letter that tells of it names it; never given twice
    id bigint primary key,
    player_id bigint not null references player,
    -- how time is to be counted, as in game.control
    control text not null,
    -- what both would play for
    stake text not null check (stake in ('casual', 'rated')),
    -- the usual position, or one of Chess960 that is drawn when the game begins
    variant text not null check (variant in ('standard', 'chess960')),
    -- the colour that its player wants; random: whoever had fewer Whites gets White
    colour text not null check (colour in ('white', 'black', 'random')),
    -- the ratings, in points, of those who may take it; null: of all
    least integer,
    most integer,
    opened_at timestamptz not null,
    -- when it ended; null while it can be taken
    closed_at timestamptz,
    -- how: its player took it back, a game began by it, or nobody took it in time
    ending text check (ending in ('withdrawn', 'paired', 'expired')),
    -- the game that began by it
    game_id bigint references game,
    check ((least is null) = (most is null)),
    check (least <= most),
    -- a range is one of ratings, which only those may mind who play for theirs
    check (least is null or stake = 'rated'),
    check ((closed_at is null) = (ending is null)),
    check ((game_id is not null) = (ending is not distinct from 'paired'))
);

-- those that can be taken, the oldest first; few among all that ever were
create index seek_open on seek (opened_at, id) where closed_at is null;
-- those of one player, for their export and for forgetting them
create index seek_player on seek (player_id);
