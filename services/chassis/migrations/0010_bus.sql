-- Facts that cannot be put on the bus (the contract of the build does not know them, or they are larger than a message may be) and those
-- behind them in the same aggregate, which wait for them.
create table unpublished (
    aggregate_id text   not null,
    fact_no      bigint not null,
    position     bigint not null,
    constraint unpublished_pkey primary key (aggregate_id, fact_no),
    constraint unpublished_position_key unique (position)
);

-- Each time the store was put back from a backup it began to give numbers again that others have seen: facts behind `after_position`
-- are of this epoch, which is named by the second in which it began. The first one is 1 and has no row.
create table epochs (
    epoch          bigint not null,
    after_position bigint not null,
    constraint epochs_pkey primary key (epoch)
);

-- The epoch of the last fact that counted. Builds before know of one alone.
alter table inbox_cursor add column epoch bigint not null default 1;
