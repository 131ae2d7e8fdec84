-- What belongs to no event: secrets that come and go. Not rebuilt.

-- Between the way to the realm and the way back.
create table pending_sign_ins (
    state_hash    bytea       not null,
    realm         smallint    not null,
    nonce         text        not null,
    pkce_verifier text        not null,
    callback_hash bytea       not null,
    return_to     text        not null,
    redirect_uri  text        not null,
    created_at    timestamptz not null,
    constraint pending_sign_ins_pkey primary key (state_hash)
);

create index pending_sign_ins_created_at_idx on pending_sign_ins (created_at);

-- What a session's cookie stands for. The secret itself is nowhere, only its hash; the realm's tokens are sealed.
create table session_secrets (
    session_id       uuid        not null,
    secret_hash      bytea       not null,
    access_token     bytea       not null,
    id_token         bytea       not null,
    idle_ends_at     timestamptz not null,
    absolute_ends_at timestamptz not null,
    constraint session_secrets_pkey primary key (session_id),
    constraint session_secrets_secret_hash_key unique (secret_hash)
);
