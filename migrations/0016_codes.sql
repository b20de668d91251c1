-- Codes that open one door: the code of a letter that lists games is good for each of them at the turn that it had then.

alter table game
    -- when the present turn began, by the clock of this database, read while the row was locked: what a list that was
    -- written before shows is not this position. The beginning of a challenge begins its first turn
    add column turned_at timestamptz not null default now();

update game set turned_at = coalesce(
    (select max(decided_at) from event
     where event.game_id = game.id and kind in ('challenged', 'moved', 'taken back', 'corrected')),
    now());
