//! The demo's content integration: what the register of services says of wound care waits beside the service.

use chassis::Kernel;
use chassis_domain::{AdminCommand, Id, Taken, Uuid, demo_id};

use super::meta;
use crate::{
    background::SYNC,
    content_integration::{ContentIntegration, Details, Mode, Source, Target, TargetState},
};

/// Of the simulated register.
const WOUND_CARE: Uuid = Uuid::from_u128(0x6f1f_1d5e_7c0b_4d0a_9d7e_2b5d_9a3c_0001);

/// What administrators have made of it since stays.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    let id = Id::<ContentIntegration>::from_uuid(demo_id("content-integration", "wound-care"));
    if kernel.store.load::<ContentIntegration>(id).await?.version > 0 {
        return Ok(());
    }
    let details = Details {
        name: "Haavanhoito (PTV)".to_owned(),
        target: Target::Service(Some(Id::from_uuid(demo_id("service", "wound-consultation")))),
        source: Source::ServiceRegister,
        source_id: WOUND_CARE.to_string(),
        interval_hours: 24,
        mode: Mode::Wait,
    };
    let save = AdminCommand::Save { details, taken: Taken::default(), around: TargetState::There };
    kernel.store.execute::<ContentIntegration>(id, save, meta(kernel)).await?;
    // The job may have looked already.
    kernel.due.soon(SYNC).await?;
    Ok(())
}
