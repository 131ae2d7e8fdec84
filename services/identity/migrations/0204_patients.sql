-- Patients: a read model, all that is personal sealed.
create table patients (
    patient_id uuid     not null,
    ssn        bytea    not null,
    first_name bytea    not null,
    last_name  bytea    not null,
    standing   smallint not null,
    constraint patients_pkey primary key (patient_id)
);

-- Whose a personal identity code is: a keyed hash, since whoever has the table and not the key must not find the codes by trying
-- them all. A reservation: written with the command, not rebuilt.
create table patient_ssns (
    ssn_hash   bytea not null,
    patient_id uuid  not null,
    constraint patient_ssns_pkey primary key (ssn_hash)
);

create index patient_ssns_patient_id_idx on patient_ssns (patient_id);

-- Whom a session has opened, and on what ground.
create table opened_patients (
    session_id uuid        not null,
    patient_id uuid        not null,
    ground     smallint    not null,
    opened_at  timestamptz not null,
    constraint opened_patients_pkey primary key (session_id, patient_id)
);
