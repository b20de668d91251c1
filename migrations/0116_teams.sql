-- Teams: everyone of one team meets everyone of the other (Scheveningen), or the teams meet in a round robin, each board the
-- same board of the other team.

alter table tournament drop constraint tournament_system_check;
alter table tournament add constraint tournament_system_check
    check (system in ('round-robin', 'double-round-robin', 'swiss', 'knock-out', 'scheveningen', 'team-boards'));

alter table tournament
    -- what its teams are called, in the order in which they were named; empty: nobody plays for a team in it
    add column teams text[] not null default '{}',
    -- on how many boards each team plays; null: no teams
    add column boards integer check (boards between 1 and 30),
    -- what counts first among teams: match-points, then board-points, or the other way round; null: no teams
    add column ranking text check (ranking in ('match-points', 'board-points')),
    add constraint tournament_teams check (
        (system in ('scheveningen', 'team-boards')) = (cardinality(teams) >= 2)
        and (cardinality(teams) > 0) = (boards is not null) and (boards is null) = (ranking is null)
        and (system <> 'scheveningen' or cardinality(teams) = 2)
        and (boards is null or least_players = boards * cardinality(teams) and most_players = least_players));

alter table tournament_player
    -- for which of the teams of the tournament they play, or wait to, from 1; null: it has no teams
    add column team integer check (team >= 1),
    -- on which board before it begins, from 1; null: behind those who have one, in the order in which they signed up. Once it has
    -- begun the number in the draw says it: those of a team have one after another, by board
    add column board integer check (board >= 1),
    add constraint tournament_player_board check (board is null or team is not null);

-- For which teams White and Black play in a game, and on which board of the match.
create view teams_of_game as
select tournament_game.game_id, tournament.teams[white.team] as white_team, tournament.teams[black.team] as black_team,
       (tournament_game.board - 1) % tournament.boards + 1 as team_board
from tournament_game
join tournament on tournament.id = tournament_game.tournament_id and tournament.boards is not null
join game on game.id = tournament_game.game_id
join tournament_player white on white.tournament_id = tournament.id and white.player_id = game.white_id
join tournament_player black on black.tournament_id = tournament.id
     and black.player_id = game.challenger_id + game.opponent_id - game.white_id;

-- What everybody may read says it as well.
create or replace view web.played with (security_barrier) as
select game.id, challenger_id, opponent_id, c.name as challenger, o.name as opponent, wish, stake, variant, start, phase,
       game.white_id, moves, fen, turn, rewound, result, ending, events, started_at, finished_at, turned_at, control, clock,
       within.title as tournament, within.round,
       -- changes with whatever this row is made of
       concat_ws(' ', game.xmin, c.xmin, o.xmin, within.version, substitution.words) as version,
       substitution.words as substitutions, teams_of_game.white_team, teams_of_game.black_team, teams_of_game.team_board
from game join player c on c.id = challenger_id join player o on o.id = opponent_id
left join substitution on substitution.game_id = game.id
left join teams_of_game on teams_of_game.game_id = game.id
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

create or replace view web.tournament with (security_barrier) as
select id, name, title, system, rounds, round_days, control, stake, start, least_players, most_players, engines, publication,
       state, begins_at, paired_rounds, next_round_at, created_at, started_at, ended_at, teams, boards, ranking
from tournament
where state in ('playing', 'finished') and publication <> 'never';

create or replace view web.entrant with (security_barrier) as
select tournament_id, player_id, player.name, signed_up_at, number, withdrawn_at, given_up, given_up_at, team
from tournament_player join player on player.id = player_id join web.tournament on tournament.id = tournament_id
where number is not null or given_up is not null;
