-- What was typed into the entry form of the pages, and is entered by nobody yet: it waits until its writer says by mail that
-- they want it in the archive. The role that serves the pages cannot read it.

create table entry_waiting (
    -- SHA-256 of what it waits under; only the writer knows that
    key_hash bytea primary key check (octet_length(key_hash) = 32),
    -- where its games are to be filed
    collection text not null check (char_length(collection) <= 80),
    -- the games, in the export format
    pgn text not null check (octet_length(pgn) <= 524288),
    -- the game of the archive whose place they take, and SHA-256 of the edit password as it was typed; null: they are new
    overwrites bigint check (overwrites > 0),
    password_hash bytea check (octet_length(password_hash) = 32),
    since timestamptz not null default clock_timestamp(),
    check ((overwrites is null) = (password_hash is null))
);

create index entry_waiting_since on entry_waiting (since);

-- It may be there from before, where a backup is restored.
create schema if not exists web;

-- Lets what was typed wait, and says whether there was room for it. All that waits is bounded, whoever calls this; what has
-- waited for seven days gives its place up. It is the only thing that the role that serves the pages can do.
create or replace function web.keep_entry(bytea, text, text, bigint, bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
    -- One after the other, or two would share the last place.
    perform pg_advisory_xact_lock(110, 1);
    delete from public.entry_waiting where since < now() - interval '7 days';
    if (select count(*) >= 1000 or coalesce(sum(octet_length(pgn)), 0) + octet_length($3) > 67108864
        from public.entry_waiting) then
        return false;
    end if;
    insert into public.entry_waiting (key_hash, collection, pgn, overwrites, password_hash) values ($1, $2, $3, $4, $5);
    return true;
end $$;

grant execute on function web.keep_entry(bytea, text, text, bigint, bytea) to public;
