-- Secret links to pages that are not for everybody: a player's own calendar, and the page of a club's secretary. Of a link only
-- what it hashes to is kept here.

-- Links by which calendar programs fetch the deadlines of a player's moves.
create table calendar_link (
    -- SHA-256 of what stands in the link
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    -- whose deadlines they are
    player_id bigint not null references player,
    since timestamptz not null default clock_timestamp()
);

create index calendar_link_player on calendar_link (player_id, since);

-- Links to the page of the running games and of who waits for what, made by the administrator.
create table secretary_link (
    -- as the administrator calls who has it
    name text primary key check (name <> '' and char_length(name) <= 80),
    -- SHA-256 of what stands in the link
    token_hash bytea not null unique check (octet_length(token_hash) = 32),
    since timestamptz not null default clock_timestamp()
);

alter table game
    -- when the time of the side to move is over if no move comes before, as it was last reckoned; null without a clock, while
    -- nobody's time runs, while it stands until nobody knows when, and until it is reckoned
    add column time_ends_at timestamptz,
    -- when that last became another instant
    add column time_reckoned_at timestamptz,
    -- whether time was credited to it since, so that it is to be reckoned anew; nothing is due because of that
    add column reckon_anew boolean not null default false,
    add constraint game_reckoned check ((time_ends_at is null) = (time_reckoned_at is null));

create index game_reckon_anew on game (id) where reckon_anew;

-- All games whose time runs are reckoned once.
update game set reckon_anew = true where told_at is not null and phase = 'playing';

-- It may be there from before, where a backup is restored.
create schema if not exists web;

-- The deadlines of the player to whom this link was sent, in games in which they are to move and have made no move that is sent
-- later. No row: nobody has this link. A row without a game: none is due. Whoever asks must know what stands in the link.
create or replace function web.deadlines(token text)
returns table (player_id bigint, language text, game_id bigint, opponent text, ends_at timestamptz, reckoned_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select p.id, p.language, g.id, web.without_addresses(o.name), g.time_ends_at, g.time_reckoned_at
    from public.calendar_link l
    join public.player p on p.id = l.player_id
    left join public.game g
        on g.phase = 'playing' and g.time_ends_at is not null
           -- by the indexes of the two who play
           and (g.challenger_id = p.id or g.opponent_id = p.id)
           and p.id = case split_part(g.fen, ' ', 2) when 'w' then g.white_id else g.black_id end
           and not exists (select from public.held_move h where h.game_id = g.id and h.turn = g.turn)
    left join public.player o on o.id = g.challenger_id + g.opponent_id - p.id
    where l.token_hash = sha256(convert_to(token, 'UTF8')) and p.state = 'active' and p.blocked_at is null
    order by g.id
$$;

-- What the secretary is called to whom this link was given; null: nobody has it.
create or replace function web.secretary(token text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select name from public.secretary_link where token_hash = sha256(convert_to(token, 'UTF8'))
$$;

-- The running games, for who has a secretary's link; nothing for others. No move, no word and no address of anybody.
create or replace function web.running_games(token text)
returns table (id bigint, white text, black text, event text, round integer, control text, clock text, plies integer, side text,
               turned_at timestamptz, told_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select g.id, web.without_addresses(w.name), web.without_addresses(b.name), within.title, within.round, g.control, g.clock,
           g.ply, case split_part(g.fen, ' ', 2) when 'w' then 'white' else 'black' end, g.turned_at, g.told_at, g.time_ends_at
    from public.game g join public.player w on w.id = g.white_id join public.player b on b.id = g.black_id
    left join lateral (
        select t.title, tg.round from public.tournament_game tg join public.tournament t on t.id = tg.tournament_id
        where tg.game_id = g.id) within on true
    where g.phase = 'playing' and web.secretary(token) is not null
    order by g.time_ends_at nulls last, g.turned_at
$$;

-- Who is left without an answer, or without our mail, and why, for who has a secretary's link; nothing for others. The reasons
-- are those that `penpawn status` counts, and those for which nothing is sent to somebody who plays. Without a name: who wrote
-- plays here by no address that we know.
create or replace function web.silences(token text)
returns table (reason text, player text, mails bigint, since timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp set jit = off as $$
    with mail as (
        select i.state, i.reason, i.stored_at, i.handled_at,
               coalesce(i.player_id, (select a.player_id from public.address a where a.key = i.sender)) as player_id,
               exists (select from public.outbox where cause_inbox_id = i.id) as answered
        from public.inbox i
        where i.state in ('held', 'dead')
           or i.handled_at > now() - interval '1 day' and i.state in ('done', 'dropped')
    ), told as (
        select case when state = 'held' then 'unconfirmed'
                    when state = 'dead' then 'laid aside'
                    when state = 'dropped' and mail.reason like 'enough for today%' then 'enough for today'
                    when state = 'dropped' and mail.reason like 'automatic: calendar answer%own words' then 'words in a calendar'
                    when state = 'done' and mail.reason is null and not answered then 'unanswered' end as reason,
               player_id, stored_at
        from mail
    )
    select told.reason, web.without_addresses(p.name), count(*), min(told.stored_at)
    from told left join public.player p on p.id = told.player_id
    where told.reason is not null and web.secretary(token) is not null
      and (told.reason in ('unconfirmed', 'laid aside', 'words in a calendar') or p.state = 'active')
    group by told.reason, p.id, p.name
    union all
    select case r.reason when 'bounces' then 'mail comes back' else 'reported as spam' end, web.without_addresses(p.name),
           (select count(*) from public.outbox o where o.player_id = p.id and o.state = 'held'), r.since
    from public.rest r join public.player p on p.id = r.player_id
    where r.until is null and p.forgotten_at is null and web.secretary(token) is not null
    union all
    select 'wants no mail', web.without_addresses(p.name), 0, s.since
    from public.silence s join public.address a on a.key = s.key and a.main join public.player p on p.id = a.player_id
    where web.secretary(token) is not null
      and exists (select from public.game g where g.phase = 'playing' and p.id in (g.challenger_id, g.opponent_id))
    order by 1, 4
$$;

grant execute on function web.deadlines(text), web.secretary(text), web.running_games(text), web.silences(text) to public;
