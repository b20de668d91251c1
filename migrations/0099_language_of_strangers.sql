-- Questions to strangers are asked in their own language, as far as we write it.

alter table confirmation
    add column language text not null default 'en'
        constraint confirmation_language_known check (language in ('en', 'de'));

comment on column confirmation.language is
    'in which language it was asked, by its code (ISO 639-1): that of a player who is new by the answer';
