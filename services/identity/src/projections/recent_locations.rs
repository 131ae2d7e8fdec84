//! Where a professional has worked lately: offered first at the next sign-in.

use chassis::{
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
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

impl OneStatement for RecentLocations {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let Event::WorkContextChosen { person, choice } = event.decode::<Event>()? else { return Ok(None) };
        let statement = Statement::new(
            "insert into recent_locations (person_id, location_id, chosen_at) values ($1, $2, $3)
             on conflict (person_id, location_id) do update set chosen_at = excluded.chosen_at",
        )
        .bind(person.uuid())
        .bind(choice.location.uuid())
        .bind(event.meta.recorded_at.to_sqlx());
        Ok(Some(statement))
    }
}
