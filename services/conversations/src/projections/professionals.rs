//! Professionals as last seen: who can be handed a conversation.

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Uuid};
use sqlx::Row;

use crate::professional::{Event, Professional};

/// The read model.
pub struct Professionals;

/// A professional as last seen.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Name, sealed.
    pub name: Vec<u8>,
    /// Role in use.
    pub role: Uuid,
    /// Work location in use.
    pub location: Uuid,
}

impl ReadModel for Professionals {
    const NAME: &'static str = "professionals";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["professionals"];
    const CATEGORIES: &'static [&'static str] = &[Professional::CATEGORY];
}

impl Projection for Professionals {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let Event::Appeared { name, role, location } = event.decode()?;
        sqlx::query(
            "insert into professionals (person_id, name, role_id, location_id) values ($1, $2, $3, $4)
             on conflict (person_id) do update set name = excluded.name, role_id = excluded.role_id, location_id = excluded.location_id",
        )
        .bind(event.meta.aggregate_id)
        .bind(name.blob().map(to_column).unwrap_or_default())
        .bind(role)
        .bind(location)
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// One professional.
pub async fn find(pool: &Pool, person: Uuid) -> Result<Option<Seen>, sqlx::Error> {
    let row = sqlx::query("select name, role_id, location_id from professionals where person_id = $1").bind(person).fetch_optional(pool).await?;
    row.map(|row| Ok(Seen { name: row.try_get("name")?, role: row.try_get("role_id")?, location: row.try_get("location_id")? })).transpose()
}
