-- When a professional with chats that go on was last heard of. Of a moment, and so not logged: after a crash all of them count as heard of when
-- that is noticed.
create unlogged table attendance (
    practitioner_id uuid not null,
    seen_at timestamptz not null,
    constraint attendance_pkey primary key (practitioner_id)
);
