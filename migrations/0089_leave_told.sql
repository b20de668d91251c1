-- Opponents who were told of leave are told when it ends early, whatever else they were told on that day; those who were not are
-- not told of its end either.

alter table leave
    -- whether the player's opponents were told of it; false where enough was told on that day
    add column told boolean not null default true;
