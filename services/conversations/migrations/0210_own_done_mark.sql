-- The resident's own mark in their list.
alter table my_conversations add column done boolean not null default false;
