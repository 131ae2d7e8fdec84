-- Acting on behalf of a resident: what a queue is about (0 not told, 1 health, 2 social), and what a conversation needs.
alter table categories add column matter smallint not null default 0;

-- Until the list is rebuilt, who acts for a resident needs everything and guardians of teenagers see nothing.
alter table my_conversations
    add column needs_health         boolean not null default true,
    add column needs_social         boolean not null default true,
    add column visible_to_guardians boolean not null default false;
