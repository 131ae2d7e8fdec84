-- With what somebody is signed in, in a few words, and when they last used it; as long as the secret is known and no longer.
alter table session_secrets
    add column browser smallint    not null default 0,
    add column system  smallint    not null default 0,
    add column used_at timestamptz not null default 'epoch';
