-- Who is in a call or in its lobby, with what the others see of them: the seat of the browser that they came with last. Of a moment, and so
-- not logged: after a crash nobody is there until their page comes again.
create unlogged table call_seats (
    call_id uuid not null,
    participant_id uuid not null,
    seat_id uuid not null,
    name text not null,
    camera_on boolean not null,
    microphone_on boolean not null,
    seen_at timestamptz not null,
    entered_at timestamptz not null,
    constraint call_seats_pkey primary key (call_id, participant_id)
);

-- What browsers tell one another to find each other, network addresses among it: not logged, so that it stands in no write-ahead log and in
-- no backup, and gone after two minutes.
create unlogged table call_signals (
    call_id uuid not null,
    number bigint generated always as identity,
    from_participant_id uuid not null,
    from_seat_id uuid not null,
    to_participant_id uuid not null,
    to_seat_id uuid not null,
    payload bytea not null,
    sent_at timestamptz not null,
    constraint call_signals_pkey primary key (call_id, number)
);
