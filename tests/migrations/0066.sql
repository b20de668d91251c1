-- Games with clocks as migrations 1 to 66 left them, with their times as JSON. tests/it/migrations.rs reads them as they are kept
-- since.

insert into player (id, name, name_key, state, active_at) overriding system value values
    (1, 'Ann', 'ann', 'active', '2026-11-01 10:00+00'), (2, 'Bob', 'bob', 'active', '2026-11-01 10:00+00');
insert into game (id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, moves, fen, turn, events, started_at, control, clock)
select id, 1, 2, 'white', 'playing', 1, 2, ply, 'as many as are told', 'of no matter', ply, 2, '2026-11-01 10:00+00', control, clock::jsonb
from (values
    (1, 0, 'per-move 5d', '{"white": [0, 432000, 0, 0], "black": [0, 432000, 0, 0], "plies": []}'),
    (2, 3, 'per-move 5d', '{"white": [2, 432000, 0, 0], "black": [1, 432000, 0, 7200], "plies": [[86400, 0, 432000, 0, 0, 0, 432000, 0, 0], [60, 1, 432000, 0, 0, 0, 432000, 0, 7200], [0, 1, 432000, 0, 0, 1, 432000, 0, 7200]]}'),
    (3, 3, 'fischer 10d+1d', '{"white": [2, 604800, 0, 0], "black": [1, 777600, 0, 0], "plies": [[86400, 0, 864000, 0, 0, 0, 864000, 0, 0], [172800, 1, 864000, 0, 0, 0, 864000, 0, 0], [345600, 1, 864000, 0, 0, 1, 777600, 0, 0]]}'),
    -- Black began, was given a day behind its move, and has taken it back once
    (4, 1, 'countdown 30d', '{"white": [0, 2592000, 0, 0], "black": [1, 2591000, 0, 0], "given": [[1, 1, 86400], [1, 0, 5]], "plies": [[87300, 0, 2591995, 0, 0, 0, 2591900, 0, 0]]}'),
    (5, 2, 'triple 50d bank 75d +1d/50', '{"white": [1, 4320000, 6480000, 0], "black": [1, 4320000, 6393600, 0], "plies": [[86400, 0, 4320000, 6480000, 0, 0, 4320000, 6480000, 0], [4406400, 1, 4320000, 6480000, 0, 0, 4320000, 6480000, 0]]}')
) as old (id, ply, control, clock);
