-- What a realm gave a session along, sealed like its tokens; empty: nothing.
alter table session_secrets
    add column data bytea not null default '';
