-- Holiday notes of mail programs. They are never answered; the next letter that goes to their player anyway says what was read,
-- and which words would make it leave.

create table absence_note (
    player_id bigint not null references player,
    -- the days that the note names (UTC), as they were read; each period is told of once
    first_day date not null,
    last_day date not null,
    -- when the first such note came
    came_at timestamptz not null,
    -- when the letter was written that told of it; null while none was
    told_at timestamptz,
    primary key (player_id, first_day, last_day),
    check (first_day <= last_day)
);

create index absence_note_untold on absence_note (player_id) where told_at is null;
