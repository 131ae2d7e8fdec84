-- Read models of conversations. Personal text stays sealed; every table can be rebuilt from the events.

-- The practitioner's inbox: one row per conversation.
create table tasks (
    conversation_id  uuid        not null,
    -- 1 message, 2 consultation
    kind             smallint    not null,
    -- 1 queued, 2 handling, 3 ended
    state            smallint    not null,
    resident_id      uuid        not null,
    resident_name    bytea       not null,
    topic            bytea       not null,
    category_id      uuid        not null,
    subcategory_id   uuid        not null,
    owner_id         uuid,
    owner_name       bytea,
    arrived_at       timestamptz not null,
    last_activity_at timestamptz not null,
    -- Entries of the thread, and which of them are messages.
    entries          bigint      not null,
    messages         bigint[]    not null,
    has_attachments  boolean     not null,
    constraint tasks_pkey primary key (conversation_id)
);

-- One queue, one state, by activity: a page is read off the index and stops.
create index tasks_queue_idx on tasks (subcategory_id, state, last_activity_at, conversation_id);

create table task_participants (
    conversation_id  uuid        not null,
    person_id        uuid        not null,
    -- 1 active, 2 done, 3 left
    standing         smallint    not null,
    follows          boolean     not null,
    -- 0 in none of their folders, 1 own, 2 done
    folder           smallint    not null,
    last_activity_at timestamptz not null,
    -- Numbers of messages by others that they have not read.
    unread           bigint[]    not null,
    constraint task_participants_pkey primary key (conversation_id, person_id)
);

create index task_participants_folder_idx on task_participants (person_id, folder, last_activity_at, conversation_id);

-- Blind tokens of the words of topic and resident name; the words themselves are sealed.
create table task_search (
    conversation_id uuid    not null,
    tokens          bytea[] not null,
    constraint task_search_pkey primary key (conversation_id)
);

create index task_search_tokens_idx on task_search using gin (tokens);

-- The resident's own list.
create table my_conversations (
    conversation_id  uuid        not null,
    resident_id      uuid        not null,
    topic            bytea       not null,
    category_id      uuid        not null,
    subcategory_id   uuid        not null,
    -- 1 queued, 2 handling, 3 ended
    state            smallint    not null,
    last_activity_at timestamptz not null,
    entries          bigint      not null,
    unread           bigint[]    not null,
    constraint my_conversations_pkey primary key (conversation_id)
);

create index my_conversations_resident_idx on my_conversations (resident_id, last_activity_at, conversation_id);

create table service_areas (
    service_area_id uuid not null,
    name            text not null,
    constraint service_areas_pkey primary key (service_area_id)
);

create table categories (
    category_id      uuid    not null,
    name             jsonb   not null,
    description      jsonb   not null,
    icon             text    not null,
    service_area_ids uuid[]  not null,
    place            integer not null,
    archived         boolean not null,
    constraint categories_pkey primary key (category_id)
);

create table subcategories (
    subcategory_id uuid    not null,
    category_id    uuid    not null,
    name           jsonb   not null,
    description    jsonb   not null,
    role_ids       uuid[]  not null,
    location_ids   uuid[]  not null,
    place          integer not null,
    archived       boolean not null,
    constraint subcategories_pkey primary key (subcategory_id)
);

create table attachments (
    attachment_id   uuid        not null,
    owner_id        uuid        not null,
    file_name       bytea       not null,
    extension       text        not null,
    size_bytes      bigint      not null,
    object_name     text        not null,
    -- 1 pending, 2 clean, 3 infected, 4 failed; as in the contract
    scan_state      smallint    not null,
    scanned_at      timestamptz,
    conversation_id uuid,
    discarded       boolean     not null,
    constraint attachments_pkey primary key (attachment_id)
);

-- What still has to be scanned, and what has to be tried again.
create index attachments_to_scan_idx on attachments (scan_state, scanned_at) where scan_state in (1, 4) and not discarded;

create table professionals (
    person_id   uuid  not null,
    name        bytea not null,
    role_id     uuid  not null,
    location_id uuid  not null,
    constraint professionals_pkey primary key (person_id)
);
