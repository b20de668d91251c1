-- Finished games that everybody may read.

alter table player
    -- whether games of theirs may be published that end from now on, and those that ended while both had said so
    add column public boolean not null default false;

alter table game
    -- whether both players had said so when the game ended; it is public as long as both still say so
    add column public_at_end boolean not null default false
        constraint game_public_at_end check (not public_at_end or phase = 'over');

create index game_public_at_end on game (id) where public_at_end;
