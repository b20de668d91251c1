-- The language of a player's letters.

alter table player
    add column language text not null default 'en'
        constraint player_language_known check (language in ('en', 'de'));

comment on column player.language is
    'in which language letters to them are written, by its code (ISO 639-1); the letters of pieces are set apart from it';
