-- What names look like (NameLook in src/letters/name_look.rs): nobody takes a name that an eye takes for another player's,
-- or for one that was another player's until lately.

create table name_look (
    -- letters and figures that look the same are one here; penpawn fills in those of the players who are here already,
    -- each time the tables are brought up to date
    look text not null collate "C",
    -- whose name looks so. Players from before may share a look; a name has two looks at most
    player_id bigint not null references player,
    -- null while it is what the player is called; a name that they have given up stays theirs until then
    held_until timestamptz,
    primary key (look, player_id)
);
create index name_look_player on name_look (player_id);
