-- What the realm calls the session and the person, as hashes: by these it tells that somebody signed out there.
alter table session_secrets
    add column realm_session bytea not null default '',
    add column realm_subject bytea not null default '';

create index session_secrets_realm_session_idx on session_secrets (realm_session) where realm_session <> '';
create index session_secrets_realm_subject_idx on session_secrets (realm_subject) where realm_subject <> '';
