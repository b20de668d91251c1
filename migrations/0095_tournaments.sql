-- Tournaments: several players, whose games a system pairs, and whose results make a table. The table itself is nowhere
-- written: it follows from the games.

create table tournament (
    id bigint generated always as identity primary key,
    -- by which players and the administrator call it in orders: one word
    name text not null constraint tournament_name check (name ~ '^[a-z][a-z0-9-]{1,30}$'),
    -- what letters and PGN call it
    title text not null check (title <> ''),
    system text not null check (system in ('round-robin', 'double-round-robin', 'swiss')),
    -- how many rounds a Swiss has, and how many days (24 hours) after one the next is paired; null in other systems
    rounds integer check (rounds between 1 and 30),
    round_days integer check (round_days between 1 and 400),
    -- how time is counted, as in game.control
    control text not null,
    stake text not null check (stake in ('casual', 'rated')),
    -- the position all games begin from, as a FEN; null: the usual one
    start text,
    -- so many take part at least and at the most; who signs up when it is full waits for a seat
    least_players integer not null check (least_players >= 2),
    most_players integer not null,
    -- whether players may be helped by programs
    engines text not null check (engines in ('forbidden', 'allowed')),
    -- when its games may be read by everybody: never, each when it has ended, all when the tournament has
    publication text not null check (publication in ('never', 'game', 'tournament')),
    -- prepared: only the administrator sees it; open: players sign up; closed: nobody does, and it has not begun;
    -- playing; finished: all games are over; cancelled: it was given up before it began
    state text not null check (state in ('prepared', 'open', 'closed', 'playing', 'finished', 'cancelled')),
    -- when it begins by itself, if enough have signed up; null: when the administrator says so
    begins_at timestamptz,
    -- how many rounds have been paired, and when the next one is; null where none is to come
    paired_rounds integer not null default 0,
    next_round_at timestamptz,
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    unique (name),
    check (least_players <= most_players),
    constraint tournament_rounds check ((system = 'swiss') = (rounds is not null and round_days is not null)
           and (rounds is null) = (round_days is null)),
    constraint tournament_started check ((started_at is not null) = (state in ('playing', 'finished')))
);

-- what happens by itself: the begin, the next round
create index tournament_due on tournament (coalesce(next_round_at, begins_at)) where state in ('open', 'closed', 'playing');

-- Who takes part, or waits for a seat.
create table tournament_player (
    tournament_id bigint not null references tournament,
    player_id bigint not null references player,
    -- in this order seats are given
    signed_up_at timestamptz not null,
    -- the number in the draw, from 1; null until the tournament begins, and for who got no seat
    number integer check (number >= 1),
    -- in whole points, when it began; null for who had none
    rating integer,
    -- when they left a tournament that had begun; who takes their name off before has no row
    withdrawn_at timestamptz,
    primary key (tournament_id, player_id),
    unique (tournament_id, number)
);

create index tournament_player_player on tournament_player (player_id);

-- Which games belong to it.
create table tournament_game (
    game_id bigint primary key references game,
    tournament_id bigint not null references tournament,
    round integer not null check (round >= 1),
    -- the board in the round, from 1
    board integer not null check (board >= 1),
    unique (tournament_id, round, board)
);

-- Whoever is left over when a round of a Swiss is paired gets a point without a game.
create table tournament_bye (
    tournament_id bigint not null references tournament,
    player_id bigint not null references player,
    round integer not null check (round >= 1),
    primary key (tournament_id, player_id, round)
);

-- What was decided in it by the administrator, a director or the clock, each with its reason.
create table tournament_record (
    id bigint generated always as identity primary key,
    tournament_id bigint not null references tournament,
    -- what brought it about; null for what the command line did without a letter
    cause_id bigint references cause,
    at timestamptz not null,
    -- created, opened, closed, started, round, announced, withdrawn, substituted, awarded, finished, cancelled
    kind text not null,
    -- whom it concerns, if anybody alone
    player_id bigint references player,
    -- the words or the reason
    words text not null default ''
);

create index tournament_record_tournament on tournament_record (tournament_id, id);

-- Who directs it: players whom the administrator has named.
create table tournament_director (
    tournament_id bigint not null references tournament,
    player_id bigint not null references player,
    primary key (tournament_id, player_id)
);

-- The turns of which one letter about no game tells: that of the begin of a tournament, in each of its games in which its reader
-- is to move. Their time runs from when it is accepted for delivery.
create table outbox_turn (
    outbox_id bigint not null references outbox,
    game_id bigint not null references game,
    event_number integer not null,
    primary key (outbox_id, game_id)
);
