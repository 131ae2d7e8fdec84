-- Which key signed the head, so that the key can be changed. Empty for a head from before: its key is the one that signs now, or a former one.
alter table access_head add column key bytea not null default '';
