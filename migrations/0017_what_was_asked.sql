-- A "yes" does what the question named, and no more.

alter table confirmation
    -- What the question named, an item each, in our own spelling: orders, and how many lines of words for whom. What waits
    -- is done only as far as it spells the same when it is done, whichever version reads it then. Null: asked before this
    -- was kept, or nothing waits for the answer
    add column named text[],
    -- address: what further mails from that address asked for while the question was open, an item each, in our words. It
    -- is told with the "yes", and not done
    add column passed_over text[] not null default '{}';

-- the open questions to an address from which another mail comes
create index confirmation_open on confirmation (address_key) where used_at is null;
-- what was asked about a mail
create index confirmation_mail on confirmation (inbox_id);
