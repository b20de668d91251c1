-- What players have set about time: where they live, when they are reminded, and whether the list of their games is sent
-- to them by itself.

alter table player
    -- the time zone in which they live, by its name in the IANA data base: instants are printed in it as well, and its night
    -- is kept free of reminders; null: not known
    add column zone text constraint player_zone check (zone <> ''),
    -- when they are reminded of a move: usual, off, or at how many seconds left, the most first, with commas between
    add column reminders text not null default 'usual' constraint player_reminders check (reminders ~ '^(usual|off|[0-9,]+)$'),
    -- how often the list of their games is sent to them: off, daily, weekly
    add column digest text not null default 'off' constraint player_digest check (digest in ('off', 'daily', 'weekly')),
    -- when it is sent next; null where it is not
    add column digest_due timestamptz constraint player_digest_due check (digest = 'off' or digest_due is not null);

create index player_digest on player (digest_due) where digest_due is not null;
