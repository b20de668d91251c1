-- Who goes on in a knock-out and does not know yet whom they meet is told so: the round that they have reached when they were;
-- null: they were not, or a result was changed by which they have not reached it
alter table tournament_player add told_through integer check (told_through >= 2);
