-- The tree over the access log (RFC 6962), so that a person can take a proof along, and what is withheld from them. The same in every
-- service, checked by hash.

-- A row of the chain as a leaf of the tree: leaf = position - 1.
create table access_leaves (
    position       bigint not null,
    -- Blinds the leaf; with it the row can be shown to stand behind its hash.
    salt           bytea  not null,
    -- Whose row it was when it was linked, and which of theirs: 1, 2, 3 ..
    subject_id     uuid,
    subject_number bigint not null,
    hash           bytea  not null,
    constraint access_leaves_pkey primary key (position)
);

create unique index access_leaves_subject_key on access_leaves (subject_id, subject_number) where subject_id is not null;

-- Full subtrees of 2^level leaves, from two leaves on. They never change.
create table access_nodes (
    level smallint not null,
    index bigint   not null,
    hash  bytea    not null,
    constraint access_nodes_pkey primary key (level, index)
);

-- The newest signed head.
create table access_head (
    one       boolean     not null default true,
    size      bigint      not null,
    root      bytea       not null,
    signed_at timestamptz not null,
    signature bytea       not null,
    constraint access_head_pkey primary key (one),
    constraint access_head_one_check check (one)
);

insert into access_head (size, root, signed_at, signature) values (0, '', 'epoch', '');

-- Sizes of the heads that were handed to a person: each later file shows that it continues them.
create table access_heads_given (
    subject_id uuid   not null,
    size       bigint not null,
    constraint access_heads_given_pkey primary key (subject_id, size)
);

-- Decisions not to show a row to the person whose data it is about. Insert only; the newest of a row counts.
create table access_withholdings (
    decision_id uuid        not null,
    entry_id    uuid        not null,
    subject_id  uuid        not null,
    -- The ground of the law; null: shown again.
    ground      text,
    -- Why, sealed under the subject's care record.
    reason      bytea       not null,
    decided_by  uuid        not null,
    decided_at  timestamptz not null,
    constraint access_withholdings_pkey primary key (decision_id)
);

create index access_withholdings_entry_idx on access_withholdings (entry_id, decision_id);
create index access_withholdings_subject_idx on access_withholdings (subject_id);

create view access_withheld as
select * from (select distinct on (entry_id) * from access_withholdings order by entry_id, decision_id desc) newest where ground is not null;
