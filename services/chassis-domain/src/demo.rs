//! Ids of demo data: the same in every service and at every start, so that demo people, roles and locations meet without one
//! service asking another.

use uuid::Uuid;

/// The id of a demo thing, for example `demo_id("person", "aino")`.
pub fn demo_id(kind: &str, key: &str) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("https://kajo.example/demo/{kind}/{key}").as_bytes())
}
