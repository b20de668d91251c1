-- Names are compared by a key of penpawn's own (NameKey in src/letters/name_key.rs), octet by octet: what a database takes
-- for the small letter of a capital depends on its locale, and with C it knows none beyond ASCII.

alter table player
    -- the key of the name; penpawn fills in those of the rows that are here already, and migration 27 demands them
    add column name_key text collate "C";
drop index player_name;
-- One may be challenged by name, so a name means one player in whatever spelling. Names with numbers behind them stand
-- together in it, which is how a free number is found.
create unique index player_name_key on player (name_key);

alter table archive_game
    -- the keys of both players' names, White's first, with a line end between; parts of names are looked for in it
    add column players_key text collate "C",
    -- the key of the collection's name
    add column collection_key text collate "C",
    -- the key of the opening's name
    add column opening_key text collate "C";
drop index archive_game_collection;
create index archive_game_collection_key on archive_game (collection_key);

-- Addresses and ids of borders were made small letters before they came here. That none of ASCII is a capital can be said
-- without asking the locale.
alter table address drop constraint address_key_check,
    add constraint address_key_check check (
        key = translate(key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'));
alter table silence drop constraint silence_key_check,
    add constraint silence_key_check check (
        key = translate(key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'));
alter table border_check drop constraint border_check_authserv_id_check,
    add constraint border_check_authserv_id_check check (
        authserv_id = translate(authserv_id, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'));
alter table confirmation drop constraint confirmation_alias_key_check,
    add constraint confirmation_alias_key_check check (
        alias_key = translate(alias_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'));
