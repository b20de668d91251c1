-- Games that begin elsewhere than usual.

alter table game
    -- the rules of castling: standard, or Chess960, in which king and rooks castle from wherever they began
    add column variant text not null default 'standard' check (variant in ('standard', 'chess960')),
    -- the position in which the game begins, as FEN: the moves are replayed from here
    add column start text not null default 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

alter table event
    -- of a challenge: as in game; null in challenges to the usual game that are older than these columns
    add column variant text check (variant in ('standard', 'chess960')),
    add column start text,
    add check (start is null or kind = 'challenged'),
    add check ((start is null) = (variant is null));
