-- The counters of the line before each queue: tickets that were drawn, and changes that were made. Both stand in the events as well; what a
-- rebuild makes of those does not need this table. Whoever moves a line holds its row.
create table lines (
    chat_queue_id uuid not null,
    last_ticket bigint not null default 0,
    last_seq bigint not null default 0,
    constraint lines_pkey primary key (chat_queue_id)
);

-- When somebody who waits was last heard of. Of a moment, and so not logged: after a crash everybody is away until their page asks again.
create unlogged table presence (
    chat_id uuid not null,
    seen_at timestamptz not null,
    constraint presence_pkey primary key (chat_id)
);
