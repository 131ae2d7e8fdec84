-- When a professional was last shown a resident in a list: the access log gets a row about it once an hour at the most.
create table access_listed (
    actor_id   uuid        not null,
    subject_id uuid        not null,
    at         timestamptz not null,
    constraint access_listed_pkey primary key (actor_id, subject_id)
);
