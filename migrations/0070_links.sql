-- Which links to answers players want in their letters.

alter table player
    -- They stand in letters that are HTML. plain: what can be answered in a word or two; moves: each legal move as well; off: none
    add column links text not null default 'plain' check (links in ('moves', 'plain', 'off'));
