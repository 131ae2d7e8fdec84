-- Up to which entry a professional has seen a conversation in which they take no part. Not rebuilt: no event tells of it, for whoever
-- looks is no participant, and nobody else is told.
create table task_seen (
    person_id       uuid   not null,
    conversation_id uuid   not null,
    up_to           bigint not null,
    constraint task_seen_pkey primary key (person_id, conversation_id)
);

create index task_seen_conversation_idx on task_seen (conversation_id);
