-- Keys that are changed, mails that are erased, players who are forgotten.

-- Versions go on after 26: the letter in a token begins again with a. Only the two newest keys are accepted, so a letter
-- never names two of them.
alter table token_key drop constraint token_key_version_check;
alter table token_key add constraint token_key_version_check check (version > 0);

-- null when the letter was erased: server.keep_mails_days have passed, or its reader was forgotten. What is still to be
-- sent is never erased.
alter table outbox alter column bytes drop not null;
alter table outbox add constraint outbox_bytes_kept check (bytes is not null or state <> 'queued');

-- when all that we know of him was erased; his games stay, under the pseudonym that is his name since then. He has no
-- address any more, and no token of his is believed
alter table player add column forgotten_at timestamptz;

-- when the mail's text was erased; its hash stays, so that it is known again if it comes a second time
alter table inbox add column erased_at timestamptz;
