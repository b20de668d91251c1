-- What brings something about that is no mail: rulings, letters that never arrive, replays, players who are forgotten.
--
-- A mail is its own cause, by its row in the inbox: a second row for each would cost every move an insert and say nothing
-- more. All others have a row here, so that each of them brings about its effect and its letters once.

create table cause (
    id bigint generated always as identity primary key,
    -- ruling: the administrator decides in a game; elsewhere: they have a player's mail sent to another address; undelivered: a letter of ours will never arrive; replay: mails that did
    -- something in a game were handled once more, after the database was lost; forgetting: the administrator forgets a
    -- player. The program knows them all; nothing here lists them
    kind text not null constraint cause_kind check (kind <> ''),
    -- by what the same cause is known again among those of its kind; never a name or an address
    known_by text not null constraint cause_known_by check (known_by <> ''),
    -- when it came to us
    at timestamptz not null default now(),
    constraint cause_once unique (kind, known_by)
);

alter table event
    -- what brought it about where no mail did; inbox_id is null then
    add column cause_id bigint references cause,
    add constraint event_one_cause check (inbox_id is null or cause_id is null);

alter table outbox
    -- what brought it about where no mail did; cause_inbox_id is null then
    add column cause_id bigint references cause,
    add constraint outbox_one_cause check (cause_inbox_id is null or cause_id is null);

-- As outbox_effect, for causes that are no mail, even if everything above should fail.
create unique index outbox_effect_of_cause on outbox (cause_id, occasion, recipient, coalesce(game_id, 0), nth)
    where cause_id is not null;

-- What the administrator has decided before is known by its event, and its letters tell of that.
insert into cause (kind, known_by, at)
select 'ruling', 'game ' || game_id || ' event ' || number, decided_at from event
where kind in ('adjudicated', 'corrected') and inbox_id is null
order by decided_at, game_id, number;

alter table event disable trigger event_append_only;
update event set cause_id = cause.id from cause
where event.kind in ('adjudicated', 'corrected') and event.inbox_id is null
  and cause.kind = 'ruling' and cause.known_by = 'game ' || event.game_id || ' event ' || event.number;
alter table event enable trigger event_append_only;

update outbox set cause_id = event.cause_id from event
where outbox.cause_inbox_id is null and event.cause_id is not null
  and event.game_id = outbox.game_id and event.number = outbox.event_number;

-- Players who were told how a game stands after a replay were told because of the last mail that it replayed there.
insert into cause (kind, known_by, at)
select 'replay', 'game ' || game_id || ' mail ' || cause_inbox_id, min(created_at) from outbox
where occasion = 'restored' and game_id is not null and cause_inbox_id is not null
group by game_id, cause_inbox_id
order by min(id);

update outbox set cause_id = cause.id, cause_inbox_id = null from cause
where outbox.occasion = 'restored'
  and cause.kind = 'replay' and cause.known_by = 'game ' || outbox.game_id || ' mail ' || outbox.cause_inbox_id;
