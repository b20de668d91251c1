-- Who has said "stop" has no secret link to their calendar any more, whenever they have said it.

delete from calendar_link where player_id in (select player_id from address join silence using (key));
