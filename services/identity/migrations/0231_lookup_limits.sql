-- How often professionals have looked a patient up by personal identity code in the last day: that they did, not whom. Belongs to no
-- event, not rebuilt; whom somebody has opened stands in the access log.
create table patient_lookups (
    lookup_id uuid        not null,
    person_id uuid        not null,
    at        timestamptz not null,
    constraint patient_lookups_pkey primary key (lookup_id)
);

create index patient_lookups_person_id_idx on patient_lookups (person_id, at);

-- Lookups of one professional are counted one after another: whoever counts holds the row.
create table lookup_turns (
    person_id uuid not null,
    constraint lookup_turns_pkey primary key (person_id)
);

-- Alerts about it: a read model. Kind: 1 near the limit, 2 refused; period: 1 hour, 2 day.
create table lookup_alerts (
    lookup_alert_id uuid        not null,
    person_id       uuid        not null,
    kind            smallint    not null,
    period          smallint    not null,
    made            integer     not null,
    allowed         integer     not null,
    raised_at       timestamptz not null,
    acknowledged_by uuid,
    acknowledged_at timestamptz,
    constraint lookup_alerts_pkey primary key (lookup_alert_id)
);

create index lookup_alerts_raised_at_idx on lookup_alerts (raised_at, lookup_alert_id);

create index lookup_alerts_person_id_idx on lookup_alerts (person_id, kind, period, raised_at);
