//! survey on real Postgres and NATS.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod activation;
mod assessment_form;
mod fhir_questionnaire;
mod fhir_response;
mod form;
mod my_survey;
mod path_action;
mod public_form;
mod result;
mod survey;
mod survey_access;
mod world;
