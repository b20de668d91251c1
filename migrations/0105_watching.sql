-- Spectators: who has the games of a tournament sent to them, or a single game, when they have ended and everybody may read them.

create table watch (
    id bigint generated always as identity primary key,
    player_id bigint not null references player,
    -- one of the two
    tournament_id bigint references tournament,
    game_id bigint references game,
    since timestamptz not null,
    check ((tournament_id is null) <> (game_id is null)),
    unique (player_id, tournament_id),
    unique (player_id, game_id)
);

create index watch_tournament on watch (tournament_id) where tournament_id is not null;
create index watch_game on watch (game_id) where game_id is not null;

-- Which games were sent to them, or were to be; none is sent twice.
create table watch_told (
    player_id bigint not null references player,
    game_id bigint not null references game,
    at timestamptz not null,
    primary key (player_id, game_id)
);

create index watch_told_game on watch_told (game_id);
