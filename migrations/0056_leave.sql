-- Leave: days on which a player's clocks stand. A move that its player makes meanwhile ends it in the game in which it is made;
-- that follows from the events of that game.

create table leave (
    player_id bigint not null references player,
    -- the first and the last day (UTC), which are taken from the quota of their years. Who comes back early keeps the days
    -- up to that one
    first_day date not null,
    last_day date not null,
    -- when the mail came that announced it: of leave that begins on that day the clocks stand from then on
    announced_at timestamptz not null,
    -- when its player came back, if that was before its end
    ended_at timestamptz,
    primary key (player_id, first_day, announced_at),
    check (first_day <= last_day),
    check (ended_at >= announced_at)
);
