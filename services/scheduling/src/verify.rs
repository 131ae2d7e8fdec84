//! Holds claims against events: whoever has a time by its row has it by what was decided, and the other way about. For operators, after a
//! restore or a crash, and for tests of races.

use std::collections::BTreeSet;

use chassis::{Kernel, Pool, store::StoreError};
use chassis_domain::{Aggregate, PersonId, Timestamp, Uuid};
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::Row;

use crate::{
    appointment::{Appointment, AppointmentId, Phase, Standing},
    claims::{Slot, TAKEN},
};

/// How many appointments are looked at in one go.
const AT_ONCE: i64 = 500;
/// A command between two looks at one appointment is no fault: it is looked at so often.
const LOOKS: usize = 3;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimsVerdict {
    /// How many appointments there are.
    pub appointments: u64,
    /// Those whose claims are not what their events say, and those that have claims and no events. No words of people are in it.
    pub wrong: Vec<AppointmentId>,
    /// Times that are taken for no appointment.
    pub ownerless: Vec<Uuid>,
}

/// A time as a row or an event has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Taken {
    key: Uuid,
    /// `None`: whatever it is, a room.
    resource: Option<Uuid>,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// Looks at every appointment and every claim. The platform may run meanwhile.
///
/// # Errors
/// When the database fails, or events cannot be read.
pub async fn verify_claims(kernel: &Kernel) -> Result<ClaimsVerdict, StoreError> {
    let mut verdict = ClaimsVerdict::default();
    let mut after = String::new();
    loop {
        let page: Vec<(String,)> =
            sqlx::query_as("select stream_id from event_streams where category = $1 and stream_id > $2 order by stream_id limit $3")
                .bind(Appointment::CATEGORY)
                .bind(&after)
                .bind(AT_ONCE)
                .fetch_all(&kernel.pool)
                .await?;
        let Some((last,)) = page.last() else { break };
        after.clone_from(last);
        for (stream,) in &page {
            let Some(id) = stream.strip_prefix(Appointment::CATEGORY).and_then(|rest| AppointmentId::parse(rest.strip_prefix('-')?)) else {
                continue;
            };
            verdict.appointments += 1;
            if !is_right(kernel, id).await? {
                verdict.wrong.push(id);
            }
        }
    }
    for id in without_events(&kernel.pool).await? {
        match id {
            (_, Some(appointment)) => verdict.wrong.push(AppointmentId::from_uuid(appointment)),
            (claim, None) => verdict.ownerless.push(claim),
        }
    }
    verdict.wrong.dedup();
    Ok(verdict)
}

async fn is_right(kernel: &Kernel, id: AppointmentId) -> Result<bool, StoreError> {
    for _ in 0..LOOKS {
        let decided = decided(&kernel.store.load::<Appointment>(id).await?.state);
        let rows = rows(&kernel.pool, id, &decided).await?;
        if rows == decided {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What it has by its events. Who has taken part keeps their time though it is over; what is cancelled has none, and neither has what another
/// system keeps.
fn decided(appointment: &Appointment) -> BTreeSet<Taken> {
    let takes_time = |standing: &&Standing| standing.outside.is_none() && matches!(appointment.phase, Phase::Booked | Phase::Done);
    let Some(standing) = appointment.standing.as_ref().filter(takes_time) else {
        return BTreeSet::new();
    };
    let time = &standing.time;
    let slot = Slot { key: time.slot, resource: time.practitioner.map(PersonId::uuid), starts_at: time.starts_at, ends_at: time.ends_at };
    let colleagues = standing.colleagues.iter().filter(|colleague| time.practitioner != Some(**colleague));
    let all = colleagues.map(|colleague| slot.of_colleague(*colleague)).chain([slot]);
    all.map(|Slot { key, resource, starts_at, ends_at }| Taken { key, resource, starts_at, ends_at }).collect()
}

/// What it has by its rows. An event of an appointment in a room does not name the room: there any row will do.
async fn rows(pool: &Pool, id: AppointmentId, decided: &BTreeSet<Taken>) -> Result<BTreeSet<Taken>, sqlx::Error> {
    let rows = sqlx::query(
        "select slot_key, resource, lower(during) as starts_at, upper(during) as ends_at from claims where appointment_id = $1 and state = $2",
    )
    .bind(id.uuid())
    .bind(TAKEN)
    .fetch_all(pool)
    .await?;
    let of_a_room: BTreeSet<_> = decided.iter().filter(|taken| taken.resource.is_none()).map(|taken| taken.key).collect();
    let taken = rows.iter().map(|row| {
        let key = row.try_get("slot_key")?;
        let resource: Option<Uuid> = row.try_get("resource")?;
        Ok(Taken {
            key,
            resource: resource.filter(|_| !of_a_room.contains(&key)),
            starts_at: row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff(),
            ends_at: row.try_get::<SqlTimestamp, _>("ends_at")?.to_jiff(),
        })
    });
    taken.collect()
}

/// Rows that are taken for what was never booked, or for nothing.
async fn without_events(pool: &Pool) -> Result<Vec<(Uuid, Option<Uuid>)>, sqlx::Error> {
    sqlx::query_as(
        "select claim_id, appointment_id from claims
         where state = $1 and not exists (select from event_streams where stream_id = $2 || '-' || appointment_id) order by appointment_id",
    )
    .bind(TAKEN)
    .bind(Appointment::CATEGORY)
    .fetch_all(pool)
    .await
}
