-- Care teams, as administrators keep them.
create table care_teams (
    care_team_id uuid        not null,
    name         text        not null,
    description  text        not null,
    service_area text        not null,
    enabled      boolean     not null,
    updated_at   timestamptz not null,
    constraint care_teams_pkey primary key (care_team_id)
);

create unique index care_teams_name_key on care_teams (service_area, lower(name));

create index care_teams_name_idx on care_teams (name, care_team_id);

-- To which care team a patient belongs.
create table patient_care_teams (
    patient_id   uuid not null,
    care_team_id uuid not null,
    constraint patient_care_teams_pkey primary key (patient_id)
);

create index patient_care_teams_care_team_id_idx on patient_care_teams (care_team_id);
