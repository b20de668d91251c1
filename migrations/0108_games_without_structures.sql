-- Games that have no structures yet are looked for at each start, and after the first there are none: without an index each of a
-- million games would be looked at for that.
create index archive_game_without_structures on archive_game (id) where structures is null;
