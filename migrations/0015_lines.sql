-- Whose line a mail waits in: anybody can write a sender, nobody else's token.

-- What the order went by until now is only the sender as written, in lower case.
alter table inbox rename column order_key to sender;

alter table inbox
    -- mails of one line are handled in the order in which they were stored, and how many of them wait is counted by line:
    -- "player 17" for all that shows a token of his, "question 17" for the answers to a question to somebody who is no
    -- player yet, with the row of the mail that it is about; for all others it is the sender
    add column line text,
    -- whether a token of ours in the mail says whose line it is. Such mails are claimed before all others, which anybody
    -- can write under as many names as he likes
    add column proven boolean not null default false;

-- Mails that were put off stood in a line of their own.
update inbox set sender = regexp_replace(sender, '^flood ', '');
update inbox set line = sender;
alter table inbox alter column line set not null;

-- who is the first of his line
drop index inbox_new;
create index inbox_new on inbox (line, id) where state = 'new';
-- What may be claimed, whose time came first. What is put off stands at the end, so that nobody has to look through it. It
-- names the attempts for the reason given above.
drop index inbox_fresh;
create index inbox_fresh on inbox (proven, run_after, id) where state = 'new' and attempts = 0;
