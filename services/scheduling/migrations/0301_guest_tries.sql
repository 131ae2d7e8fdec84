-- When wrong secrets of an invitation's link were named within ten minutes, whether there is such an invitation or not: never what was named.
-- A row counts until its last moment, which of a link that is shut is when it opens again. Belongs to no event, not rebuilt.
create table guest_tries (
    invitation_id uuid not null,
    wrong_at timestamptz[] not null,
    shut boolean not null default false,
    until timestamptz not null,
    constraint guest_tries_pkey primary key (invitation_id)
);
create index guest_tries_of_age on guest_tries (until);
