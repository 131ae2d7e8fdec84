//! Accounts whose deletion was asked for, and those that are no more.

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use uuid::Uuid;

use crate::account::{Account, Event};

/// The read model.
pub struct Accounts;

/// A deletion that was asked for and is not carried out.
#[derive(Debug)]
pub struct Pending {
    /// Names the receipt.
    pub receipt_id: Uuid,
    /// When it was asked for.
    pub asked_at: Timestamp,
    /// When it is carried out.
    pub due_at: Timestamp,
    /// Something stood against it when it was due first.
    pub postponed: bool,
}

impl ReadModel for Accounts {
    const NAME: &'static str = "accounts";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["accounts"];
    const CATEGORIES: &'static [&'static str] = &[Account::CATEGORY];
}

impl Projection for Accounts {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let person = event.meta.aggregate_id;
        let statement = match event.decode::<Event>()? {
            Event::Asked { due_at, receipt } => {
                sqlx::query("insert into accounts (person_id, state, receipt_id, asked_at, due_at, postponed) values ($1, 1, $2, $3, $4, false)")
                    .bind(person)
                    .bind(receipt)
                    .bind(event.meta.recorded_at.to_sqlx())
                    .bind(due_at.to_sqlx())
            }
            Event::Withdrawn => sqlx::query("delete from accounts where person_id = $1").bind(person),
            Event::Postponed { due_at } => {
                sqlx::query("update accounts set due_at = $2, postponed = true where person_id = $1").bind(person).bind(due_at.to_sqlx())
            }
            Event::Deleted => sqlx::query("update accounts set state = 2 where person_id = $1").bind(person),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// The deletion that a person has asked for.
pub async fn pending(pool: &Pool, person: PersonId) -> Result<Option<Pending>, sqlx::Error> {
    let row = sqlx::query("select receipt_id, asked_at, due_at, postponed from accounts where person_id = $1 and state = 1")
        .bind(person.uuid())
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Pending {
            receipt_id: row.try_get("receipt_id")?,
            asked_at: row.try_get::<SqlTimestamp, _>("asked_at")?.to_jiff(),
            due_at: row.try_get::<SqlTimestamp, _>("due_at")?.to_jiff(),
            postponed: row.try_get("postponed")?,
        })
    })
    .transpose()
}

/// Whose days of regret are over.
pub async fn due(pool: &Pool, now: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select person_id from accounts where state = 1 and due_at <= $1 order by due_at").bind(now.to_sqlx()).fetch_all(pool).await
}

/// Deleted accounts of which something is left here.
pub async fn to_erase(pool: &Pool) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select a.person_id from accounts a left join account_erasures e using (person_id) where a.state = 2 and e.person_id is null")
        .fetch_all(pool)
        .await
}

/// Whether the account of a person is no more. Where its deletion was asked for, that waits until the transaction is over.
pub async fn is_over_in_tx(tx: &mut Tx<'_>, person: PersonId) -> Result<bool, sqlx::Error> {
    let state: Option<i16> =
        sqlx::query_scalar("select state from accounts where person_id = $1 for share").bind(person.uuid()).fetch_optional(&mut **tx).await?;
    Ok(state == Some(2))
}

/// Whether the account of a person is no more. A destroyed key says so as well: in a restored backup the event may be missing.
pub async fn is_over(pool: &Pool, person: PersonId) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "select exists (select from accounts where person_id = $1 and state = 2)
             or exists (select from subject_keys where subject_id = $1 and retention_class = 1 and destroyed_at is not null)",
    )
    .bind(person.uuid())
    .fetch_one(pool)
    .await
}
