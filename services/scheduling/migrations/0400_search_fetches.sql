-- How the fetching of each search goes whose times come from another system (see src/fetch_table.rs). No read model: no event tells of it, as a fetch
-- that finds nothing new changes nothing. Of other parameters than these the row says no more than whether somebody is at it.
create table search_fetches (
    search_id uuid not null,
    -- SHA-256 of what decides what the search is answered
    parameters bytea not null,
    tried_at timestamptz,
    fetched_at timestamptz,
    -- when all there is was told, and no changes alone
    whole_at timestamptz,
    -- in the words of the other system
    cursor text,
    -- of the last whole answer
    unknown_patients integer not null default 0,
    unreadable integer not null default 0,
    failing_since timestamptz,
    failures integer not null default 0,
    failure_reason text not null default '',
    -- what the other system calls those that were neither in its last whole answer nor found by their names
    missing text[] not null default '{}',
    -- until then somebody is at it, unless they have ended
    busy_until timestamptz,
    constraint search_fetches_pkey primary key (search_id)
);
