-- Games that begin elsewhere than usual, and end in all the ways of the Laws of Chess.

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

alter table game
    -- the draw offers of one side since the other last offered: the side, and the number of the next move each time, as
    -- in 'white 6 7'; three in a row are enough
    add column draw_offers text not null default '',
    drop constraint game_ending_check,
    add constraint game_ending_check
        check (ending in ('checkmate', 'stalemate', 'insufficient material', 'fivefold repetition', 'seventy-five moves',
                          'threefold repetition', 'fifty moves', 'draw agreed', 'resignation'));

alter table event
    -- of a draw that was claimed: what gave the right to it
    add column grounds text check (grounds in ('threefold repetition', 'fifty moves')),
    drop constraint event_kind_check,
    add constraint event_kind_check
        check (kind in ('challenged', 'accepted', 'declined', 'withdrawn', 'moved', 'draw offered', 'draw declined',
                        'draw agreed', 'draw claimed', 'resigned')),
    add check ((kind = 'draw claimed') = (grounds is not null));
