-- Appointments of patients, as scheduling has told of them: from them the steps of a path that a professional activates count, and a path that begins
-- with several events waits for them. Not rebuilt: no event of this service tells of them. The highest revision counts.
create table known_appointments (
    appointment_id  uuid        not null,
    patient_id      uuid        not null,
    revision        bigint      not null,
    service_id      uuid        not null,
    -- With which booking role; null: with none.
    booking_role_id uuid,
    -- As of scheduling's contract.
    type            integer     not null,
    starts_at       timestamptz not null,
    ends_at         timestamptz not null,
    booked_at       timestamptz not null,
    cancelled       boolean     not null,
    -- Who has booked: 1 the resident, 2 a professional, 3 another system. 0: not told.
    source          integer     not null,
    constraint known_appointments_pkey primary key (appointment_id)
);

create index known_appointments_patient_id_idx on known_appointments (patient_id);
