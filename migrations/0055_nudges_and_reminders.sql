-- Letters that tell a player that it is their move: of the other one's wish, and since their time runs out.

-- when a player last had their opponent reminded in a game; once a week is enough
create table nudge (
    game_id bigint references game,
    -- who asked for it
    player_id bigint references player,
    -- when it was decided
    at timestamptz not null,
    primary key (game_id, player_id)
);

-- how far a turn's reminders are done: what was to be sent at this instant or before is sent, or not needed any more
create table reminded (
    game_id bigint primary key references game,
    -- the turn of the game; in a later one nothing is done yet
    turn integer not null constraint reminded_turn check (turn >= 0),
    -- what falls due within some hours of a reminder goes with it, so this may lie ahead
    until timestamptz not null
);
