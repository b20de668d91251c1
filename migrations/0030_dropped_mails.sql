-- The texts of mails that must not be answered are kept as long as there is room for them (server.keep_dropped_mib): the
-- newest first. Which they are, without a look at all others; those that show a code of ours are kept in any case.

create index inbox_dropped on inbox (id) where state = 'dropped' and raw is not null and not proven;
