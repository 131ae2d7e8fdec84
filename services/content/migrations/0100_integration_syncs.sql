-- How the fetching of each content integration goes, and what its source said last. No read model: no event tells of it, as a fetch that finds
-- nothing new changes nothing. Of another target or another id at the source the row says nothing.
create table integration_syncs (
    integration_id  uuid        not null,
    target_id       uuid        not null,
    source_id       text        not null,
    tried_at        timestamptz not null,
    succeeded_at    timestamptz,
    failing_since   timestamptz,
    failures        integer     not null,
    failure_reason  text        not null,
    failure_field   text        not null,
    failure_params  text[]      not null,
    failure_values  text[]      not null,
    fields          text[]      not null,
    texts           text[]      not null,
    lacking         text[]      not null,
    constraint integration_syncs_pkey primary key (integration_id)
);
