-- The event store of one service. The same in every service, checked by hash; read models come in later files.

-- One row per aggregate; the row lock queues rivals for the same aggregate.
create table event_streams (
    stream_id   text        not null,
    category    text        not null,
    version     bigint      not null,
    -- How many facts the stream has published; the number of the newest.
    facts       bigint      not null,
    created_at  timestamptz not null,
    constraint event_streams_pkey primary key (stream_id)
);

create table events (
    seq         bigint      generated always as identity (cache 1),
    event_id    uuid        not null,
    stream_id   text        not null,
    version     bigint      not null,
    event_type  text        not null,
    schema      smallint    not null,
    payload     bytea       not null,
    -- actor, on behalf of, command, correlation, trace context, and whose keys seal the payload
    meta        jsonb       not null,
    recorded_at timestamptz not null,
    constraint events_pkey primary key (stream_id, version),
    constraint events_event_id_key unique (event_id)
);

create index events_seq_idx on events (seq);

-- Committed events awaiting their position, and then their place on the bus.
create table outbox (
    seq       bigint not null,
    stream_id text   not null,
    version   bigint not null,
    event_id  uuid   not null,
    -- Set when the event is a public fact: its number in the stream, its message name, its audience, its bytes.
    fact_no   bigint,
    fact_type text,
    audience  text[],
    fact      bytea,
    position  bigint,
    constraint outbox_pkey primary key (seq),
    constraint outbox_position_key unique (position)
);

create index outbox_waiting_idx on outbox (seq) where position is null;

create table log_head (
    one          boolean not null default true,
    -- The newest position given.
    position     bigint  not null,
    -- Everything up to here is on the bus.
    bus_position bigint  not null,
    -- Which rebuild of the bus this service publishes into; part of the stream's name.
    incarnation  bigint  not null,
    constraint log_head_pkey primary key (one),
    constraint log_head_one_check check (one)
);

insert into log_head (position, bus_position, incarnation) values (0, 0, 1);

-- The first result of every command, for ever.
create table command_log (
    idempotency_key uuid        not null,
    fingerprint     bytea       not null,
    -- For a command on one aggregate: the versions it covers.
    stream_id       text,
    from_version    bigint,
    to_version      bigint,
    -- For a unit of work: its answer. Ids and numbers, nothing personal.
    outcome         bytea,
    at              timestamptz not null,
    constraint command_log_pkey primary key (idempotency_key)
);

create table projection_state (
    name     text   not null,
    version  integer not null,
    position bigint not null,
    -- active, building, failed
    status   text   not null,
    error    text,
    constraint projection_state_pkey primary key (name, version)
);

create table inbox_cursor (
    consumer    text   not null,
    stream_id   text   not null,
    last_fact_no bigint not null,
    constraint inbox_cursor_pkey primary key (consumer, stream_id)
);

-- Which incarnation of which stream a consumer has last read.
create table inbox_incarnation (
    consumer    text   not null,
    source      text   not null,
    incarnation bigint not null,
    constraint inbox_incarnation_pkey primary key (consumer, source)
);

create table parked (
    consumer  text        not null,
    stream_id text        not null,
    fact_no   bigint      not null,
    fact_type text        not null,
    headers   jsonb       not null,
    body      bytea       not null,
    error     text        not null,
    tries     integer     not null,
    parked_at timestamptz not null,
    constraint parked_pkey primary key (consumer, stream_id, fact_no)
);

create table policy_state (
    policy text  not null,
    key    text  not null,
    state  bytea not null,
    constraint policy_state_pkey primary key (policy, key)
);

create table timers (
    policy text        not null,
    key    text        not null,
    due_at timestamptz not null,
    body   bytea       not null,
    constraint timers_pkey primary key (policy, key)
);

create index timers_due_at_idx on timers (due_at);

create table effects (
    effect_id uuid        not null,
    policy    text        not null,
    target    text        not null,
    body      bytea       not null,
    -- waiting, done, failed
    state     text        not null,
    tries     integer     not null default 0,
    error     text,
    due_at    timestamptz not null,
    constraint effects_pkey primary key (effect_id)
);

create index effects_waiting_idx on effects (due_at) where state = 'waiting';

-- Keys of persons, wrapped by the key encryption key. A destroyed key leaves its row with no key.
create table subject_keys (
    subject_id      uuid        not null,
    retention_class smallint    not null,
    wrapped_key     bytea,
    created_at      timestamptz not null,
    destroyed_at    timestamptz,
    constraint subject_keys_pkey primary key (subject_id, retention_class)
);

-- Who read or changed whose data, when, in which role and why. Written before the data leave. Insert only.
create table access_log (
    entry_id    uuid        not null,
    at          timestamptz not null,
    method      text        not null,
    actor_kind  text        not null,
    actor_id    uuid,
    impersonator_id uuid,
    role_id     uuid,
    location_id uuid,
    subject_id  uuid,
    object_kind text        not null,
    object_id   uuid,
    ground      text        not null,
    trace_id    text        not null,
    constraint access_log_pkey primary key (entry_id)
);

create index access_log_subject_idx on access_log (subject_id, at);

-- The chain over the access log: dense, each link hashing the one before. Made after the commit by the same leader
-- that gives positions, so that writers do not queue for it.
create table access_chain (
    position bigint not null,
    entry_id uuid   not null,
    hash     bytea  not null,
    constraint access_chain_pkey primary key (position),
    constraint access_chain_entry_id_key unique (entry_id)
);
