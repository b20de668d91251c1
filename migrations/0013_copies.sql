-- Where the mails lie in the mailbox after they were handled, so that they can be erased there as well.

alter table inbox
    -- the folder to which the mail was moved after it was handled, as the mail server spells it; empty: it stays where it
    -- was read, and carries our flag; null: it was not filed yet, or the server did not say where it is now
    add column filed_folder text,
    -- UIDVALIDITY of that folder when it was filed, and its UID there
    add column filed_uidvalidity bigint,
    add column filed_uid bigint,
    -- when nothing of the mail was in the mailbox any more, after its text was erased here; null also where it is kept
    add column copy_erased_at timestamptz,
    add constraint inbox_filed check ((filed_folder is null) = (filed_uid is null)
                                      and (filed_folder is null) = (filed_uidvalidity is null)),
    -- what waits is never erased: its text stands here until it is settled
    add constraint inbox_copy check (copy_erased_at is null or erased_at is not null);

-- what is still to be erased in a mailbox
create index inbox_copies on inbox (mailbox_id, id) where erased_at is not null and mirrored and copy_erased_at is null;
