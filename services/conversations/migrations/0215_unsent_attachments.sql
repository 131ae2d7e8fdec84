-- What somebody has uploaded and not sent is erased with their account.
create index attachments_unsent_idx on attachments (owner_id) where conversation_id is null;
