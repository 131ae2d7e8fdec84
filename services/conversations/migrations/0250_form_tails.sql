-- Tails of addresses of anonymous forms. No read model: a tail that was given once stays its queue's for ever, so that no printed address
-- leads to another's form.
create table form_tails (
    tail           text not null,
    subcategory_id uuid not null,
    constraint form_tails_pkey primary key (tail)
);
