-- The subject of the letters of a game names the players as they are called when a letter is written. It was kept from
-- the day on which the game began, and showed names that nobody bore any more.
alter table game drop column subject;
