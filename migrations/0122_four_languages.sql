-- Letters in French, Spanish, Dutch and Italian as well.

alter table player
    drop constraint player_language_known,
    add constraint player_language_known check (language in ('en', 'de', 'fr', 'es', 'nl', 'it'));

alter table confirmation
    drop constraint confirmation_language_known,
    add constraint confirmation_language_known check (language in ('en', 'de', 'fr', 'es', 'nl', 'it'));
