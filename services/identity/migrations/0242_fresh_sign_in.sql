-- When the person identified themselves at the realm; not known of sessions that began before this.
alter table session_secrets
    add column identified_at timestamptz;

-- What people are told outside the app, on its way. Not rebuilt.
create table notices (
    notice_id     uuid        not null,
    person_id     uuid        not null,
    notice        smallint    not null,
    contact_point smallint    not null,
    address       bytea       not null,
    language      text        not null,
    made_at       timestamptz not null,
    due_at        timestamptz not null,
    sent_at       timestamptz,
    constraint notices_pkey primary key (notice_id)
);

create index notices_due_at_idx on notices (due_at) where sent_at is null;
create index notices_person_id_idx on notices (person_id, made_at);
