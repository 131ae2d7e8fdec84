-- When each sweep over who is there has looked last. Of a moment, and so not logged: after a crash it counts as away until it has looked.
create unlogged table listening (
    sweep text not null,
    looked_at timestamptz not null,
    constraint listening_pkey primary key (sweep)
);
