-- Why a mailbox cannot be read, so that `penpawn status` names it at once.

alter table mailbox
    -- what the last try met that did not end with a look into it, in words, without any password or token; null when it was
    -- looked into since
    add column fault text,
    -- when that was
    add column fault_at timestamptz,
    -- lasting: a setting, a password, a token or a certificate is wrong, and only an administrator can help; passing: it may be
    -- over by itself
    add column fault_kind text check (fault_kind in ('lasting', 'passing')),
    add check ((fault is null) = (fault_at is null) and (fault is null) = (fault_kind is null));
