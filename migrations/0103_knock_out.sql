-- Knock-out: a bracket of pairs of games, of which each begins as soon as both its players are known.

alter table tournament drop constraint tournament_system_check;
alter table tournament add constraint tournament_system_check
    check (system in ('round-robin', 'double-round-robin', 'swiss', 'knock-out'));

-- how often its bracket has been looked at, and how all that it follows from stood before the last time; null: never, or no
-- knock-out. In a knock-out next_round_at is when it is looked at again in any case: somebody who is to play cannot be written to
alter table tournament add bracket_step integer not null default 0;
alter table tournament add bracket_seen text;

-- in which round of a knock-out they were out when they were told so; null: they were not, or were told that they are in again
alter table tournament_player add told_out integer check (told_out >= 1);

-- What a bracket follows from, as one word: it is another one whenever any of it has changed.
create function bracket_stands(bigint) returns text language sql stable as $$
    select md5(concat_ws(' / ',
        coalesce((select string_agg(concat_ws(' ', game.id, phase, result), ',' order by game.id)
                  from tournament_game join game on game.id = game_id where tournament_id = $1), '-'),
        coalesce((select string_agg(player_id::text, ',' order by player_id)
                  from tournament_player where tournament_id = $1 and withdrawn_at is not null), '-'),
        (select count(*) from tournament_bye where tournament_id = $1)))
$$;
