-- Games end in positions in which nobody can mate any more, however many pieces are left (dead positions, FIDE 5.2.2).

alter table game
    drop constraint game_ending_check,
    add constraint game_ending_check
        check (ending in ('checkmate', 'stalemate', 'insufficient material', 'dead position', 'fivefold repetition',
                          'seventy-five moves', 'threefold repetition', 'fifty moves', 'draw agreed', 'resignation',
                          'aborted', 'adjudication'));

alter table event
    -- of a move: what was found of the position after it that does not always follow from it. A dead position ends the
    -- game; it is recorded, for later versions may find more of them, and a game that went on then went on. Null where
    -- nothing was found, and in moves that are older than this column
    add column found text check (found in ('dead position')),
    add constraint event_found check (found is null or kind = 'moved');
