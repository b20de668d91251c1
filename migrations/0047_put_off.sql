-- A mail whose decision another daemon has overtaken is decided anew, uncounted. What is overtaken without end is no
-- chance any more but a fault, and must not be tried for ever.
alter table inbox add column put_off smallint not null default 0;
comment on column inbox.put_off is
    'How often another daemon has written down meanwhile what this mail''s decision did not fit.';
