-- Who may act: what the border of our mail server was found to do, addresses that are about to become a player's, and
-- whom players do not want to hear from.

create table border_check (
    -- an authserv-id (RFC 8601 2.5) that the settings name, in lower case
    authserv_id text primary key check (authserv_id = lower(authserv_id)),
    -- whether a header field that a sender forged with this id was taken out before the mail reached our mailbox, as
    -- RFC 8601 5 demands; only then does a "dmarc=pass" with this id prove anything
    strips boolean not null,
    -- when that was tried
    checked_at timestamptz not null default now()
);

-- change: is this address, which a player wants his mail sent to, yours?
alter table confirmation drop constraint confirmation_purpose_check;
alter table confirmation add constraint confirmation_purpose_check check (purpose in ('address', 'orders', 'change'));
-- the address from which a mail with a player's token came, if it was none of his: with the "yes" it becomes another one
-- of his; as key and as it was written
alter table confirmation add column alias_key text check (alias_key = lower(alias_key));
alter table confirmation add column alias_spelling text;
alter table confirmation add constraint confirmation_alias check ((alias_key is null) = (alias_spelling is null));

-- until when the player's mail went here. Who takes over another address of a player cannot remove the one that he came
-- from for a while, so that the player can take his name back
alter table address add column main_until timestamptz;

-- since when the administrator lets this player neither write nor get mail; null: he may
alter table player add column blocked_at timestamptz;

create table block (
    -- who does not want to hear
    player_id bigint not null references player,
    -- from whom: his challenges are refused, and his messages are not passed on; moves are
    blocked_id bigint not null references player,
    since timestamptz not null default now(),
    primary key (player_id, blocked_id),
    check (player_id <> blocked_id)
);
