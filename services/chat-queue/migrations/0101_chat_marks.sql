-- How far each side of a chat has come in reading: `side` 1 who joined, 2 the professional. Of a moment, and so not logged: after a crash
-- nobody has read anything until their page says so.
create unlogged table chat_marks (
    chat_id uuid not null,
    side integer not null,
    delivered_number integer not null,
    seen_number integer not null,
    constraint chat_marks_pkey primary key (chat_id, side)
);
