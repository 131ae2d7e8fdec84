-- An appointment has a claim for each professional who takes part: one of each resource.
drop index claims_of_appointment;
create unique index claims_of_appointment on claims (appointment_id, resource) nulls not distinct where appointment_id is not null;
