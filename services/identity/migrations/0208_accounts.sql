-- Accounts whose deletion was asked for: a read model. 1 asked, 2 deleted.
create table accounts (
    person_id  uuid        not null,
    state      smallint    not null,
    receipt_id uuid        not null,
    asked_at   timestamptz not null,
    due_at     timestamptz not null,
    postponed  boolean     not null,
    constraint accounts_pkey primary key (person_id)
);

create index accounts_due_at_idx on accounts (due_at) where state = 1;

-- Deleted accounts whose keys are destroyed and whose rows are gone here. Not rebuilt.
create table account_erasures (
    person_id uuid        not null,
    erased_at timestamptz not null,
    constraint account_erasures_pkey primary key (person_id)
);

-- What stands against a deletion: conversations that have not come to their end, as their facts tell. Not rebuilt.
create table account_holds (
    conversation_id uuid    not null,
    person_id       uuid    not null,
    -- The person has marked it done.
    done            boolean not null,
    constraint account_holds_pkey primary key (conversation_id)
);

create index account_holds_person_id_idx on account_holds (person_id) where not done;
