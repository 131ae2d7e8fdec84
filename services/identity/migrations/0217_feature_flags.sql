-- What was switched; what is not here is as the code has it.
create table feature_flags (
    name        text        not null,
    enabled     boolean     not null,
    switched_at timestamptz not null,
    constraint feature_flags_pkey primary key (name)
);
