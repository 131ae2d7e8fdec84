-- That a session was ended from another one is told to the browser that still holds its secret; as long as the secret is known.
alter table session_secrets
    add column ended_elsewhere boolean not null default false;
