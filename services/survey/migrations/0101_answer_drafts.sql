-- What somebody has answered of a survey and not sent, sealed under the key of their account. Not rebuilt: no event tells of it.
create table answer_drafts (
    activation_id     uuid        not null,
    -- Who answers: the resident, or who acts for them.
    writer_id         uuid        not null,
    -- The version of the survey that is being answered: it stays for what is kept.
    published_version integer     not null,
    content           bytea       not null,
    saved_at          timestamptz not null,
    -- From which state of it somebody goes on: two devices must not take each other's answers away.
    revision          bigint      not null,
    constraint answer_drafts_pkey primary key (activation_id, writer_id)
);

create index answer_drafts_writer_id_idx on answer_drafts (writer_id);
create index answer_drafts_saved_at_idx on answer_drafts (saved_at);
