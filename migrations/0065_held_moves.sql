-- Moves that are made and sent later, as their players want it.

create table held_move (
    game_id bigint primary key references game,
    player_id bigint not null references player,
    -- the turn of the game in which it was made; at any other one it is void
    turn integer not null check (turn >= 0),
    -- in coordinate notation
    move text not null check (move <> ''),
    -- whether a draw is offered with it
    draw_offered boolean not null,
    -- what its player says to the opponent
    talk text check (talk <> ''),
    -- the mail that it came with, which it is put down to, and when that came
    inbox_id bigint not null references inbox,
    came_at timestamptz not null,
    -- when it is to be sent, if its player's time does not end before
    until timestamptz not null,
    constraint held_later check (until > came_at)
);

create index held_move_player on held_move (player_id);

-- What is due in a game without a clock is a move that is held.
alter table game
    drop constraint game_told,
    add constraint game_told check (control <> 'without' or told_at is null);
