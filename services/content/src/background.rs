//! What content does by itself: it syncs integrations at their time.

use std::time::Duration;

use chassis::{
    Kernel, admin_record,
    due::{Every, Job, Lane, Sweep},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{Id, SignedDuration, Uuid};

use crate::{
    adapters::{Source, service_register::ServiceRegister},
    content_integration::Details,
    settings::ContentSettings,
    sync_table, syncing,
};

/// The job that syncs.
pub(crate) const SYNC: &str = "content-integrations";
/// Integrations whose time has come are looked for this often.
const LOOK: SignedDuration = SignedDuration::from_mins(5);
/// The register is another system.
const REGISTER: Lane = Lane::new("service-register").width(1).patience(Duration::from_mins(10));

/// Everything that is done here by itself.
pub(crate) fn job() -> Job {
    Job::new(SYNC, Every::Interval(LOOK), sync_due).in_lane(REGISTER)
}

async fn sync_due(kernel: Kernel) -> anyhow::Result<()> {
    let Some(register) = ServiceRegister::of(&kernel.settings.part::<ContentSettings>()?)? else { return Ok(()) };
    let now = kernel.clock.now();
    let kept = admin_record::in_use::<Details>(&kernel.pool).await?;
    let asked: Vec<_> = kept.iter().map(|(id, details)| (*id, details)).collect();
    let states = sync_table::some(&kernel.pool, &asked).await?;
    let is_due = |(id, details): &&(Uuid, Details)| states.get(id).is_none_or(|state| state.is_due(details.interval_hours, now));
    let due: Vec<_> = kept.iter().filter(is_due).filter_map(|(id, details)| Some((*id, details.guid()?))).collect();
    let mut sweep = Sweep::new(&kernel, "content_integrations");
    for some in due.chunks(register.at_once()) {
        let guids: Vec<_> = some.iter().map(|(_, guid)| *guid).collect();
        let answer = register.fetch(&guids).await;
        for (id, guid) in some {
            let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
            let taken = syncing::take(&kernel, meta, Id::from_uuid(*id), *guid, syncing::heard(&answer, *guid), Vec::new()).await;
            match taken {
                // It was archived or removed while the register was asked.
                Err(ExecuteError::Refused(_)) => {}
                taken => drop(sweep.row(*id, taken)),
            }
        }
    }
    anyhow::ensure!(sweep.failed() == 0, "{} content integrations could not be synced", sweep.failed());
    Ok(())
}
