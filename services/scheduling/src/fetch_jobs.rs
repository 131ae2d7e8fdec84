//! Searches are fetched by themselves when their time has come (SCH-21): a job for each system, so that one which does not answer holds up no other.

use std::time::Duration;

use chassis::{
    Kernel, admin_record,
    due::{Every, Job, Lane},
};
use chassis_domain::{SignedDuration, Uuid};

use crate::{
    appointment_search::{BookingSystem, Details},
    fetch_table,
    fetching::{self, Fetching},
    settings::BookingSystemSettings,
};

/// Searches whose time has come are looked for this often.
const LOOK: Every = Every::seconds(60);
/// What is due sooner than the next look by half is not left for it.
const SLACK: SignedDuration = SignedDuration::from_secs(30);
/// After so long no other search is begun with: the next look goes on where this one ended, and none is cut off.
const ROUND: SignedDuration = SignedDuration::from_secs(50);
/// They are other systems; a fetch takes four minutes at the most.
const LANE: Lane = Lane::new("booking-systems").width(4).patience(Duration::from_mins(5));

/// The systems, and what the job of each is called.
const JOBS: [(BookingSystem, &str); 4] = [
    (BookingSystem::Lifecare, "fetch-lifecare"),
    (BookingSystem::Pegasos, "fetch-pegasos"),
    (BookingSystem::Omni360, "fetch-omni360"),
    (BookingSystem::Vihta, "fetch-vihta"),
];

/// Everything that is fetched by itself.
pub(crate) fn jobs() -> [Job; 4] {
    JOBS.map(|(system, name)| Job::new(name, LOOK, move |kernel: Kernel| round(kernel, system)).in_lane(LANE))
}

/// Fetches what is due of a system, one search after another.
async fn round(kernel: Kernel, system: BookingSystem) -> anyhow::Result<()> {
    let begun = kernel.clock.ran();
    fetch_table::forget_removed(&kernel.pool).await?;
    if kernel.settings.part::<BookingSystemSettings>()?.url(system).is_none() {
        return Ok(());
    }
    let mut searches = admin_record::in_use::<Details>(&kernel.pool).await?;
    searches.retain(|(_, details)| details.system == Some(system));
    if searches.is_empty() {
        return Ok(());
    }
    let around = Fetching::of(&kernel)?;
    for (id, details) in due(&kernel, &around, searches).await? {
        if kernel.clock.ran() - begun > ROUND {
            break;
        }
        let stopped = fetching::fetch_due(&kernel, &around, id, &details).await?;
        if stopped.is_some_and(|stopped| stopped.is_of_all()) {
            break;
        }
    }
    Ok(())
}

/// Those whose time has come: which were never fetched first, then which have waited longest.
async fn due(kernel: &Kernel, around: &Fetching, searches: Vec<(Uuid, Details)>) -> Result<Vec<(Uuid, Details)>, sqlx::Error> {
    let asked: Vec<_> = searches.iter().map(|(id, details)| (*id, details)).collect();
    let states = fetch_table::some(&kernel.pool, &asked).await?;
    let intervals = around.intervals(searches.iter().filter_map(|(_, details)| details.service).collect()).await;
    let now = kernel.clock.now();
    let soon = now.saturating_add(SLACK).unwrap_or(now);
    let is_due = |(id, details): &(Uuid, Details)| states.get(id).is_none_or(|state| state.is_due(intervals.of(details.service), soon));
    let mut due: Vec<_> = searches.into_iter().filter(is_due).collect();
    due.sort_by_key(|(id, _)| states.get(id).and_then(|state| state.tried_at));
    Ok(due)
}
