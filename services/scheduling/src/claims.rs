//! Claims: who has a time. Of all who want one, the row decides who gets it, and never a clock: a lapsed hold counts until somebody else takes
//! the time, or its holder takes it after all.
//!
//! An appointment has a claim for each professional who takes part. They are claimed in the order of their ids, so that two who claim the same
//! people in one transaction each do not wait in a circle.
//!
//! Inserts do nothing on a conflict instead of failing. Those who want the same time, or one that overlaps it, wait for the first to commit
//! and then find nothing of theirs, so that nobody can wait in a circle.

use chassis::{Pool, Tx, database};
use chassis_domain::{PersonId, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;
use sqlx::Row;

use crate::appointment::AppointmentId;

/// A row's state: somebody thinks it over.
pub(crate) const HELD: i16 = 1;
/// An appointment has it.
pub(crate) const TAKEN: i16 = 3;

/// A time that can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Names it, whatever finds it.
    pub(crate) key: Uuid,
    /// The professional or room that has one thing at a time; `None`: another system sees to that.
    pub(crate) resource: Option<Uuid>,
    /// When it begins.
    pub(crate) starts_at: Timestamp,
    /// When it ends.
    pub(crate) ends_at: Timestamp,
}

impl Slot {
    /// The same time of a colleague who takes part.
    pub(crate) fn of_colleague(self, colleague: PersonId) -> Self {
        Self { key: Uuid::new_v5(&colleague.uuid(), self.key.as_bytes()), resource: Some(colleague.uuid()), ..self }
    }
}

/// A claim, as its holder knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// Which.
    pub(crate) id: Uuid,
    /// Of two claims of one time the later one has the higher number: who comes with an older one comes too late.
    pub(crate) fence: i64,
}

/// What is claimed, by whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The claim that is made.
    pub(crate) claim: Uuid,
    /// The time.
    pub(crate) slot: Slot,
    /// The person at the screen.
    pub(crate) person: PersonId,
}

/// Holds a time until then, in place of what the person held before; `None`: somebody else has it, and what was held before stays.
pub(crate) async fn hold(pool: &Pool, wanted: Wanted, now: Timestamp, until: Timestamp) -> Result<Option<Claim>, sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    one_screen_at_a_time_in_tx(&mut tx, wanted.person).await?;
    forget_lapsed_in_tx(&mut tx, wanted.slot, now).await?;
    let mut held = renew_in_tx(&mut tx, wanted, until).await?;
    if held.is_none() {
        let_go_in_tx(&mut tx, wanted).await?;
        held = insert_in_tx(&mut tx, wanted, None, Some(until)).await?;
    }
    let Some(held) = held else { return tx.rollback().await.map(|()| None) };
    // Behind the insert: had it gone before, two who change places would wait for one another.
    sqlx::query("delete from claims where held_by = $1 and state = $2 and claim_id <> $3")
        .bind(wanted.person.uuid())
        .bind(HELD)
        .bind(held.id)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(Some(held))
}

/// Somebody at two screens holds one time.
async fn one_screen_at_a_time_in_tx(tx: &mut Tx<'_>, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 1))").bind(person.to_string()).execute(&mut **tx).await?;
    Ok(())
}

/// What the person holds themselves is not in their way.
async fn let_go_in_tx(tx: &mut Tx<'_>, wanted: Wanted) -> Result<(), sqlx::Error> {
    let Slot { key, resource, starts_at, ends_at } = wanted.slot;
    sqlx::query("delete from claims where held_by = $1 and state = $2 and (slot_key = $3 or (resource = $4 and during && tstzrange($5, $6)))")
        .bind(wanted.person.uuid())
        .bind(HELD)
        .bind(key)
        .bind(resource)
        .bind(starts_at.to_sqlx())
        .bind(ends_at.to_sqlx())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Lapsed holds in the way are gone for good. Rows that somebody else works on are theirs to remove.
async fn forget_lapsed_in_tx(tx: &mut Tx<'_>, slot: Slot, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "delete from claims where claim_id in (
             select claim_id from claims
             where state = $1 and until <= $2 and (slot_key = $3 or (resource = $4 and during && tstzrange($5, $6)))
             for update skip locked)",
    )
    .bind(HELD)
    .bind(now.to_sqlx())
    .bind(slot.key)
    .bind(slot.resource)
    .bind(slot.starts_at.to_sqlx())
    .bind(slot.ends_at.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What the person holds already is held from now on.
async fn renew_in_tx(tx: &mut Tx<'_>, wanted: Wanted, until: Timestamp) -> Result<Option<Claim>, sqlx::Error> {
    let row = sqlx::query("update claims set until = $4 where slot_key = $1 and state = $2 and held_by = $3 returning claim_id, fence")
        .bind(wanted.slot.key)
        .bind(HELD)
        .bind(wanted.person.uuid())
        .bind(until.to_sqlx())
        .fetch_optional(&mut **tx)
        .await?;
    row.map(|row| Ok(Claim { id: row.try_get("claim_id")?, fence: row.try_get("fence")? })).transpose()
}

/// Held until then, or taken by an appointment. `None`: somebody else has the time.
async fn insert_in_tx(
    tx: &mut Tx<'_>,
    wanted: Wanted,
    appointment: Option<AppointmentId>,
    until: Option<Timestamp>,
) -> Result<Option<Claim>, sqlx::Error> {
    let Slot { key, resource, starts_at, ends_at } = wanted.slot;
    let fence: Option<i64> = sqlx::query_scalar(
        "insert into claims (claim_id, slot_key, resource, during, held_by, appointment_id, until, state)
         values ($1, $2, $3, tstzrange($4, $5), $6, $7, $8, $9) on conflict do nothing returning fence",
    )
    .bind(wanted.claim)
    .bind(key)
    .bind(resource)
    .bind(starts_at.to_sqlx())
    .bind(ends_at.to_sqlx())
    .bind(wanted.person.uuid())
    .bind(appointment.map(AppointmentId::uuid))
    .bind(until.map(ToSqlx::to_sqlx))
    .bind(if appointment.is_some() { TAKEN } else { HELD })
    .fetch_optional(&mut **tx)
    .await?;
    Ok(fence.map(|fence| Claim { id: wanted.claim, fence }))
}

/// Gives what a person holds to an appointment. What has lapsed and is free still is taken all the same; `false`: somebody else has it.
pub(crate) async fn take_in_tx(
    tx: &mut Tx<'_>,
    held: Claim,
    wanted: Wanted,
    appointment: AppointmentId,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let taken = sqlx::query(
        "update claims set state = $1, appointment_id = $2, until = null
         where claim_id = $3 and fence = $4 and slot_key = $5 and held_by = $6 and state = $7",
    )
    .bind(TAKEN)
    .bind(appointment.uuid())
    .bind(held.id)
    .bind(held.fence)
    .bind(wanted.slot.key)
    .bind(wanted.person.uuid())
    .bind(HELD)
    .execute(&mut **tx)
    .await?;
    if taken.rows_affected() == 1 {
        return Ok(true);
    }
    claim_in_tx(tx, wanted, appointment, now).await
}

/// Gives an appointment what nobody has; `false`: somebody else has it.
pub(crate) async fn claim_in_tx(tx: &mut Tx<'_>, wanted: Wanted, appointment: AppointmentId, now: Timestamp) -> Result<bool, sqlx::Error> {
    forget_lapsed_in_tx(tx, wanted.slot, now).await?;
    let_go_in_tx(tx, wanted).await?;
    Ok(insert_in_tx(tx, wanted, Some(appointment), None).await?.is_some())
}

/// An appointment needs its time no more.
pub(crate) async fn free_in_tx(tx: &mut Tx<'_>, appointment: AppointmentId) -> Result<(), sqlx::Error> {
    sqlx::query("delete from claims where appointment_id = $1").bind(appointment.uuid()).execute(&mut **tx).await?;
    Ok(())
}

/// One of those who take part in an appointment does so no more.
pub(crate) async fn free_resource_in_tx(tx: &mut Tx<'_>, appointment: AppointmentId, resource: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("delete from claims where appointment_id = $1 and resource = $2").bind(appointment.uuid()).bind(resource).execute(&mut **tx).await?;
    Ok(())
}

/// A person lets go of what they hold. What is not theirs, or no hold, stays.
pub(crate) async fn release(pool: &Pool, claim: Uuid, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("delete from claims where claim_id = $1 and held_by = $2 and state = $3")
        .bind(claim)
        .bind(person.uuid())
        .bind(HELD)
        .execute(pool)
        .await?;
    Ok(())
}

/// A person lets go of whatever they hold.
pub(crate) async fn release_all(pool: &Pool, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("delete from claims where held_by = $1 and state = $2").bind(person.uuid()).bind(HELD).execute(pool).await?;
    Ok(())
}
