-- Directors decide by mail.

-- who decided it, where it was a director
alter table tournament_record add column director_id bigint references player;

create index tournament_record_director on tournament_record (director_id) where director_id is not null;
