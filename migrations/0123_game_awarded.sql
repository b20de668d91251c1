-- Which game a decision of a tournament is about: what was written of it is emptied when one of its players is forgotten.
alter table tournament_record add column game_id bigint references game;

update tournament_record set game_id = game.id
from game
where tournament_record.kind = 'awarded' and game.id::text = substring(tournament_record.words from '^game ([0-9]+),');

-- Of those who were forgotten before.
update tournament_record set words = split_part(words, ':', 1)
from had_side join player on player.id = had_side.player_id
where had_side.game_id = tournament_record.game_id and player.forgotten_at is not null;
