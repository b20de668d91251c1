-- The club list: who has agreed that other players read their name, rating, number of games and the week of their last move.

alter table player add listed boolean not null default false;

create index player_listed on player (id) where listed;
