//! How searches stand with where their times come from, as those are told who keep them (SCH-12, SCH-21), and asking another system at once.

use std::collections::HashMap;

use chassis::{
    admin_record::{self, Record},
    grpc,
    store::CommandMeta,
};
use chassis_domain::{SignedDuration, Timestamp, Uuid, timestamp};
use kajo_proto::scheduling::v1::{FetchFailure, SyncStatus};
use tonic::Status;

use super::appointment_search::AppointmentSearches;
use crate::{
    appointment_search::{BookingSystem, Details},
    fetch::{FailingSince, FetchState, NotFetched},
    fetch_table, fetching,
    projections::sync_status,
};

/// The other system that the times of a search come from; `None`: the own calendar.
fn other_system(details: &Details) -> Option<BookingSystem> {
    details.system.filter(|system| *system != BookingSystem::Own)
}

impl AppointmentSearches {
    /// How each of these stands.
    pub(super) async fn syncs(&self, records: &[Record<Self>]) -> Result<HashMap<Uuid, SyncStatus>, Status> {
        let (pool, now) = (&self.kernel.pool, self.kernel.clock.now());
        let ids: Vec<_> = records.iter().map(|record| record.id).collect();
        let here = sync_status::of(pool, &ids, now).await.map_err(grpc::fault)?;
        let elsewhere: Vec<_> = records.iter().filter(|record| other_system(&record.details).is_some()).collect();
        let asked: Vec<_> = elsewhere.iter().map(|record| (record.id, &record.details)).collect();
        let states = fetch_table::some(pool, &asked).await.map_err(grpc::fault)?;
        let intervals = self.fetching.intervals(elsewhere.iter().filter_map(|record| record.details.service).collect()).await;
        let view = |record: &Record<Self>| {
            let here = here.get(&record.id).copied().unwrap_or_default();
            let Some(system) = other_system(&record.details) else {
                return SyncStatus { synced_at: here.planned_at.map(timestamp), booked_count: here.booked, ..SyncStatus::default() };
            };
            let state = states.get(&record.id).cloned().unwrap_or_default();
            let is_connected = self.fetching.is_connected(system);
            let minutes = Some(intervals.minutes(record.details.service)).filter(|_| is_connected && !record.archived);
            SyncStatus { booked_count: here.booked, not_connected: !is_connected, ..fetched(state, minutes, now) }
        };
        Ok(records.iter().map(|record| (record.id, view(record))).collect())
    }

    /// Asks the system of a search at once; how it stands then.
    pub(super) async fn fetch(&self, meta: CommandMeta, id: &str) -> Result<SyncStatus, Status> {
        let found = admin_record::get::<Self>(&self.kernel.pool, id).await?;
        let system = other_system(&found.details).ok_or_else(|| grpc::refused(&NotFetched::OwnCalendar))?;
        if found.archived {
            return Err(grpc::refused(&NotFetched::Archived));
        }
        if !self.fetching.is_connected(system) {
            return Err(grpc::refused(&NotFetched::NotConnected));
        }
        fetching::fetch_now(&self.kernel, &self.fetching, meta, found.id, &found.details).await?;
        Ok(self.syncs(std::slice::from_ref(&found)).await?.remove(&found.id).unwrap_or_default())
    }
}

/// How the fetching of a search goes that is done every so many minutes; `None`: it is not done, so nothing is wrong with it.
fn fetched(state: FetchState, minutes: Option<u32>, now: Timestamp) -> SyncStatus {
    let due_at = minutes.map(|minutes| state.due_at(SignedDuration::from_mins(minutes.into())).unwrap_or(now).max(now));
    SyncStatus {
        synced_at: state.fetched_at.map(timestamp),
        failure: state.failing.filter(|_| minutes.is_some()).map(failure),
        next_at: due_at.map(timestamp),
        interval_minutes: minutes.unwrap_or_default(),
        unknown_patient_count: state.unknown_patients,
        unreadable_count: state.unreadable,
        ..SyncStatus::default()
    }
}

fn failure(FailingSince { reason, since, in_a_row }: FailingSince) -> FetchFailure {
    FetchFailure { reason, since: Some(timestamp(since)), in_a_row }
}
