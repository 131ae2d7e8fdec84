-- Residents under a non-disclosure restriction, from identity's facts.
create table protected_residents (
    person_id uuid not null,
    constraint protected_residents_pkey primary key (person_id)
);
