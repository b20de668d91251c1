-- What is due by itself in many games at once, flags and reminders, delays no letter that somebody waits for: those that answer
-- mails, and those of moves, go first.

create index outbox_first on outbox ((cause_inbox_id is null and occasion not in ('your_move', 'move_played', 'over')), id)
    where state = 'queued';

drop index outbox_due;
