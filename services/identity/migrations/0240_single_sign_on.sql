-- Whether the realm was asked to let nobody pass who had identified themselves before.
alter table pending_sign_ins
    add column asked_anew boolean not null default false;

-- Sessions that are over here and of which the realm is about to be told, by the browser that holds the ticket.
create table realm_sign_outs (
    ticket_hash bytea       not null,
    realm       smallint    not null,
    id_token    bytea       not null,
    back_to     text        not null,
    created_at  timestamptz not null,
    constraint realm_sign_outs_pkey primary key (ticket_hash)
);

create index realm_sign_outs_created_at_idx on realm_sign_outs (created_at);
