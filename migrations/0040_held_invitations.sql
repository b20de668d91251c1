-- Invitations that wait, since their inviter has invited enough people on one day. The challenge is there, under its number;
-- only the letter to the invited address has not gone out. It has a row here until it does.

create table held_invitation (
    -- the challenge; who invites whom, and on which terms, stands there
    game_id bigint primary key references game,
    -- the day (UTC) on which it is sent, if the invited address can get one then; null: never, since the challenge was taken
    -- back or could not be passed on. The row stays, for an address that was never written to may be invited again
    due_on date
);

create index held_invitation_due on held_invitation (due_on, game_id) where due_on is not null;
