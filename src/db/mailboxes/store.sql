-- First those whose content is new; what conflicts, by UID or by content, is passed over. What is still missing by UID
-- then has known content: kept as a duplicate, so that IMAP is told.
--
-- Of one line so many are handled a minute, and the others are put off. Who waits is taken by their time, and each mail of a
-- line stands a little behind the one before it, so that those who write little go first.
with arrived as (
    select a.*,
           coalesce('player ' || coalesce(a.player, c.player_id,
                                          case when a.challenger then g.challenger_id else g.opponent_id end),
                    'question ' || c.inbox_id) as proven
    from unnest($3::bigint[], $4::bytea[], $5::text[], $6::timestamptz[], $7::bigint[], $8::bool[],
                $9::bytea[], $10::bigint[], $11::bigint[], $12::bool[], $13::bytea[])
         as a (uid, content_key, sender, arrived_at, size, oversized, raw, player, game, challenger, question)
    left join game g on g.id = a.game
    left join confirmation c on c.token_hash = a.question
), line as materialized (
    select l.line, (select count(*) from inbox i where i.line = l.line and i.state = 'new') as waiting
    from (select distinct coalesce(proven, sender) as line from arrived) as l
), placed as (
    select a.*, line.line,
           line.waiting + row_number() over (partition by line.line order by a.uid) - 1 as place
    from arrived a join line on line.line = coalesce(a.proven, a.sender)
), fresh as (
    insert into inbox (mailbox_id, uidvalidity, uid, content_key, sender, line, proven, arrived_at, size,
                       oversized, raw, run_after, old)
    select $1, $2, a.uid, a.content_key, a.sender, a.line, a.proven is not null, a.arrived_at, a.size,
           a.oversized, a.raw,
           now() + (case when a.place < $14 then a.place::float8 / $14 - 1 else a.place / $14 end)
                   * interval '1 minute',
           coalesce(a.arrived_at < (select numbered_at - interval '14 days' from mailbox where id = $1),
                    false)
    from placed a order by a.uid
    on conflict do nothing
    returning uid
), again as (
    insert into inbox (mailbox_id, uidvalidity, uid, content_key, sender, line, proven, arrived_at, size,
                       oversized, raw, state, reason, handled_at)
    select $1, $2, a.uid, a.content_key, a.sender, a.line, a.proven is not null, a.arrived_at, a.size,
           a.oversized, a.raw, 'dropped', 'duplicate', now()
    from placed a where not exists (select from fresh where fresh.uid = a.uid)
    on conflict do nothing
)
select count(*) as "new!" from fresh
