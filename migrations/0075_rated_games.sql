-- Games that are rated.

alter table game
    -- what both play for, as the challenge said
    add column stake text not null default 'casual' check (stake in ('casual', 'rated'));

-- Of those that are over, in the order in which they count.
create index game_rated on game (finished_at, id) where phase = 'over' and stake = 'rated';
