-- Guests of appointments, until a while after the end of theirs, when their key is destroyed (see src/guests.rs).
create table guests (
    party_id uuid not null,
    appointment_id uuid not null,
    -- when their appointment ends, or was to end
    ends_at timestamptz not null,
    constraint guests_pkey primary key (party_id)
);
create index guests_of_appointment on guests (appointment_id);
create index guests_ended on guests (ends_at);

-- By which links a guest comes (see src/guest_links.rs): hashes of secrets that stand nowhere else.
create table guest_links (
    party_id uuid not null,
    secret_hash bytea not null,
    made_at timestamptz not null,
    constraint guest_links_pkey primary key (party_id, secret_hash),
    constraint guest_links_party_id_fkey foreign key (party_id) references guests (party_id) on delete cascade
);

-- What guests are told, until it is sent, and what became of it (see src/guest_messages.rs).
create table guest_messages (
    message_id uuid not null,
    seq bigint generated always as identity,
    party_id uuid not null,
    appointment_id uuid not null,
    -- 1 invited, 2 moved, 3 not by video any more, 4 cancelled
    kind smallint not null,
    -- 1 e-mail, 2 phone
    contact_point smallint not null,
    -- sealed under the guest's key; empty once it is sent or given up
    address bytea not null,
    -- when the appointment begins that it tells of
    starts_at timestamptz not null,
    -- the command by which a professional asked for it; null: it goes by itself
    asked uuid,
    made_at timestamptz not null,
    due_at timestamptz not null,
    sent_at timestamptz,
    given_up_at timestamptz,
    constraint guest_messages_pkey primary key (message_id),
    constraint guest_messages_party_id_fkey foreign key (party_id) references guests (party_id) on delete cascade
);
create index guest_messages_of_guest on guest_messages (party_id, contact_point, seq);
create index guest_messages_due on guest_messages (due_at) where sent_at is null and given_up_at is null;
