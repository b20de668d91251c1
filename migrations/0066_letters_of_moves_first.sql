-- What is due by itself in many games at once, flags and reminders, delays no letter that somebody waits for: those that answer
-- mails, and those of moves, go first.

-- whether nobody waits for it
alter table outbox add column later boolean not null default false;

create index outbox_first on outbox (later, id) where state = 'queued';

drop index outbox_due;
