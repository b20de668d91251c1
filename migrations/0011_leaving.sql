-- Players who leave by mail.

-- leaving: did you write that you leave for good?
alter table confirmation drop constraint confirmation_purpose_check;
alter table confirmation add constraint confirmation_purpose_check
    check (purpose in ('address', 'orders', 'change', 'leaving'));

-- set when the mail says that its sender leaves for good, he was asked about that, and said yes. That he confirmed his
-- address, or anything else, does not count as that
alter table inbox add column leaving_confirmed_at timestamptz;

-- whether it is the farewell to somebody who was forgotten. It goes out after him, so it is queued with his address; as
-- soon as it is sent or given up, nothing is left of either, whichever statement says so
alter table outbox add column farewell boolean not null default false;

create function farewell_is_forgotten() returns trigger language plpgsql as $$
begin
    new.recipient := 'forgotten ' || new.id;
    new.bytes := null;
    new.error := null;
    return new;
end
$$;

create trigger outbox_farewell before insert or update on outbox for each row
    when (new.farewell and new.state not in ('queued', 'held'))
    execute function farewell_is_forgotten();
