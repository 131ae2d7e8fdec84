-- What somebody has begun to write and not sent, sealed under the key of the record that it would become part of. Not rebuilt:
-- no event tells of it.
create table drafts (
    -- Who writes.
    person_id       uuid        not null,
    -- Whose record it would become part of: the writer's own, or that of whom they act for or answer.
    resident_id     uuid        not null,
    -- Nil: a new message.
    conversation_id uuid        not null,
    content         bytea       not null,
    saved_at        timestamptz not null,
    constraint drafts_pkey primary key (person_id, resident_id, conversation_id)
);

create index drafts_saved_at_idx on drafts (saved_at);
