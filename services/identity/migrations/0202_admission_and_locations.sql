-- Whether a resident was admitted at sign-in: 0, or why not. Session ids are in the order of time.
alter table sessions add column denial smallint not null default 0;

create index sessions_person_id_idx on sessions (person_id, session_id);

-- What administrators keep of a location. What is unique may be empty.
alter table locations
    add column description   text not null default '',
    add column address       text not null default '',
    add column external_id   text not null default '',
    add column oid           text not null default '',
    add column source_system text not null default '',
    add column updated_at    timestamptz not null default 'epoch';

create unique index locations_external_id_key on locations (external_id) where external_id <> '';

create unique index locations_oid_key on locations (oid) where oid <> '';

create index locations_name_idx on locations (name, location_id);
