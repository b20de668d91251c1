-- What everybody may read, in a schema of its own. The pages are made from this, those that are written into a folder and
-- those that are served, and a role that serves them can read this and nothing else. There is no address in it, no code, key
-- or note, nothing that was prepared and nothing that was said.

-- It may be there from before, where a backup is restored.
create schema if not exists web;

-- Without what looks like a mail address: whoever entered a game may have written one into it. The pages take out more; this
-- is for who reads the views.
create or replace function web.without_addresses(words text) returns text immutable parallel safe language sql as
$$ select case when words like '%@%'
               then regexp_replace(words, '[^][:space:]"<>(){}[\\;]+@[^][:space:]"<>(){}[\\;]+', '', 'g')
               else words end $$;

-- Games that were played here: both players wanted it public when it ended, and still do; or they signed up for a tournament
-- that said so, and neither is forgotten.
create view web.played with (security_barrier) as
select game.id, challenger_id, opponent_id, c.name as challenger, o.name as opponent, wish, stake, variant, start, phase,
       white_id, moves, fen, turn, rewound, result, ending, events, started_at, finished_at, turned_at, control, clock,
       within.title as tournament, within.round,
       -- changes with whatever this row is made of
       concat_ws(' ', game.xmin, c.xmin, o.xmin, within.version) as version
from game join player c on c.id = challenger_id join player o on o.id = opponent_id
left join lateral (
    select title, round, publication, state, tournament.xmin as version
    from tournament_game join tournament on tournament.id = tournament_id
    where tournament_game.game_id = game.id) within on true
where phase = 'over'
  and (public_at_end and c.public and o.public
       or c.forgotten_at is null and o.forgotten_at is null
          and (within.publication = 'game' or within.publication = 'tournament' and within.state = 'finished'));

-- Games that were entered into the archive.
create view web.entered as
select id, web.without_addresses(white) as white, web.without_addresses(black) as black, played_on, result, eco,
       web.without_addresses(opening) as opening, web.without_addresses(pgn) as pgn, entered_at, changed_at,
       xmin::text as version
from archive_game;

-- Tournaments that have begun and whose players knew that everybody may look on.
create view web.tournament with (security_barrier) as
select id, name, title, system, rounds, round_days, control, stake, start, least_players, most_players, engines, publication,
       state, begins_at, paired_rounds, next_round_at, created_at, started_at, ended_at
from tournament
where state in ('playing', 'finished') and publication <> 'never';

-- Who has a number in them.
create view web.entrant with (security_barrier) as
select tournament_id, player_id, player.name, signed_up_at, number, withdrawn_at
from tournament_player join player on player.id = player_id join web.tournament on tournament.id = tournament_id
where number is not null;

-- What was paired in them, and what became of it; not how it is played.
create view web.pairing with (security_barrier) as
select tournament_id, game_id, tournament_game.round, board, white_id, challenger_id + opponent_id - white_id as black_id,
       result, phase = 'playing' as playing, finished_at, moves like '% %' as contested
from tournament_game join game on game.id = game_id join web.tournament on tournament.id = tournament_id;

-- Points without a game in them.
create view web.bye with (security_barrier) as
select tournament_id, player_id, round
from tournament_bye join web.tournament on tournament.id = tournament_id;

-- The newest of the games that were entered and changed again.
create index archive_game_changed_at on archive_game (changed_at) where changed_at is not null;

-- Whoever can connect may read what everybody may read: so the role that does needs no other right.
grant usage on schema web to public;
grant select on all tables in schema web to public;
