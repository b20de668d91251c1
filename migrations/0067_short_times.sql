-- The times of a game's plies are written anew with each move: as JSON they were longer than all else of it, were compressed
-- and laid aside in a table of their own each time. The numbers are the same; src/game/clock/sheet/kept.rs says how they stand.

create function kept_left(numbers jsonb) returns text immutable language sql as $$
    select regexp_replace(regexp_replace(
        (numbers ->> 0) || '/' || (numbers ->> 1) || '/' || (numbers ->> 2) || '/' || (numbers ->> 3), '/0$', ''), '/0$', '')
$$;

-- Each ply knows what was left before it; what changed is told by the ply behind it, or by what is left now.
create function kept_times(clock jsonb) returns text immutable language sql as $$
    with entry as (
        select at, ply, ply -> 0 as charged, lead(ply) over (order by at) as next
        from jsonb_array_elements(clock -> 'plies') with ordinality as p (ply, at)
    ), change as (
        select at, charged, array(
                   select coalesce((next ->> n)::numeric,
                                   (case when n <= 4 then clock -> 'white' ->> (n - 1) else clock -> 'black' ->> (n - 5) end)::numeric)
                          - (ply ->> n)::numeric
                   from generate_series(1, 8) as n order by n
               ) as d
        from entry
    ), mover as (
        -- White's moves, clock, bank and time stood, then Black's
        select at, charged, d, d[1] = 1 as white from change
    ), word as (
        select at, case when white then 'w' else 'b' end || charged as begin,
               ':' || array_to_string(case
                   when white then array[d[2], d[3], d[4], d[6], d[7], d[8], d[5], d[1] - 1]
                   else array[d[6], d[7], d[8], d[2], d[3], d[4], d[1], d[5] - 1]
               end, ',') as changed
        from mover
    )
    select kept_left(case when clock -> 'plies' -> 0 is null then clock -> 'white'
                          else jsonb_path_query_array(clock, '$.plies[0][1 to 4]') end)
        || ' '
        || kept_left(case when clock -> 'plies' -> 0 is null then clock -> 'black'
                          else jsonb_path_query_array(clock, '$.plies[0][5 to 8]') end)
        || coalesce((select string_agg(' +' || (one ->> 0) || case one ->> 1 when '0' then 'w' else 'b' end || (one ->> 2), ''
                                       order by at)
                     from jsonb_array_elements(clock -> 'given') with ordinality as g (one, at)), '')
        || coalesce((select string_agg(' ' || begin || regexp_replace(regexp_replace(changed, '(,0)+$', ''), ':0$', ''), ''
                                       order by at)
                     from word), '')
$$;

alter table game alter column clock type text using kept_times(clock);

drop function kept_times(jsonb);
drop function kept_left(jsonb);
