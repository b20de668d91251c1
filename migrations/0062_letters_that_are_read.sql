-- What players want to read of what happens in their games.

alter table player
    -- what they get for a move of their own. full: as the letter of the other player, with board and moves; short: what was
    -- played, the position and the clocks; off: nothing, where there is nothing to say but that it was played as sent
    add column receipts text not null default 'short' check (receipts in ('full', 'short', 'off')),
    -- whether the game comes as a PGN file with each letter of a move
    add column pgn_files boolean not null default true,
    -- plain: the letters of a game have one subject; moves: it says the last move and whose turn it is
    add column subjects text not null default 'plain' check (subjects in ('plain', 'moves'));
