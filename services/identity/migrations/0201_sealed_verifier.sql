-- The PKCE verifier is sealed with a key that only the browser that began can give. Sign-ins on their way begin again.
delete from pending_sign_ins;

alter table pending_sign_ins drop column pkce_verifier, add column sealed_verifier bytea not null;
