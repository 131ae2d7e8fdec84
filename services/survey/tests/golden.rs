//! Every event that survey ever released, read and folded as on the day it was released (`proto/golden`).

mod golden_samples;

use std::path::Path;

use chassis::testkit::golden;
use survey::{activation::SurveyActivation, form_response::FormResponse, response::SurveyResponse, survey::Survey, survey_access::SurveyAccess};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/survey");

#[test]
fn survey() {
    golden::<Survey>(Path::new(FOLDER), include_str!("../src/survey/mod.rs"), &golden_samples::survey::samples()).unwrap();
}

#[test]
fn survey_access() {
    golden::<SurveyAccess>(Path::new(FOLDER), include_str!("../src/survey_access/mod.rs"), &golden_samples::survey_access::samples()).unwrap();
}

#[test]
fn activation() {
    golden::<SurveyActivation>(Path::new(FOLDER), include_str!("../src/activation/stored.rs"), &golden_samples::activation::samples()).unwrap();
}

#[test]
fn response() {
    golden::<SurveyResponse>(Path::new(FOLDER), include_str!("../src/response/stored.rs"), &golden_samples::response::samples()).unwrap();
}

#[test]
fn form_response() {
    golden::<FormResponse>(Path::new(FOLDER), include_str!("../src/form_response/stored.rs"), &golden_samples::form_response::samples()).unwrap();
}
