-- A mail that the mail server took for junk is read when it shows a token of ours. Whoever sent it, nobody we do not know is
-- written to because of it.

alter table mailbox
    -- whether it is the folder into which the mail server puts what it takes for junk (imap.junk_folder), when it was last
    -- looked into
    add column junk boolean not null default false;
