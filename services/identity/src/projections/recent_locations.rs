//! Where a professional has worked lately: offered first at the next sign-in.

use chassis::{
    Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use jiff_sqlx::ToSqlx;

use crate::session::{Event, Session};

/// The read model.
pub struct RecentLocations;

impl ReadModel for RecentLocations {
    const NAME: &'static str = "recent_locations";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["recent_locations"];
    const CATEGORIES: &'static [&'static str] = &[Session::CATEGORY];
}

impl Projection for RecentLocations {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let Event::WorkContextChosen { person, choice } = event.decode::<Event>()? else { return Ok(()) };
        sqlx::query(
            "insert into recent_locations (person_id, location_id, chosen_at) values ($1, $2, $3)
             on conflict (person_id, location_id) do update set chosen_at = excluded.chosen_at",
        )
        .bind(person.uuid())
        .bind(choice.location.uuid())
        .bind(event.meta.recorded_at.to_sqlx())
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}
