-- Every row has its keys by now: penpawn has filled them in between migration 20 and this one.

alter table player alter column name_key set not null;
alter table archive_game
    alter column players_key set not null,
    alter column collection_key set not null,
    alter column opening_key set not null;
