-- What is due, now or later: effects that policies decided on, their timers, and jobs that come again and again.
create table due (
    id           uuid        not null,
    -- Who performs it: `effect`, `timer` or `job`, and a name.
    target       text        not null,
    -- Of one target and key there is never more than one at work. Timers are set anew and forgotten by it.
    key          text,
    body         bytea       not null,
    due_at       timestamptz not null,
    -- waiting, claimed, done, given_up
    state        text        not null,
    tries        integer     not null default 0,
    -- Whose it is while it is claimed, and until when: whoever holds another lease settles nothing.
    lease        uuid,
    leased_until timestamptz,
    -- The limit for further tries is counted from here ..
    asked_at     timestamptz not null,
    -- .. unless there is one of its own.
    until        timestamptz,
    settled_at   timestamptz,
    -- A job was asked for while it is at work: it comes at once when it ends.
    again        boolean     not null default false,
    -- Why it was not done the last time. Codes and names of systems, nothing personal.
    error        text,
    -- The event that led to it, and the trace of that.
    cause        uuid,
    traceparent  text        not null default '',
    constraint due_pkey primary key (id)
);

create index due_waiting_idx on due (target, due_at) where state = 'waiting';
create index due_claimed_idx on due (leased_until) where state = 'claimed';
create unique index due_claimed_key on due (target, key) where state = 'claimed';
create index due_target_key_idx on due (target, key) where state <> 'done' and key is not null;
create index due_settled_idx on due (settled_at) where state in ('done', 'given_up');
