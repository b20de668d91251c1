-- What an administrator wants to know of a mailbox without looking into it.

alter table mailbox
    -- when a daemon last looked into it and stored what it found; null before the first look
    add column looked_at timestamptz,
    -- how full it is, in per cent of what the mail server allows (RFC 9208); null where the server does not tell
    add column fullness integer check (fullness >= 0),
    -- when the server last told
    add column fullness_at timestamptz,
    add check ((fullness is null) = (fullness_at is null));

-- Letters that are held back go out when their reader's rest ends, however long it lasts: their texts are kept until then,
-- as those of letters that are queued.
update outbox set state = 'superseded' where state = 'held' and bytes is null;
alter table outbox drop constraint outbox_bytes_kept;
alter table outbox add constraint outbox_bytes_kept check (bytes is not null or state not in ('queued', 'held'));
