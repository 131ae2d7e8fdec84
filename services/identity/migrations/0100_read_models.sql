-- Read models of identity.

create table sessions (
    session_id  uuid        not null,
    person_id   uuid        not null,
    realm       smallint    not null,
    given_name  bytea       not null,
    family_name bytea       not null,
    role_id     uuid,
    location_id uuid,
    ended       boolean     not null,
    constraint sessions_pkey primary key (session_id)
);

create table practitioners (
    person_id    uuid     not null,
    name         bytea    not null,
    level        smallint not null,
    role_ids     uuid[]   not null,
    location_ids uuid[]   not null,
    constraint practitioners_pkey primary key (person_id)
);

create index practitioners_location_ids_idx on practitioners using gin (location_ids);

create table roles (
    role_id uuid  not null,
    names   jsonb not null,
    constraint roles_pkey primary key (role_id)
);

create table locations (
    location_id  uuid not null,
    name         text not null,
    municipality text not null,
    constraint locations_pkey primary key (location_id)
);

create table recent_locations (
    person_id   uuid        not null,
    location_id uuid        not null,
    chosen_at   timestamptz not null,
    constraint recent_locations_pkey primary key (person_id, location_id)
);
