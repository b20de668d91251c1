-- Letters that come back, addresses that rest, letters that are not sent because a later one says all that they say.

-- One point a day on which a letter came back; the address rests when there are as many as server.bounces says, and any
-- authenticated mail of its player takes them all away.
alter table address add column bounce_score integer not null default 0 check (bounce_score >= 0);
-- the day (UTC) on which a bounce was counted for the last time; the score is stale seven days after it
alter table address add column bounced_on date;

create table rest (
    id bigint generated always as identity primary key,
    -- the player to whom nothing is sent, and whose clocks stand meanwhile
    player_id bigint not null references player,
    -- bounces: mail to him comes back; his next authenticated mail ends the rest
    -- complaint: his provider reports our mail as spam; his "start" ends it
    reason text not null check (reason in ('bounces', 'complaint')),
    since timestamptz not null default now(),
    -- when it ended; null while it lasts
    until timestamptz,
    check (until >= since)
);

create unique index rest_now on rest (player_id) where until is null;
create index rest_player on rest (player_id, since);

-- The times in which a game's clock stands because one of its players cannot be reached: what time used is counted
-- without.
create view game_rest as
    select game.id as game_id, rest.player_id,
           -- a game that begins in a rest stands from its beginning
           greatest(rest.since, game.started_at) as since,
           -- null while it lasts
           least(rest.until, game.finished_at) as until
    from rest
    join game on rest.player_id in (game.challenger_id, game.opponent_id)
    where game.started_at is not null
      and (rest.until is null or rest.until > game.started_at)
      and (game.finished_at is null or game.finished_at > rest.since);

create table bounce (
    -- each report about a letter of ours, counted or not
    id bigint generated always as identity primary key,
    -- the letter that is reported on
    outbox_id bigint not null references outbox,
    -- the mail that says so; null when the relay refused the letter at once
    inbox_id bigint references inbox,
    -- permanent, refused, temporary, delayed, delivered, unknown: what the report says; complaint: it was called spam
    kind text not null check (kind in ('permanent', 'refused', 'temporary', 'delayed', 'delivered', 'unknown',
                                       'complaint')),
    -- the status code (RFC 3463) and the other server's words, in one line
    words text,
    -- whether it added a point to the address
    counted boolean not null,
    at timestamptz not null default now()
);

create index bounce_outbox on bounce (outbox_id);

-- held: waits until its reader's address does not rest any more
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
    check (state in ('queued', 'held', 'sent', 'failed', 'superseded'));
-- whether it says nothing but how its game stands, so that a later letter which shows all moves may take its place
alter table outbox add column passing boolean not null default false;

-- which letter a bounce is about
create index outbox_envelope on outbox (envelope_from) where envelope_from <> '';
-- what waits for a reader, of one game or of all
create index outbox_waiting on outbox (player_id, game_id) where state in ('queued', 'held');
