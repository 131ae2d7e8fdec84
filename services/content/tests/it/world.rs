//! A content of the test's own, without the demo's data, and who calls it.

use chassis::testkit::{Calls, TestEnvironment, World, caller};
use chassis_domain::Uuid;
use kajo_proto::options::v1::Caller;

/// Starts one.
pub(crate) async fn start() -> World {
    World::start(TestEnvironment::start().await.unwrap(), content::service).await.unwrap()
}

/// Calls by somebody of this kind.
pub(crate) fn by(world: &World, kind: Caller) -> Calls {
    world.calls_by(caller(kind, Uuid::now_v7(), "Ritva Rinne"))
}
