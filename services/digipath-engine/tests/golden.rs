//! Every event that digipath-engine ever released, read and folded as on the day it was released (`proto/golden`).

#[path = "golden/mod.rs"]
mod samples;

use std::path::Path;

use chassis::testkit::golden;
use digipath_engine::{execution::Execution, path, path_category::PathCategory};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/digipath-engine");

#[test]
fn path() {
    golden::<path::Path>(Path::new(FOLDER), include_str!("../src/path/mod.rs"), &samples::path::samples()).unwrap();
}

#[test]
fn path_category() {
    golden::<PathCategory>(Path::new(FOLDER), include_str!("../src/path_category/mod.rs"), &samples::path_category::samples()).unwrap();
}

#[test]
fn path_execution() {
    golden::<Execution>(Path::new(FOLDER), include_str!("../src/execution/stored.rs"), &samples::path_execution::samples()).unwrap();
}
