-- What the administrator wrote about a game of somebody who was forgotten since.

-- An event is never changed, but for when a player was told of it; and the reason of a ruling, which may be about a person,
-- can be emptied once a player of the game was forgotten.
create or replace function event_is_append_only() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        if old.delivered_at is null then
            old.delivered_at := new.delivered_at;
        end if;
        if old.reason is not null and new.reason = '' and exists (
            select from game join player on player.id in (game.challenger_id, game.opponent_id)
            where game.id = old.game_id and player.forgotten_at is not null) then
            old.reason := '';
        end if;
        if old is not distinct from new then
            return new;
        end if;
    end if;
    raise exception 'events are only ever appended';
end
$$;

-- For those who were forgotten before this.
update event set reason = ''
from game join player on player.id in (game.challenger_id, game.opponent_id)
where game.id = event.game_id and player.forgotten_at is not null and event.reason <> '';
