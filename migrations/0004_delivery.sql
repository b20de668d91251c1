-- What sending and restoring need to know beyond the first floor.

-- when the relay first wanted this mail later; it is given up when that was too long ago
alter table outbox add column first_refused_at timestamptz;

-- how often this mail was given back to be handled once more, by its sender's confirmation or by the administrator; what
-- is drawn by lot for a mail depends on it, so that a second handling draws anew
alter table inbox add column round integer not null default 0 check (round >= 0);
-- it was handled before by a database that was lost, and is read again for its effect; what it brings about was sent then
alter table inbox add column replayed boolean not null default false;
