-- Residents' own profiles: a read model, all that is personal sealed.
create table residents (
    person_id              uuid        not null,
    usual_name             bytea       not null default '',
    home_address           bytea       not null default '',
    email                  bytea       not null default '',
    phone                  bytea       not null default '',
    email_verified         boolean     not null default false,
    phone_verified         boolean     not null default false,
    -- When a code was made that waits to be told.
    email_code_at          timestamptz,
    phone_code_at          timestamptz,
    channel                smallint    not null default 0,
    service_area_id        uuid,
    contact_info_revision  integer     not null default 0,
    notifications_revision integer     not null default 0,
    service_area_revision  integer     not null default 0,
    accepted_terms         integer     not null default 0,
    accepted_terms_at      timestamptz,
    constraint residents_pkey primary key (person_id)
);

-- The terms of use: what is being written, and what was published when and by whom.
create table terms_drafts (
    terms_id uuid    not null,
    texts    jsonb   not null,
    revision integer not null,
    constraint terms_drafts_pkey primary key (terms_id)
);

create table terms_publications (
    version      integer     not null,
    texts        jsonb       not null,
    published_at timestamptz not null,
    published_by uuid,
    constraint terms_publications_pkey primary key (version)
);

-- Since when a session lasts: the terms that were in force then had to be accepted. What began before this column owes none.
alter table sessions add column started_at timestamptz not null default 'epoch';
