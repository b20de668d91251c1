-- Ratings, as the games that are over make them. A fold over game, written with each end of a rated game and nowhere else;
-- `penpawn ratings rebuild` makes it anew. No foreign keys: a game that is corrected has games counted anew that others hold
-- locked, and a key would wait for them.

create table rating_change (
    -- the game that changed the rating, and when that ended, which is the order in which games count
    game_id bigint not null,
    finished_at timestamptz not null,
    player_id bigint not null,
    -- games from the usual position and those of Chess960 have ratings of their own
    pool text not null check (pool in ('standard', 'chess960')),
    -- Glicko-2 in points, before and after the game
    points_before double precision not null,
    deviation_before double precision not null,
    volatility_before double precision not null,
    points double precision not null,
    deviation double precision not null check (deviation between 45 and 350),
    volatility double precision not null,
    -- how many games have counted for this player in this pool, this one included
    games integer not null check (games > 0),
    -- when the last loss on time ended that counted for them
    late_at timestamptz,
    primary key (game_id, player_id)
);

-- where a player stands
create index rating_change_player on rating_change (player_id, pool, finished_at desc, game_id desc);

-- what must be counted anew after a correction
create index rating_change_order on rating_change (finished_at, game_id);
