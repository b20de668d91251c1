-- A database as migrations 1 to 9 left it, with rows in every table: what an older penpawn wrote, before moves could be
-- taken back and tokens were bound to turns. tests/it/migrations.rs brings it up to date and plays on in it.

-- 32 times the octet 7, with which the token in the letter below was made
insert into token_key (version, secret) values (1, decode(repeat('07', 32), 'hex'));

insert into player (id, name, state, letters, created_at, active_at) overriding system value values
    (1, 'Ann', 'active', 'en', '2026-10-01 10:00+00', '2026-10-01 10:05+00'),
    (2, 'Bob', 'active', 'de', '2026-10-01 10:00+00', '2026-10-01 11:00+00'),
    (3, 'Carl', 'invited', 'en', '2026-10-02 10:00+00', null);
insert into address (key, player_id, spelling, main, confirmed_at) values
    ('ann@players.test', 1, 'Ann@players.test', true, '2026-10-01 10:05+00'),
    ('bob@players.test', 2, 'bob@players.test', true, '2026-10-01 11:00+00'),
    ('carl@players.test', 3, 'carl@players.test', true, null);
insert into silence (key) values ('dora@players.test');
insert into letter_count (key, day, kind, count) values ('from:ann@players.test', '2026-10-01', 'invitation', 2);
insert into border_check (authserv_id, strips) values ('mx.players.test', true);
insert into block (player_id, blocked_id) values (2, 3);
insert into rest (player_id, reason, since, until) values (2, 'bounces', '2026-10-03 10:00+00', '2026-10-04 10:00+00');

insert into mailbox (name, uidvalidity, next_uid) values ('chess@mail.chess.test/INBOX', 1700000000, 12);
insert into inbox (id, mailbox_id, uidvalidity, uid, content_key, order_key, arrived_at, size, raw, state, reason, handled_at,
                   player_id, mirrored, erased_at) overriding system value values
    (1, 1, 1700000000, 1, sha256('1'), 'ann@players.test', '2026-10-01 10:00+00', 300, null, 'done', null,
     '2026-10-01 10:05+00', 1, true, '2026-11-01 10:00+00'),
    (2, 1, 1700000000, 2, sha256('2'), 'bob@players.test', '2026-10-01 11:00+00', 300, 'From: bob@players.test', 'done', null,
     '2026-10-01 11:00+00', 2, true, null),
    (3, 1, 1700000000, 3, sha256('3'), 'ann@players.test', '2026-10-01 12:00+00', 300, 'From: ann@players.test', 'done', null,
     '2026-10-01 12:00+00', 1, true, null),
    (4, 1, 1700000000, 4, sha256('4'), 'mailer-daemon@players.test', '2026-10-01 12:30+00', 900, 'From: <>', 'dropped',
     'bounce: temporary', '2026-10-01 12:30+00', 2, true, null),
    -- asked about, and not answered yet
    (5, 1, 1700000000, 11, sha256('5'), 'bob@players.test', '2026-10-01 13:00+00', 120,
     convert_to(e'From: Bob <bob@players.test>\r\nTo: chess@chess.test\r\nSubject: \r\nMessage-ID: <5@players.test>\r\n\r\ngame 1 d5\r\n',
                'utf8'), 'held', null, '2026-10-01 13:00+00', 2, true, null);

-- the first goes on, the second is over, the third was not accepted yet
insert into game (id, challenger_id, opponent_id, wish, subject, phase, white_id, black_id, ply, moves, fen, result, ending,
                  events, challenged_at, started_at, finished_at) values
    (1, 1, 2, 'white', 'Chess game 1: Ann - Bob', 'playing', 1, 2, 1, 'e2e4',
     'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', '*', null, 3, '2026-10-01 10:05+00',
     '2026-10-01 11:00+00', null),
    (2, 2, 1, 'black', 'Chess game 2: Bob - Ann', 'over', 1, 2, 4, 'f2f3 e7e5 g2g4 d8h4',
     'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', '0-1', 'checkmate', 6, '2026-10-01 10:05+00',
     '2026-10-01 11:00+00', '2026-10-02 11:00+00'),
    (3, 1, 3, 'random', 'Chess game 3: Ann - Carl', 'offered', null, null, 0, '',
     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '*', null, 1, '2026-10-02 10:05+00', null, null);
insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id, arrived_at, decided_at,
                   variant, start) values
    (1, 0, 'challenged', 1, null, 'white', null, null, null, null, 1, '2026-10-01 10:00+00', '2026-10-01 10:05+00', null, null),
    (1, 1, 'accepted', 2, null, null, 1, null, null, null, 2, '2026-10-01 11:00+00', '2026-10-01 11:00+00', null, null),
    (1, 2, 'moved', 1, 'white', null, null, 1, 'e4', 'e2e4', 3, '2026-10-01 12:00+00', '2026-10-01 12:00+00', null, null),
    (2, 0, 'challenged', 2, null, 'black', null, null, null, null, 2, '2026-10-01 10:00+00', '2026-10-01 10:05+00',
     'standard', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
    (2, 1, 'accepted', 1, null, null, 1, null, null, null, 3, '2026-10-01 11:00+00', '2026-10-01 11:00+00', null, null),
    (2, 2, 'moved', 1, 'white', null, null, 1, 'f3', 'f2f3', null, '2026-10-01 12:00+00', '2026-10-01 12:00+00', null, null),
    (2, 3, 'moved', 2, 'black', null, null, 2, 'e5', 'e7e5', null, '2026-10-01 13:00+00', '2026-10-01 13:00+00', null, null),
    (2, 4, 'moved', 1, 'white', null, null, 3, 'g4', 'g2g4', null, '2026-10-01 14:00+00', '2026-10-01 14:00+00', null, null),
    (2, 5, 'moved', 2, 'black', null, null, 4, 'Qh4#', 'd8h4', null, '2026-10-02 11:00+00', '2026-10-02 11:00+00', null, null),
    (3, 0, 'challenged', 1, null, 'random', null, null, null, null, 3, '2026-10-02 10:00+00', '2026-10-02 10:05+00', null, null);
insert into question (game_id, player_id, ply, choices) values (1, 2, 1, 'b8c6 b8a6');
-- y.aaaqeayeaudaocajbifqydiob4
insert into confirmation (token_hash, purpose, address_key, address_spelling, name, player_id, inbox_id, game_id, ply,
                          expires_at) values
    (decode('481497803ee1a06ce68003da6c2480646bda229a12cce949572df525554fd62b', 'hex'), 'orders', 'bob@players.test',
     'bob@players.test', 'Bob', 2, 5, 1, 1, now() + interval '1 day');
insert into conditional (game_id, player_id, ply, lines, inbox_id) values (1, 1, 1, 'e7e5 g1f3', 3);
insert into note (game_id, player_id, ply, glyph, text, inbox_id) values (2, 1, 3, 4, 'I did not see the queen.', 3);
insert into archive_game (id, collection, white, black, played_on, result, pgn, digest, placements, player_id, inbox_id) values
    (1, 'club', 'Greco', 'NN', '1619.??.??', '1-0', e'[White "Greco"]\n\n1. e4 1-0\n', sha256('game'), '\x00000000ffffffff', 1, 3);

insert into outbox (id, cause_inbox_id, occasion, player_id, game_id, event_number, envelope_from, recipient, message_id, bytes,
                    state, created_at, sent_at) overriding system value values
    (1, 3, 'your_move', 2, 1, 2, 'chess+b.aebagbafaydqqcikbmga2dqpcaireeyu@chess.test', 'bob@players.test',
     'g1o1.ayrmo5ymcyjoxnypd2o6c.aebagbafaydqqcikbmga2dqpca@penpawn.chess.test',
     convert_to(replace('From: penpawn <chess@chess.test>
To: Bob <bob@players.test>
Reply-To: penpawn <chess+g1o1.ayrmo5ymcyjoxnypd2o6c@chess.test>
Subject: Chess game 1: Ann - Bob
Message-ID: <g1o1.ayrmo5ymcyjoxnypd2o6c.aebagbafaydqqcikbmga2dqpca@penpawn.chess.test>
Auto-Submitted: auto-generated
X-Loop: chess@chess.test
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Ann has played 1. e4 in game 1. It is your move with Black.

[ref g1o1.ayrmo5ymcyjoxnypd2o6c]
', e'\n', e'\r\n'), 'utf8'), 'sent', '2026-10-01 12:00+00', '2026-10-01 12:01+00'),
    (2, 3, 'move_played', 1, 1, null, 'chess+b.bebagbafaydqqcikbmga2dqpca@chess.test', 'Ann@players.test',
     'g1c1.old@penpawn.chess.test', 'a letter that waits', 'queued', '2026-10-01 12:00+00', null);
insert into bounce (outbox_id, inbox_id, kind, words, counted) values (1, 4, 'temporary', '4.2.2 mailbox full', false);

-- The numbers go on behind these.
select setval('game_number', 3), setval('archive_number', 1), setval(pg_get_serial_sequence('player', 'id'), 3),
       setval(pg_get_serial_sequence('inbox', 'id'), 5), setval(pg_get_serial_sequence('outbox', 'id'), 2);
