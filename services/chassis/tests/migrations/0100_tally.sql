-- The read model of the tests' aggregate.
create table tallies (
    tally_id uuid   not null,
    sum      bigint not null,
    events   bigint not null,
    constraint tallies_pkey primary key (tally_id)
);

create table heard (
    stream_id text   not null,
    fact_no   bigint not null,
    constraint heard_pkey primary key (stream_id, fact_no)
);

-- What counted, in the order in which it did.
create table noted (
    position     bigint generated always as identity,
    aggregate_id uuid   not null,
    fact_no      bigint not null,
    constraint noted_pkey primary key (position)
);
