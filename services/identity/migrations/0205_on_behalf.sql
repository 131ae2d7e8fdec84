-- Acting on behalf of another person. Of the represented person a session knows an id, a sealed name and which matters.
alter table sessions
    add column principal_id          uuid,
    add column principal_given_name  bytea   not null default '',
    add column principal_family_name bytea   not null default '',
    add column health                boolean not null default false,
    add column social                boolean not null default false,
    -- For whom the session acted until the authorisation was found gone.
    add column revoked_principal_id  uuid;

-- The personal identity code of who signed in, sealed: the national service is asked by it.
alter table session_secrets add column ssn bytea not null default '';

-- Between the way to the national service and the way back. Belongs to no event, not rebuilt.
create table pending_on_behalf (
    callback_hash         bytea       not null,
    session_id            uuid        not null,
    authorization_session text        not null,
    return_to             text        not null,
    redirect_uri          text        not null,
    created_at            timestamptz not null,
    constraint pending_on_behalf_pkey primary key (callback_hash)
);

create index pending_on_behalf_created_at_idx on pending_on_behalf (created_at);

-- What an authorisation in use is checked with, and when it last was. Belongs to no event, not rebuilt.
create table mandates_in_use (
    session_id            uuid        not null,
    principal_ssn         bytea       not null,
    authorization_session text        not null,
    checked_at            timestamptz not null,
    constraint mandates_in_use_pkey primary key (session_id)
);
