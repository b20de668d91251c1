-- Moves that are taken back, games that are broken off, and what the administrator decides.

-- A ply can be reached twice now, so that it no longer says which position a mail answers. A turn never comes again: it
-- goes up by one with every move, and with every move that is taken back.
alter table game
    -- how many times the position has changed, by moves, takebacks and corrections; a token is bound to this number
    add column turn integer not null default 0 check (turn >= 0),
    -- the turn that began when moves were last taken back or the game was corrected; null: never. Since then each turn is
    -- one move
    add column rewound integer check (rewound <= turn),
    -- the side whose offer to take back its last move stands
    add column takeback_offer text check (takeback_offer in ('white', 'black')),
    -- such offers of one side that came to nothing, as in draw_offers
    add column takeback_offers text not null default '',
    -- the side whose offer to end the game without a result stands
    add column abort_offer text check (abort_offer in ('white', 'black')),
    -- such offers of one side that came to nothing, as in draw_offers
    add column abort_offers text not null default '';

-- Until now nothing was ever taken back.
update game set turn = ply;

-- As the token, so the question: it dies with the turn.
alter table confirmation rename column ply to turn;
alter table question rename column ply to turn;

-- A game that was broken off, or adjudicated so, is over without a result.
alter table game
    drop constraint game_check4,
    add constraint game_result_known check (phase = 'over' or result = '*'),
    add constraint game_result_missing check (phase <> 'over' or result <> '*' or ending in ('aborted', 'adjudication')),
    drop constraint game_ending_check,
    add constraint game_ending_check
        check (ending in ('checkmate', 'stalemate', 'insufficient material', 'fivefold repetition', 'seventy-five moves',
                          'threefold repetition', 'fifty moves', 'draw agreed', 'resignation', 'aborted', 'adjudication'));

alter table event
    -- null for what the administrator decided
    alter column player_id drop not null,
    -- of what changed the position: the turn that it began. Null in moves that are older than this column: their ply is
    -- their turn
    add column turn integer check (turn > 0),
    -- of moves that are taken back and of a correction: how many plies of the game are left
    add column left_plies integer check (left_plies >= 0),
    -- of an adjudication: the result
    add column result text check (result in ('*', '1-0', '0-1', '1/2-1/2')),
    -- of what the administrator decided: why, as he wrote it; may be empty
    add column reason text,
    drop constraint event_kind_check,
    add constraint event_kind_check
        check (kind in ('challenged', 'accepted', 'declined', 'withdrawn', 'moved', 'draw offered', 'draw declined',
                        'draw agreed', 'draw claimed', 'resigned', 'takeback offered', 'takeback declined', 'taken back',
                        'abort offered', 'abort declined', 'aborted', 'adjudicated', 'corrected')),
    add constraint event_by_player check ((kind in ('adjudicated', 'corrected')) = (player_id is null)),
    add constraint event_reason check ((kind in ('adjudicated', 'corrected')) = (reason is not null)),
    add constraint event_left_plies check ((kind in ('taken back', 'corrected')) = (left_plies is not null)),
    add constraint event_turn check (case when turn is null then left_plies is null
                                     else kind in ('moved', 'taken back', 'corrected') end),
    add constraint event_result check ((kind = 'adjudicated') = (result is not null));

-- A turn is begun once, even if everything above should fail.
drop index event_ply;
create unique index event_turn on event (game_id, coalesce(turn, ply)) where kind in ('moved', 'taken back', 'corrected');
