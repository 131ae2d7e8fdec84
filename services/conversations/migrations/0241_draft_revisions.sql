-- Which state of a draft somebody goes on from: two windows that write at once must not take each other's words away.
alter table drafts add column revision bigint not null default 0;
