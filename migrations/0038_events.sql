-- What happened in a game, told whole by its events: the game's row follows from them.
--
-- Until now a kind of event had columns of its own, of which all others left most empty; some of what follows from an event
-- was written only into the game's row. Now all of it is one tagged value, and the instants are complete.

alter table event rename to event_before;
alter index event_pkey rename to event_before_pkey;
drop index event_turn;
drop index event_mail;
drop trigger event_append_only on event_before;

create table event (
    game_id bigint not null references game,
    -- counted from 0 within the game, without a gap
    number integer not null check (number >= 0),
    -- what happened: an object with its kind and what belongs to that, as src/game/record.rs says. A kind that the program
    -- does not know is its fault to report; nothing here lists them
    detail jsonb not null
        constraint event_detail check (jsonb_typeof(detail) = 'object' and jsonb_typeof(detail->'kind') = 'string'),
    -- the kind, for whoever looks
    kind text not null generated always as (detail->>'kind') stored,
    -- who did it; null where nobody did it by mail, as what the administrator decided
    player_id bigint references player,
    -- the mail that brought it about; of a prepared move, the one in which it was prepared
    inbox_id bigint references inbox,
    -- of what the administrator decided: why, as it was written; may be empty, and is emptied when a player is forgotten
    reason text,
    -- when the mail that made it happen now arrived at our mail server; time used is counted up to here
    arrived_at timestamptz not null,
    -- when we first saw that mail
    seen_at timestamptz not null,
    -- as of when it was decided: of a mail that is handled again after the database was lost, when it came. A game begins and
    -- ends at these instants
    decided_at timestamptz not null,
    -- when it was written down, by the clock of this database, read while the game's row was locked, and a microsecond more
    -- for each mail that was decided with it: the turns of a game begin at these instants
    recorded_at timestamptz not null,
    -- when the mail that tells the other player was accepted for delivery; his time begins here
    delivered_at timestamptz,
    primary key (game_id, number),
    constraint event_begins check ((number = 0) = (detail->>'kind' = 'challenged')),
    constraint event_reason check (reason is null or player_id is null)
);

-- What older versions left out is filled in from where it stood: who was challenged, what moves were called before there were
-- turns, which ends without a result nobody had agreed to. The game's row knew when the game began, ended and came to its
-- present turn, and the events did not.
insert into event (game_id, number, detail, player_id, inbox_id, reason, arrived_at, seen_at, decided_at, recorded_at, delivered_at)
select e.game_id, e.number,
       jsonb_strip_nulls(jsonb_build_object('kind', e.kind)
       || case e.kind
              when 'challenged' then jsonb_build_object(
                  'challenger', g.challenger_id, 'opponent', g.opponent_id, 'wish', e.wish,
                  'variant', g.variant, 'start', g.start)
              when 'accepted' then jsonb_build_object('white', e.white_id)
              when 'declined' then '{}'
              when 'withdrawn' then '{}'
              when 'moved' then jsonb_build_object(
                  'turn', coalesce(e.turn, e.ply), 'ply', e.ply, 'san', e.san, 'uci', e.uci, 'found', e.found,
                  'letter', e.piece_letter, 'prepared', case when e.prepared then true end)
              when 'draw claimed' then jsonb_build_object('by', by.side, 'grounds', e.grounds)
              when 'taken back' then jsonb_build_object('by', by.side, 'turn', e.turn, 'left', e.left_plies)
              when 'adjudicated' then jsonb_build_object('result', e.result)
              when 'corrected' then jsonb_build_object('turn', e.turn, 'left', e.left_plies)
              when 'aborted' then jsonb_build_object('by', by.side)
                  || case when agreed.offered or plies.stood <= case when by.side = first.mover then 0 else 1 end
                          then '{}' else '{"kind": "aborted in absence"}'::jsonb end
              else jsonb_build_object('by', by.side)
          end),
       e.player_id, e.inbox_id, e.reason, e.arrived_at, coalesce(i.stored_at, e.arrived_at),
       case when e.kind = 'accepted' then coalesce(g.started_at, e.decided_at)
            when e.number = g.events - 1 then coalesce(g.finished_at, e.decided_at)
            else e.decided_at end,
       case when e.number = (select max(l.number) from event_before l
                             where l.game_id = e.game_id and l.kind in ('challenged', 'moved', 'taken back', 'corrected'))
            then g.turned_at else e.decided_at end,
       e.delivered_at
from event_before e
join game g on g.id = e.game_id
left join inbox i on i.id = e.inbox_id
cross join lateral (select case when e.player_id = g.white_id then 'white' when e.player_id = g.black_id then 'black' end
                        as side) as by
cross join lateral (select case split_part(g.start, ' ', 2) when 'b' then 'black' else 'white' end as mover) as first
-- How many plies stood before it.
left join lateral (
    select coalesce(l.left_plies, l.ply, 0) as stood from event_before l
    where e.kind = 'aborted' and l.game_id = e.game_id and l.number < e.number
      and l.kind in ('challenged', 'moved', 'taken back', 'corrected')
    order by l.number desc limit 1) as plies on true
-- Whether the other side had offered it, and the offer stood.
left join lateral (
    select exists (
        select from event_before o
        where o.game_id = e.game_id and o.number < e.number and o.kind = 'abort offered' and o.player_id <> e.player_id
          and not exists (
              select from event_before x
              where x.game_id = e.game_id and x.number > o.number and x.number < e.number
                and (x.kind in ('abort declined', 'taken back', 'corrected')
                     or x.kind = 'moved' and x.player_id = e.player_id))) as offered
    where e.kind = 'aborted') as agreed on true;

alter table outbox drop constraint outbox_game_id_event_number_fkey;
alter table outbox add constraint outbox_game_id_event_number_fkey
    foreign key (game_id, event_number) references event (game_id, number);
drop table event_before;

-- A turn is begun once, and a mail plays at most one move in a game (what it prepares may be many), even if everything above
-- should fail.
create unique index event_turn on event (game_id, ((detail->>'turn')::integer)) where detail ? 'turn';
create unique index event_mail on event (inbox_id, game_id) where kind = 'moved' and not detail ? 'prepared';

-- An event is never changed, but for when a player was told of it; and the reason of a ruling, which may be about a person,
-- can be emptied once a player of the game was forgotten.
create or replace function event_is_append_only() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        if old.delivered_at is null then
            old.delivered_at := new.delivered_at;
        end if;
        if old.reason is not null and new.reason = '' and exists (
            select from game join player on player.id in (game.challenger_id, game.opponent_id)
            where game.id = old.game_id and player.forgotten_at is not null) then
            old.reason := '';
        end if;
        -- What follows from the detail is made after this.
        new.kind := old.kind;
        if old is not distinct from new then
            return new;
        end if;
    end if;
    raise exception 'events are only ever appended';
end
$$;

create trigger event_append_only before update or delete on event
    for each row execute function event_is_append_only();

-- Each ending that is recorded can be written down: what there is stands in the program alone.
alter table game drop constraint game_ending_check;
alter table game drop constraint game_result_missing;
