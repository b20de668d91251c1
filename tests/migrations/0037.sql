-- A database as migrations 1 to 37 left it, with each kind of event in the columns of that time and each that nothing but the
-- game's row told whole. tests/it/migrations.rs brings it up to date.

insert into player (id, name, name_key, state, active_at) overriding system value values
    (1, 'Ann', 'ann', 'active', '2026-10-01 10:00+00'), (2, 'Bob', 'bob', 'active', '2026-10-01 10:00+00');
-- a mail for each event of the longest game
insert into inbox (id, content_key, sender, line, arrived_at, stored_at, size, state) overriding system value
select n, sha256(n::text::bytea), 'ann@players.test', 'ann@players.test', '2026-10-01 10:00+00', '2026-10-01 10:00:07+00', 300, 'done'
from generate_series(1, 12) as n;
insert into game (id, challenger_id, opponent_id, wish, variant, start, subject, phase, white_id, black_id, ply, moves, fen, draw_offer, draw_offers, turn, rewound, takeback_offers, abort_offer, abort_offers, result, ending, events, started_at, finished_at, turned_at) values
    (1, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 1: Ann - Bob', 'playing', 1, 2, 4, 'd2d4 g8f6 c2c4 e7e6', 'rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3', null, 'white 1', 7, 3, '', 'white', 'white 3', '*', null, 12, '2026-10-01 12:00:03+00', null, '2026-10-01 21:00:02.999997+00'),
    (2, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 2: Ann - Bob', 'over', 1, 2, 1, 'e2e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', null, '', 1, null, '', null, '', '*', 'aborted', 4, '2026-10-02 12:00:03+00', '2026-10-02 14:00:03+00', '2026-10-02 13:00:02.999997+00'),
    (3, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 3: Ann - Bob', 'over', 1, 2, 2, 'e2e4 e7e5', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2', null, '', 2, null, '', null, 'white 2', '*', 'aborted', 6, '2026-10-03 12:00:03+00', '2026-10-03 16:00:03+00', '2026-10-03 14:00:02.999997+00'),
    (4, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 4: Ann - Bob', 'over', 1, 2, 4, 'e2e4 e7e5 g1f3 b8c6', 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3', null, '', 4, null, '', null, 'white 2', '*', 'aborted', 8, '2026-10-04 12:00:03+00', '2026-10-04 18:00:03+00', '2026-10-04 17:00:02.999997+00'),
    (5, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 5: Ann - Bob', 'playing', 1, 2, 2, 'e2e4 e7e5', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2', null, '', 4, 4, '', null, '', '*', null, 7, '2026-10-05 12:00:03+00', null, '2026-10-05 17:00:02.999997+00'),
    (6, 2, 1, 'black', 'standard', '8/8/8/5k2/8/8/4R3/3K4 w - - 99 99', 'Chess game 6: Ann - Bob', 'over', 1, 2, 1, 'e2e3', '8/8/8/5k2/8/4R3/8/3K4 b - - 100 99', null, '', 1, null, '', null, '', '1/2-1/2', 'fifty moves', 4, '2026-10-06 12:00:03+00', '2026-10-06 14:00:03+00', '2026-10-06 13:00:02.999997+00'),
    (7, 1, 2, 'random', 'chess960', 'bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w CGcg - 0 1', 'Chess game 7: Ann - Bob', 'playing', 2, 1, 1, 'e2e4', 'bnrbnkrq/pppppppp/8/8/4P3/8/PPPP1PPP/BNRBNKRQ b CGcg - 0 1', 'black', 'black 1', 1, null, '', null, '', '*', null, 4, '2026-10-07 12:00:03+00', null, '2026-10-07 13:00:02.999997+00'),
    (8, 1, 2, 'white', 'standard', '8/8/1k6/p1p1p1p1/P1P1P3/1K4P1/8/8 w - - 0 40', 'Chess game 8: Ann - Bob', 'over', 1, 2, 1, 'g3g4', '8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 b - - 0 40', null, '', 1, null, '', null, '', '1/2-1/2', 'dead position', 3, '2026-10-08 12:00:03+00', '2026-10-08 13:00:03+00', '2026-10-08 13:00:02.999997+00'),
    (9, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 9: Ann - Bob', 'declined', null, null, 0, '', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null, '', 0, null, '', null, '', '*', null, 2, null, null, '2026-10-09 11:00:02.999997+00'),
    (10, 1, 2, 'black', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 10: Ann - Bob', 'withdrawn', null, null, 0, '', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null, '', 0, null, '', null, '', '*', null, 2, null, null, '2026-10-10 11:00:02.999997+00'),
    (11, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', 'Chess game 11: Ann - Bob', 'over', 1, 2, 1, 'c7c5', 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2', null, '', 1, null, '', null, '', '*', 'aborted', 4, '2026-10-11 12:00:03+00', '2026-10-11 14:00:03+00', '2026-10-11 13:00:02.999997+00'),
    (12, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 12: Ann - Bob', 'over', 1, 2, 2, 'e2e4 e7e5', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2', null, 'black 2', 2, null, 'white 2', null, 'black 2', '1/2-1/2', 'draw agreed', 12, '2026-10-12 12:00:03+00', '2026-10-12 22:00:03+00', '2026-10-12 14:00:02.999997+00'),
    (13, 1, 2, 'white', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Chess game 13: Ann - Bob', 'over', 1, 2, 1, 'e2e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', null, '', 1, null, '', null, '', '1-0', 'resignation', 4, '2026-10-13 11:00+00', '2026-10-13 13:00+00', '2026-10-13 13:00:02.999997+00');
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, prepared, turn, left_plies, piece_letter) values
    (1, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-01 11:00+00', '2026-10-01 11:00:03+00', '2026-10-01 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', false, null, null, null),
    (1, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-01 12:00+00', '2026-10-01 12:00:03+00', '2026-10-01 12:00:05+00', null, null, false, null, null, null),
    (1, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-01 13:00+00', '2026-10-01 13:00:03+00', '2026-10-01 13:00:05+00', null, null, false, 1, null, null),
    (1, 3, 'moved', 2, 'black', null, null, 2, 'e5', 'e7e5', 4, '2026-10-01 14:00+00', '2026-10-01 14:00:03+00', '2026-10-01 14:00:05+00', null, null, true, 2, null, null),
    (1, 4, 'takeback offered', 1, 'white', null, null, null, null, null, 5, '2026-10-01 15:00+00', '2026-10-01 15:00:03+00', '2026-10-01 15:00:05+00', null, null, false, null, null, null),
    (1, 5, 'taken back', 2, 'black', null, null, null, null, null, 6, '2026-10-01 16:00+00', '2026-10-01 16:00:03+00', '2026-10-01 16:00:05+00', null, null, false, 3, 0, null),
    (1, 6, 'moved', 1, 'white', null, null, 1, 'd4', 'd2d4', 7, '2026-10-01 17:00+00', '2026-10-01 17:00:03+00', '2026-10-01 17:00:05+00', null, null, false, 4, null, null),
    (1, 7, 'draw offered', 1, 'white', null, null, null, null, null, 8, '2026-10-01 18:00+00', '2026-10-01 18:00:03+00', '2026-10-01 18:00:05+00', null, null, false, null, null, null),
    (1, 8, 'moved', 2, 'black', null, null, 2, 'Nf6', 'g8f6', 9, '2026-10-01 19:00+00', '2026-10-01 19:00:03+00', '2026-10-01 19:00:05+00', null, null, false, 5, null, 'small'),
    (1, 9, 'moved', 1, 'white', null, null, 3, 'c4', 'c2c4', 10, '2026-10-01 20:00+00', '2026-10-01 20:00:03+00', '2026-10-01 20:00:05+00', null, null, false, 6, null, null),
    (1, 10, 'moved', 2, 'black', null, null, 4, 'e6', 'e7e6', 11, '2026-10-01 21:00+00', '2026-10-01 21:00:03+00', '2026-10-01 21:00:05+00', null, null, false, 7, null, null),
    (1, 11, 'abort offered', 1, 'white', null, null, null, null, null, 12, '2026-10-01 22:00+00', '2026-10-01 22:00:03+00', '2026-10-01 22:00:05+00', null, null, false, null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (2, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-02 11:00+00', '2026-10-02 11:00:03+00', '2026-10-02 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null),
    (2, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-02 12:00+00', '2026-10-02 12:00:03+00', '2026-10-02 12:00:05+00', null, null, null),
    (2, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-02 13:00+00', '2026-10-02 13:00:03+00', '2026-10-02 13:00:05+00', null, null, 1),
    (2, 3, 'aborted', 2, 'black', null, null, null, null, null, 4, '2026-10-02 14:00+00', '2026-10-02 14:00:03+00', '2026-10-02 14:00:05+00', null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (3, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-03 11:00+00', '2026-10-03 11:00:03+00', '2026-10-03 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null),
    (3, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-03 12:00+00', '2026-10-03 12:00:03+00', '2026-10-03 12:00:05+00', null, null, null),
    (3, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-03 13:00+00', '2026-10-03 13:00:03+00', '2026-10-03 13:00:05+00', null, null, 1),
    (3, 3, 'moved', 2, 'black', null, null, 2, 'e5', 'e7e5', 4, '2026-10-03 14:00+00', '2026-10-03 14:00:03+00', '2026-10-03 14:00:05+00', null, null, 2),
    (3, 4, 'abort offered', 1, 'white', null, null, null, null, null, 5, '2026-10-03 15:00+00', '2026-10-03 15:00:03+00', '2026-10-03 15:00:05+00', null, null, null),
    (3, 5, 'aborted', 2, 'black', null, null, null, null, null, 6, '2026-10-03 16:00+00', '2026-10-03 16:00:03+00', '2026-10-03 16:00:05+00', null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (4, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-04 11:00+00', '2026-10-04 11:00:03+00', '2026-10-04 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null),
    (4, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-04 12:00+00', '2026-10-04 12:00:03+00', '2026-10-04 12:00:05+00', null, null, null),
    (4, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-04 13:00+00', '2026-10-04 13:00:03+00', '2026-10-04 13:00:05+00', null, null, 1),
    (4, 3, 'moved', 2, 'black', null, null, 2, 'e5', 'e7e5', 4, '2026-10-04 14:00+00', '2026-10-04 14:00:03+00', '2026-10-04 14:00:05+00', null, null, 2),
    (4, 4, 'abort offered', 1, 'white', null, null, null, null, null, 5, '2026-10-04 15:00+00', '2026-10-04 15:00:03+00', '2026-10-04 15:00:05+00', null, null, null),
    (4, 5, 'moved', 1, 'white', null, null, 3, 'Nf3', 'g1f3', 6, '2026-10-04 16:00+00', '2026-10-04 16:00:03+00', '2026-10-04 16:00:05+00', null, null, 3),
    (4, 6, 'moved', 2, 'black', null, null, 4, 'Nc6', 'b8c6', 7, '2026-10-04 17:00+00', '2026-10-04 17:00:03+00', '2026-10-04 17:00:05+00', null, null, 4),
    (4, 7, 'aborted', 2, 'black', null, null, null, null, null, 8, '2026-10-04 18:00+00', '2026-10-04 18:00:03+00', '2026-10-04 18:00:05+00', null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn, left_plies, result, reason) values
    (5, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-05 11:00+00', '2026-10-05 11:00:03+00', '2026-10-05 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null, null, null, null),
    (5, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-05 12:00+00', '2026-10-05 12:00:03+00', '2026-10-05 12:00:05+00', null, null, null, null, null, null),
    (5, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-05 13:00+00', '2026-10-05 13:00:03+00', '2026-10-05 13:00:05+00', null, null, 1, null, null, null),
    (5, 3, 'moved', 2, 'black', null, null, 2, 'e5', 'e7e5', 4, '2026-10-05 14:00+00', '2026-10-05 14:00:03+00', '2026-10-05 14:00:05+00', null, null, 2, null, null, null),
    (5, 4, 'moved', 1, 'white', null, null, 3, 'Nf3', 'g1f3', 5, '2026-10-05 15:00+00', '2026-10-05 15:00:03+00', '2026-10-05 15:00:05+00', null, null, 3, null, null, null),
    (5, 5, 'adjudicated', null, null, null, null, null, null, null, null, '2026-10-05 16:00+00', '2026-10-05 16:00:03+00', null, null, null, null, null, '0-1', 'left'),
    (5, 6, 'corrected', null, null, null, null, null, null, null, null, '2026-10-05 17:00+00', '2026-10-05 17:00:03+00', null, null, null, 4, 2, null, '');
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, grounds, turn) values
    (6, 0, 'challenged', 2, null, 'black', null, null, null, null, 1, '2026-10-06 11:00+00', '2026-10-06 11:00:03+00', '2026-10-06 11:00:05+00', 'standard', '8/8/8/5k2/8/8/4R3/3K4 w - - 99 99', null, null),
    (6, 1, 'accepted', 1, null, null, 1, null, null, null, 2, '2026-10-06 12:00+00', '2026-10-06 12:00:03+00', '2026-10-06 12:00:05+00', null, null, null, null),
    (6, 2, 'moved', 1, 'white', null, null, 1, 'Re3', 'e2e3', 3, '2026-10-06 13:00+00', '2026-10-06 13:00:03+00', '2026-10-06 13:00:05+00', null, null, null, 1),
    (6, 3, 'draw claimed', 1, 'white', null, null, null, null, null, 4, '2026-10-06 14:00+00', '2026-10-06 14:00:03+00', '2026-10-06 14:00:05+00', null, null, 'fifty moves', null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (7, 0, 'challenged', 1, null, 'random', null, null, null, null, 1, '2026-10-07 11:00+00', '2026-10-07 11:00:03+00', '2026-10-07 11:00:05+00', 'chess960', 'bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w CGcg - 0 1', null),
    (7, 1, 'accepted', 2, null, null, 2, null, null, null, 2, '2026-10-07 12:00+00', '2026-10-07 12:00:03+00', '2026-10-07 12:00:05+00', null, null, null),
    (7, 2, 'moved', 2, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-07 13:00+00', '2026-10-07 13:00:03+00', '2026-10-07 13:00:05+00', null, null, 1),
    (7, 3, 'draw offered', 1, 'black', null, null, null, null, null, 4, '2026-10-07 14:00+00', '2026-10-07 14:00:03+00', '2026-10-07 14:00:05+00', null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn, found) values
    (8, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-08 11:00+00', '2026-10-08 11:00:03+00', '2026-10-08 11:00:05+00', 'standard', '8/8/1k6/p1p1p1p1/P1P1P3/1K4P1/8/8 w - - 0 40', null, null),
    (8, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-08 12:00+00', '2026-10-08 12:00:03+00', '2026-10-08 12:00:05+00', null, null, null, null),
    (8, 2, 'moved', 1, 'white', null, null, 1, 'g4', 'g3g4', 3, '2026-10-08 13:00+00', '2026-10-08 13:00:03+00', '2026-10-08 13:00:05+00', null, null, 1, 'dead position');
insert into event (game_id, number, kind, player_id, wish, white_id, inbox_id, arrived_at, decided_at, delivered_at, variant, start) values
    (9, 0, 'challenged', 1, 'white', null, 1, '2026-10-09 11:00+00', '2026-10-09 11:00:03+00', '2026-10-09 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
    (9, 1, 'declined', 2, null, null, 2, '2026-10-09 12:00+00', '2026-10-09 12:00:03+00', '2026-10-09 12:00:05+00', null, null);
insert into event (game_id, number, kind, player_id, wish, white_id, inbox_id, arrived_at, decided_at, delivered_at, variant, start) values
    (10, 0, 'challenged', 1, 'black', null, 1, '2026-10-10 11:00+00', '2026-10-10 11:00:03+00', '2026-10-10 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
    (10, 1, 'withdrawn', 1, null, null, 2, '2026-10-10 12:00+00', '2026-10-10 12:00:03+00', '2026-10-10 12:00:05+00', null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (11, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-11 11:00+00', '2026-10-11 11:00:03+00', '2026-10-11 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', null),
    (11, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-11 12:00+00', '2026-10-11 12:00:03+00', '2026-10-11 12:00:05+00', null, null, null),
    (11, 2, 'moved', 2, 'black', null, null, 1, 'c5', 'c7c5', 3, '2026-10-11 13:00+00', '2026-10-11 13:00:03+00', '2026-10-11 13:00:05+00', null, null, 1),
    (11, 3, 'aborted', 1, 'white', null, null, null, null, null, 4, '2026-10-11 14:00+00', '2026-10-11 14:00:03+00', '2026-10-11 14:00:05+00', null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (12, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-12 11:00+00', '2026-10-12 11:00:03+00', '2026-10-12 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null),
    (12, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-12 12:00+00', '2026-10-12 12:00:03+00', '2026-10-12 12:00:05+00', null, null, null),
    (12, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-12 13:00+00', '2026-10-12 13:00:03+00', '2026-10-12 13:00:05+00', null, null, 1),
    (12, 3, 'moved', 2, 'black', null, null, 2, 'e5', 'e7e5', 4, '2026-10-12 14:00+00', '2026-10-12 14:00:03+00', '2026-10-12 14:00:05+00', null, null, 2),
    (12, 4, 'takeback offered', 1, 'white', null, null, null, null, null, 5, '2026-10-12 15:00+00', '2026-10-12 15:00:03+00', '2026-10-12 15:00:05+00', null, null, null),
    (12, 5, 'takeback declined', 2, 'black', null, null, null, null, null, 6, '2026-10-12 16:00+00', '2026-10-12 16:00:03+00', '2026-10-12 16:00:05+00', null, null, null),
    (12, 6, 'abort offered', 2, 'black', null, null, null, null, null, 7, '2026-10-12 17:00+00', '2026-10-12 17:00:03+00', '2026-10-12 17:00:05+00', null, null, null),
    (12, 7, 'abort declined', 1, 'white', null, null, null, null, null, 8, '2026-10-12 18:00+00', '2026-10-12 18:00:03+00', '2026-10-12 18:00:05+00', null, null, null),
    (12, 8, 'draw offered', 1, 'white', null, null, null, null, null, 9, '2026-10-12 19:00+00', '2026-10-12 19:00:03+00', '2026-10-12 19:00:05+00', null, null, null),
    (12, 9, 'draw declined', 2, 'black', null, null, null, null, null, 10, '2026-10-12 20:00+00', '2026-10-12 20:00:03+00', '2026-10-12 20:00:05+00', null, null, null),
    (12, 10, 'draw offered', 2, 'black', null, null, null, null, null, 11, '2026-10-12 21:00+00', '2026-10-12 21:00:03+00', '2026-10-12 21:00:05+00', null, null, null),
    (12, 11, 'draw agreed', 1, 'white', null, null, null, null, null, 12, '2026-10-12 22:00+00', '2026-10-12 22:00:03+00', '2026-10-12 22:00:05+00', null, null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at, delivered_at, variant, start, turn) values
    (13, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-13 11:00+00', '2026-10-13 11:00:03+00', '2026-10-13 11:00:05+00', 'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', null),
    (13, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-13 12:00+00', '2026-10-13 12:00:03+00', '2026-10-13 12:00:05+00', null, null, null),
    (13, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-13 13:00+00', '2026-10-13 13:00:03+00', '2026-10-13 13:00:05+00', null, null, 1),
    (13, 3, 'resigned', 2, 'black', null, null, null, null, null, 4, '2026-10-13 14:00+00', '2026-10-13 14:00:03+00', '2026-10-13 14:00:05+00', null, null, null);
insert into outbox (cause_inbox_id, occasion, player_id, game_id, event_number, envelope_from, recipient, message_id, bytes, state) values
    (1, 'your_move', 2, 1, 2, 'chess@chess.test', 'bob@players.test', '1@chess.test', 'a letter', 'queued'),
    (null, 'adjudicated', 2, 5, 5, 'chess@chess.test', 'bob@players.test', '2@chess.test', 'a letter', 'sent'),
    (12, 'restored', 1, 12, null, 'chess@chess.test', 'ann@players.test', '3@chess.test', 'a letter', 'sent'),
    (12, 'restored', 2, 12, null, 'chess@chess.test', 'bob@players.test', '4@chess.test', 'a letter', 'sent');
