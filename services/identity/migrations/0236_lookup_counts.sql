-- When a professional has looked patients up in the last day, the newest first: that they did, not whom. One row for each, so that a
-- lookup is counted in one statement and those of one professional one after another. Belongs to no event, not rebuilt; whom somebody has
-- opened stands in the access log.
create table lookup_counts (
    person_id uuid          not null,
    made      timestamptz[] not null,
    constraint lookup_counts_pkey primary key (person_id)
);

insert into lookup_counts (person_id, made) select person_id, array_agg(at order by at desc) from patient_lookups group by person_id;

drop table patient_lookups, lookup_turns;
