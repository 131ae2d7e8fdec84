-- Care teams work in a service area by its id; the rebuild of the read model fills it in (care_teams, version 2).
drop index care_teams_name_key;

alter table care_teams
    drop column service_area,
    add column service_area_id uuid;

create unique index care_teams_name_key on care_teams (service_area_id, lower(name));
