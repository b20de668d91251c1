-- What players agree upon about their clocks, and leave that begins by itself.

alter table game
    -- the side that offers that nobody's clock runs until a day
    add column pause_offer text check (pause_offer in ('white', 'black')),
    -- the last day (UTC) of that pause
    add column pause_last_day date,
    -- the offers of one side since the other last offered, as those of a draw
    add column pause_offers text not null default '',
    add constraint game_pause_offer check ((pause_offer is null) = (pause_last_day is null));

alter table player
    -- whether their leave begins by itself when their time is over
    add column automatic_leave boolean not null default false;
