-- The basic info of a patient, sealed as a whole; empty: nobody has changed what was registered. The version is the patient's own.
alter table patients
    add column info    bytea  not null default '',
    add column version bigint not null default 1;
