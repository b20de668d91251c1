-- A player takes the place of another one in a tournament that goes on: the games that go on are theirs from then on, and what
-- had come of the others stays with the place.

alter table tournament_player
    -- the number in the draw that they had until somebody took their place; null for all others. The one who has it now has it
    -- as number: all who ever had it share one row of the table
    add column given_up integer check (given_up >= 1),
    -- when somebody took it
    add column given_up_at timestamptz,
    add constraint tournament_player_given_up check ((given_up is null) = (given_up_at is null) and (given_up is null or number is null));

comment on column tournament_player.number is
    'the number in the draw, from 1; null until the tournament begins, for who waits to take a place, and for who has given it up';

-- who took the place of the player whom it concerns
alter table tournament_record add column substitute_id bigint references player;

create index tournament_record_substitute on tournament_record (substitute_id) where substitute_id is not null;

-- What the PGN of a game says of those who have taken places in it: one line, in the order in which they did.
create view substitution as
select event.game_id,
       string_agg(format('%s from move %s: %s for %s', initcap(detail->>'side'), detail->>'move', taker.name, gone.name), '; '
                  order by event.number) as words
from event
join player gone on gone.id = (detail->>'gone')::bigint
join player taker on taker.id = (detail->>'taker')::bigint
where event.kind = 'substituted'
group by event.game_id;

create index event_substituted on event (game_id) where kind = 'substituted';

-- Everybody who has, or had, a side in a game: those who are in it now, and those whose places somebody took.
create view had_side as
select id as game_id, challenger_id as player_id from game
union select id, opponent_id from game where opponent_id is not null
union select game_id, (detail->>'gone')::bigint from event where kind = 'substituted';

-- What everybody may read says it as well.
create or replace view web.played with (security_barrier) as
select game.id, challenger_id, opponent_id, c.name as challenger, o.name as opponent, wish, stake, variant, start, phase,
       white_id, moves, fen, turn, rewound, result, ending, events, started_at, finished_at, turned_at, control, clock,
       within.title as tournament, within.round,
       -- changes with whatever this row is made of
       concat_ws(' ', game.xmin, c.xmin, o.xmin, within.version, substitution.words) as version,
       substitution.words as substitutions
from game join player c on c.id = challenger_id join player o on o.id = opponent_id
left join substitution on substitution.game_id = game.id
left join lateral (
    select title, round, publication, state, tournament.xmin as version
    from tournament_game join tournament on tournament.id = tournament_id
    where tournament_game.game_id = game.id) within on true
where phase = 'over'
  and (public_at_end and c.public and o.public
          -- and those whose moves these are as well
          and not exists (select from event join player gone on gone.id = (detail->>'gone')::bigint
                          where event.game_id = game.id and event.kind = 'substituted' and not gone.public)
       or c.forgotten_at is null and o.forgotten_at is null
          and (within.publication = 'game' or within.publication = 'tournament' and within.state = 'finished'));

-- Who has a number in them, or had one.
create or replace view web.entrant with (security_barrier) as
select tournament_id, player_id, player.name, signed_up_at, number, withdrawn_at, given_up, given_up_at
from tournament_player join player on player.id = player_id join web.tournament on tournament.id = tournament_id
where number is not null or given_up is not null;
