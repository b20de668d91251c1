-- Mails in our folder that are none for us: they are never fetched again, moved, marked or erased. Of them nothing is kept
-- but numbers and hashes.

create table left_alone (
    mailbox_id bigint not null references mailbox,
    -- RFC 9051 2.3.1.1: the number in the folder, and under which UIDVALIDITY it means this mail
    uidvalidity bigint not null,
    uid bigint not null,
    -- SHA-256 of size and INTERNALDATE, neither of which a mail ever changes: a number that is given to another mail is
    -- known by it, and a mail that has got another number is found again
    listed_key bytea not null,
    -- SHA-256 that knows the same mail again; null: it lay there before the first start, and was never fetched
    content_key bytea,
    -- SHA-256 of the addresses that were ours when the mail was found to be none for us: with others it is looked at anew
    house_key bytea,
    noted_at timestamptz not null default now(),
    primary key (mailbox_id, uidvalidity, uid),
    check ((content_key is null) = (house_key is null))
);

-- how many of the mails that lay there before the first start were there when they were last counted
alter table mailbox add column left_there bigint not null default 0;

alter table inbox
    -- whether its copy in the mailbox is kept although its text was erased here: a mail of nobody we know that was not
    -- answered, in which an administrator may want to look for something that was no spam
    add column stays boolean not null default false;

update inbox set stays = true
where erased_at is not null and copy_erased_at is null and state = 'dropped' and player_id is null
  -- those of forgotten players bear a pseudonym
  and (sender like '%@%' or sender ~ '^[0-9a-f]{16}$');

-- what is still to be erased in a mailbox
drop index inbox_copies;
create index inbox_copies on inbox (mailbox_id, stays, id) where erased_at is not null and mirrored and copy_erased_at is null;
