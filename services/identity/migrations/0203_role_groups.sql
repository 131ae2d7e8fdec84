-- Role groups, as administrators keep them. A directory makes no difference between capital and small letters.
create table role_groups (
    role_group_id   uuid        not null,
    name            text        not null,
    directory_group text        not null,
    role_id         uuid        not null,
    updated_at      timestamptz not null,
    constraint role_groups_pkey primary key (role_group_id)
);

create unique index role_groups_name_key on role_groups (lower(name));

create unique index role_groups_directory_group_key on role_groups (lower(directory_group));

create index role_groups_name_idx on role_groups (name, role_group_id);
