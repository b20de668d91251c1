-- Games of the archive are found by a position without a look at each of them.

alter table archive_game
    -- for the pawns and the number of men of each kind that stood in the game, 20 bits, each once: few games have one of these
    -- in common unless they are near each other, and a game has a third as many of them as positions. And for the number of
    -- men of each kind alone, as negative numbers. penpawn fills in those of the games that are here already; without them a
    -- game is not found by what stood on the board
    add column structures integer[] check (array_position(structures, null) is null);

-- It is added to in large pieces: each of its pages is written once for some hundreds of games of an import, not for each.
create index archive_game_structures on archive_game using gin (structures) with (gin_pending_list_limit = 16384);

create or replace view web.entered as
select id, web.without_addresses(white) as white, web.without_addresses(black) as black, played_on, result, eco,
       web.without_addresses(opening) as opening, web.without_addresses(pgn) as pgn, entered_at, changed_at,
       xmin::text as version, placements, structures
from archive_game;
