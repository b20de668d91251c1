-- What stops a game's clock because letters come back is written down by itself, for fourteen days in a game at the most
-- (clock_stop). That it stands as long as one of its players cannot be reached is no longer true.
drop view game_rest;
