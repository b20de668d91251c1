-- How players write the letters of the pieces, which decides whether a small b is the pawn or the bishop.

alter table event
    -- of a move: whether its player wrote the letter of the piece large or small; null where no letter said it, as in e4,
    -- g1f3, O-O and "knight f3", where he wrote all of it in capitals, and in moves that are older than this column
    add column piece_letter text check (piece_letter in ('large', 'small')),
    add constraint event_piece_letter check (piece_letter is null or kind = 'moved');
