-- Rows of the access log that wait for their link. By its own row each is found, however far from right the clock is that dated it.
create table access_unlinked (
    entry_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

insert into access_unlinked (entry_id)
select entry_id from access_log l where not exists (select from access_chain c where c.entry_id = l.entry_id);

-- How the content of a row was hashed: 1 as JSON, 2 column by column.
alter table access_chain add column format smallint not null default 1;
