-- The first floor: players, games, and the way of a mail in and out.
--
-- All instants are timestamptz. Leases and retries compare with the database's own now(), so that the daemons' clocks
-- do not matter. Numbers that people write (games) and numbers that only we use (inbox, outbox) are identities.

-- ---------------------------------------------------------------------------------------------------------- players

create table player (
    -- never shown to another player
    id bigint generated always as identity primary key,
    -- as other players and the PGN show it; cleaned of control characters, addresses and URLs
    name text not null check (char_length(name) between 1 and 40),
    -- invited: somebody challenged this address, and it has not answered yet
    -- active: has shown that he reads mail at his address
    state text not null default 'invited' check (state in ('invited', 'active')),
    -- piece letters that he writes: a language of PGN standard section 17, as an ISO 639-1 code
    letters text not null default 'en',
    -- when the row was made
    created_at timestamptz not null default now(),
    -- when he first answered with a valid token
    active_at timestamptz,
    check ((state = 'active') = (active_at is not null))
);

-- one may be challenged by name, so a name means one player, however it is capitalised
create unique index player_name on player (lower(name));

create table address (
    -- local part and domain in lower case, for finding; identity folds neither dots nor plus forms
    key text primary key check (key = lower(key)),
    player_id bigint not null references player,
    -- as the player wrote it; mail goes to this spelling, since RFC 5321 2.4 lets a local part depend on case
    spelling text not null,
    -- the one address to which his mail goes
    main boolean not null default true,
    -- when a mail came back from it with a valid token; until then nothing said in its name is believed
    confirmed_at timestamptz,
    created_at timestamptz not null default now()
);

create unique index address_main on address (player_id) where main;
create index address_player on address (player_id);

create table silence (
    -- an address that said "stop": we never write to it again, whoever invites it, until it says "start"
    key text primary key check (key = lower(key)),
    since timestamptz not null default now()
);

create table letter_count (
    -- how many mails of a kind we wrote to an address on a day; what keeps two robots from talking for ever
    key text not null,
    day date not null,
    -- stranger: to unknown addresses; refusal: answers that only say what was wrong; invitation: to those invited,
    -- and under "from:KEY" those whom an address invited
    kind text not null,
    count integer not null check (count > 0),
    primary key (key, day, kind)
);

-- ------------------------------------------------------------------------------------------------------------ games

create sequence game_number;

create table game (
    -- the number that players write: "game 42"; drawn from game_number before the mails are rendered
    id bigint primary key,
    challenger_id bigint not null references player,
    opponent_id bigint not null references player,
    -- the colour the challenger asked for
    wish text not null check (wish in ('white', 'black', 'random')),
    -- the same in every mail of the game, or mail programs break the thread
    subject text not null,
    phase text not null check (phase in ('offered', 'declined', 'withdrawn', 'playing', 'over')),
    -- settled when the challenge is accepted
    white_id bigint references player,
    black_id bigint references player,
    -- how many plies have been played; a token is bound to this number
    ply integer not null default 0 check (ply >= 0),
    -- the moves in coordinate notation, separated by blanks: what the game is rebuilt from in one row
    moves text not null default '',
    -- the position (PGN standard 16.1), an en passant square after every double step
    fen text not null,
    -- the side whose draw offer stands
    draw_offer text check (draw_offer in ('white', 'black')),
    -- result token of PGN 8.1.1.7
    result text not null default '*' check (result in ('*', '1-0', '0-1', '1/2-1/2')),
    -- how it ended
    ending text check (ending in ('checkmate', 'stalemate', 'insufficient material', 'draw agreed', 'resignation')),
    -- how many events it has; the next event's number
    events integer not null check (events > 0),
    challenged_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    check (challenger_id <> opponent_id),
    check ((white_id is null) = (phase in ('offered', 'declined', 'withdrawn'))),
    check ((white_id is null) = (black_id is null)),
    check ((phase = 'over') = (ending is not null)),
    check ((phase = 'over') = (result <> '*')),
    check ((phase = 'over') = (finished_at is not null))
);

create index game_challenger on game (challenger_id) where phase in ('offered', 'playing');
create index game_opponent on game (opponent_id) where phase in ('offered', 'playing');
create index game_finished on game (finished_at, id) where phase = 'over';

-- ------------------------------------------------------------------------------------------------------ mail coming in

create table mailbox (
    id bigint generated always as identity primary key,
    -- user@host/folder: the same mailbox read by several daemons is one row
    name text not null unique,
    -- RFC 9051 2.3.1.1: UIDs mean something only together with it; null before the first look
    uidvalidity bigint,
    -- the first UID that has not been stored yet; only ever raised past UIDs that were stored or proved absent
    next_uid bigint not null default 1
);

create table inbox (
    id bigint generated always as identity primary key,
    mailbox_id bigint references mailbox,
    uidvalidity bigint,
    uid bigint,
    -- SHA-256 that knows the same mail again after a second delivery or a new UIDVALIDITY
    content_key bytea not null,
    -- mails of one sender are handled in the order in which they were stored; the sender as written, in lower case
    order_key text not null,
    -- INTERNALDATE: when our mail server took it (ICCF guideline 2j); never the mail's own Date
    arrived_at timestamptz not null,
    stored_at timestamptz not null default now(),
    -- size on the server in octets; raw is only the header block when it is over the limit
    size bigint not null,
    oversized boolean not null default false,
    raw bytea,
    -- new: to be handled; held: waits for its sender to confirm it; done: handled, perhaps with an answer;
    -- dropped: must not be answered; dead: could not be handled, kept for the administrator
    state text not null default 'new' check (state in ('new', 'held', 'done', 'dropped', 'dead')),
    -- why it is dropped, or what it was: duplicate, automatic, loop, bounce, stranger, …
    reason text,
    -- raised before the mail is looked at, so that a mail that kills the process is counted too
    attempts integer not null default 0,
    claim uuid,
    claim_until timestamptz not null default '-infinity',
    run_after timestamptz not null default '-infinity',
    -- the last error that handling it met
    error text,
    -- set when its sender confirmed it by answering our question
    confirmed_at timestamptz,
    handled_at timestamptz,
    player_id bigint references player,
    -- whether IMAP has been told (flag or folder); only a mirror, never read as truth
    mirrored boolean not null default false,
    unique (mailbox_id, uidvalidity, uid),
    -- a claim is given up with the state that it was made for, so whoever asks for a claim need not ask for the state
    check (claim is null or state = 'new')
);

-- Mails are kept as they are. Postgres would try to compress them, which takes longer than writing them, and a row with
-- half a page of mail in it would be copied with every change of its state.
alter table inbox alter column raw set storage external;

-- the same content is handled once; the second delivery is stored as dropped, so that IMAP can be told
create unique index inbox_content on inbox (content_key) where reason is distinct from 'duplicate';
-- who is the first of his sender
create index inbox_new on inbox (order_key, id) where state = 'new';
-- What may be claimed, oldest first. Both name the attempts, so that the planner cannot take them in the place of
-- inbox_new: when it believes that hardly any mail is new, all three look alike to it, and it would compare each mail of a
-- thousand with each other.
create index inbox_fresh on inbox (id) where state = 'new' and attempts = 0;
create index inbox_retried on inbox (id) where state = 'new' and attempts > 0;
create index inbox_unmirrored on inbox (mailbox_id, uid) where not mirrored and state <> 'new';

create table confirmation (
    -- SHA-256 of the token; the token itself stands only in the mail
    token_hash bytea primary key,
    -- address: is this address yours? orders: did you write this mail?
    purpose text not null check (purpose in ('address', 'orders')),
    -- whom we asked
    address_key text not null,
    address_spelling text not null,
    -- the name a new player will have
    name text not null,
    -- the player who is asked, unless he is new
    player_id bigint references player,
    -- the mail that waits
    inbox_id bigint not null references inbox,
    -- the game that it is about, and how many plies had been played: what was meant for one position is not done in
    -- another, however late the "yes" comes
    game_id bigint references game,
    ply integer,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- used once; a second "yes" is told so
    used_at timestamptz
);

-- -------------------------------------------------------------------------------------------------- what happened in games

create table event (
    game_id bigint not null references game,
    -- counted from 0 within the game, without a gap
    number integer not null check (number >= 0),
    kind text not null check (kind in ('challenged', 'accepted', 'declined', 'withdrawn', 'moved', 'draw offered',
                                       'draw declined', 'draw agreed', 'resigned')),
    -- who did it
    player_id bigint not null references player,
    -- the side that did it, once the colours are settled
    side text check (side in ('white', 'black')),
    -- of a challenge: the colour asked for
    wish text check (wish in ('white', 'black', 'random')),
    -- of an acceptance: who has White
    white_id bigint references player,
    -- of a move: which ply of the game it is, counted from 1
    ply integer check (ply > 0),
    san text,
    uci text,
    -- the mail that brought it about
    inbox_id bigint references inbox,
    -- when that mail arrived at our mail server; time used is counted up to here
    arrived_at timestamptz not null,
    -- when it was decided
    decided_at timestamptz not null,
    -- when the mail that tells the other player was accepted for delivery; his time begins here
    delivered_at timestamptz,
    primary key (game_id, number),
    check ((kind = 'moved') = (ply is not null)),
    check ((kind = 'moved') = (san is not null and uci is not null)),
    check ((kind = 'challenged') = (wish is not null)),
    check ((kind = 'accepted') = (white_id is not null))
);

-- a ply is played once, and a mail plays at most one move in a game, even if everything above should fail
create unique index event_ply on event (game_id, ply) where kind = 'moved';
create unique index event_mail on event (inbox_id, game_id) where kind = 'moved';

create function event_is_append_only() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and old.delivered_at is null then
        old.delivered_at := new.delivered_at;
        if old is not distinct from new then
            return new;
        end if;
    end if;
    raise exception 'events are only ever appended';
end
$$;

create trigger event_append_only before update or delete on event
    for each row execute function event_is_append_only();

create table question (
    -- an open numbered question to a player; it dies with the position it was asked in
    game_id bigint not null references game,
    player_id bigint not null references player,
    -- how many plies had been played when it was asked
    ply integer not null,
    -- the readings in coordinate notation, separated by blanks; the first is number 1
    choices text not null,
    primary key (game_id, player_id)
);

-- ------------------------------------------------------------------------------------------------------ mail going out

create table outbox (
    id bigint generated always as identity primary key,
    -- the mail that brought it about
    cause_inbox_id bigint references inbox,
    -- the occasion, named after the template
    occasion text not null,
    player_id bigint references player,
    game_id bigint references game,
    -- the event that this mail tells the other player of; its delivered_at is set when this is accepted
    event_number integer,
    -- counts the letters of one occasion that one mail brings about in one game, from 0: two challenges in a mail are two
    nth integer not null default 0,
    -- RFC 5321 MAIL FROM; empty for the null sender
    envelope_from text not null,
    recipient text not null,
    -- without angle brackets; a second copy after a crash has the same. In the order of its octets, so that all letters
    -- with one token, which their ids begin with, stand together in the index
    message_id text collate "C" not null unique,
    -- the whole mail as it goes out, rendered before the first attempt
    bytes bytea not null,
    state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'superseded')),
    attempts integer not null default 0,
    claim uuid,
    claim_until timestamptz not null default '-infinity',
    run_after timestamptz not null default '-infinity',
    -- the last answer of the relay that was not an acceptance
    error text,
    created_at timestamptz not null default now(),
    -- when the relay accepted it
    sent_at timestamptz,
    foreign key (game_id, event_number) references event (game_id, number),
    -- as for inbox
    check (claim is null or state = 'queued')
);

-- as for inbox
alter table outbox alter column bytes set storage external;

-- a mail brings about its letters once, however often it is handled
create unique index outbox_effect on outbox (cause_inbox_id, occasion, recipient, coalesce(game_id, 0), nth);
create index outbox_due on outbox (id) where state = 'queued';

-- ------------------------------------------------------------------------------------------------------------ secrets

create table token_key (
    -- counted from 1; the letter in a token names it, a = 1
    version integer primary key check (version between 1 and 26),
    -- 32 random octets, the key of the message authentication code
    secret bytea not null check (octet_length(secret) = 32),
    created_at timestamptz not null default now()
);
