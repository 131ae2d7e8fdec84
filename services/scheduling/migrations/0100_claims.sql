-- Who has a time: the row says so, and never a clock (see src/claims.rs). Times of the own calendar belong to a resource, a professional or a
-- room, of which no two claims overlap; a time of another system is told by its key alone.
create extension if not exists btree_gist;

create table claims (
    claim_id uuid not null,
    fence bigint generated always as identity,
    slot_key uuid not null,
    resource uuid,
    during tstzrange not null,
    held_by uuid not null,
    appointment_id uuid,
    until timestamptz,
    -- 1 held, 2 asked for in another system, 3 taken
    state smallint not null,
    constraint claims_pkey primary key (claim_id),
    constraint claims_slot_key unique (slot_key),
    constraint claims_during exclude using gist (resource with =, during with &&)
);
create index claims_of_holder on claims (held_by) where state = 1;
create unique index claims_of_appointment on claims (appointment_id) where appointment_id is not null;
