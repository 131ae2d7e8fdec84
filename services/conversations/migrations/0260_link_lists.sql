-- Lists of harmful addresses, by the beginnings of their hashes, as the register of them told. No read model: no event tells of them. All
-- processes check with the same ones, and a restart knows them at once.
create table link_lists (
    list       text        not null,
    token      text        not null,
    fetched_at timestamptz not null,
    next_at    timestamptz not null,
    sizes      smallint[]  not null,
    prefixes   bytea[]     not null,
    constraint link_lists_pkey primary key (list)
);
