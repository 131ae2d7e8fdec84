-- Versions of read models side by side. Each has tables in a schema of its own, rm_<name>_v<version>, so that the build before goes on with
-- its own while a newer one fills and serves the next. Those that the migrations of a service made in public are patterns from now on.

create table read_models (
    name     text    not null,
    version  integer not null,
    -- Inline: everything up to here is in the tables since they were built, and of what lies behind what `folded_to` says.
    -- Following: the checkpoint.
    position bigint  not null,
    -- active, failed
    status   text    not null,
    error    text,
    constraint read_models_pkey primary key (name, version)
);

-- Which versions of read models a build has. Processes of one build have one row.
create table builds (
    build       integer     not null generated always as identity,
    read_models text[]      not null,
    -- What other builds appended up to here is in its inline read models.
    position    bigint,
    seen_at     timestamptz not null,
    constraint builds_pkey primary key (build),
    constraint builds_read_models_key unique (read_models)
);

-- Which build has appended last, and up to which version its inline read models have the stream. A build that knows nothing of these
-- columns leaves them behind when it appends.
alter table event_streams add column build integer, add column folded_to bigint;

-- Up to which version a read model that another build has not got had a stream when that one took over.
create table folded (
    stream_id  text   not null,
    read_model text   not null,
    version    bigint not null,
    constraint folded_pkey primary key (stream_id, read_model)
);
