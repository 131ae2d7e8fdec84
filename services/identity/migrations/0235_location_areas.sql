-- A location's municipality is a service area by its id; the rebuild of the read model fills it in (locations, version 3).
alter table locations
    drop column municipality,
    add column municipality uuid;
