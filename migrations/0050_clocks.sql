-- Games that are played with a clock.

alter table game
    -- how time is counted, as src/game/clock/text.rs writes it: `without` where nobody loses on time
    add column control text not null default 'without',
    -- what is left of both, and what was left before each ply that stands: for each side the moves that it has made and the
    -- seconds on its clock, in its bank, and for which it has stood because our letters came back; a ply begins with what it
    -- was charged. Null without a clock
    add column clock jsonb,
    -- when the letter that tells the side to move of its turn was accepted for delivery: its time runs since then. Null while
    -- nobody's clock runs, and where there is none
    add column told_at timestamptz,
    -- the earliest instant at which something may be due by itself. Only a hint: what is really due is found by looking at the
    -- game, and this is set anew then
    add column due_at timestamptz,
    add constraint game_clock check ((control = 'without') = (clock is null)),
    add constraint game_told check (control <> 'without' or told_at is null and due_at is null);

create index game_due on game (due_at) where due_at is not null;
