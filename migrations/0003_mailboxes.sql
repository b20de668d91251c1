-- Mailboxes that are numbered anew, restored or moved: what stands in them may be older than all that we know.

alter table mailbox
    -- when we first saw the mailbox with the UIDVALIDITY that it has now; null for what was read before this was noted
    add column numbered_at timestamptz;

alter table inbox
    -- whether the mail was older than 14 days when its mailbox was first seen under this UIDVALIDITY. It may have been
    -- answered in a time of which nothing is known here, so only a token for the present position makes it count
    add column old boolean not null default false;
