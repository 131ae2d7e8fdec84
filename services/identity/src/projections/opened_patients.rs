//! Whom a session has opened, and on what ground it did so last.

use chassis::{
    Pool,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use jiff_sqlx::ToSqlx;
use uuid::Uuid;

use crate::{
    patient::PatientId,
    session::{Event, Ground, Session},
};

/// The read model.
pub struct OpenedPatients;

impl ReadModel for OpenedPatients {
    const NAME: &'static str = "opened_patients";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["opened_patients"];
    const CATEGORIES: &'static [&'static str] = &[Session::CATEGORY];
}

impl OneStatement for OpenedPatients {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let session_id = event.meta.aggregate_id;
        let statement = match event.decode::<Event>()? {
            Event::PatientOpened { patient, ground, .. } => Statement::new(
                "insert into opened_patients (session_id, patient_id, ground, opened_at) values ($1, $2, $3, $4)
                 on conflict (session_id, patient_id) do update set ground = excluded.ground, opened_at = excluded.opened_at",
            )
            .bind(session_id)
            .bind(patient.uuid())
            .bind(i16::try_from(ground.number()).unwrap_or_default())
            .bind(event.meta.recorded_at.to_sqlx()),
            // With the session goes what it has opened.
            Event::Ended { .. } => Statement::new("delete from opened_patients where session_id = $1").bind(session_id),
            Event::Started { .. }
            | Event::WorkContextChosen { .. }
            | Event::OnBehalfStarted { .. }
            | Event::MandateNarrowed { .. }
            | Event::OnBehalfEnded { .. } => return Ok(None),
        };
        Ok(Some(statement))
    }
}

/// On what ground a session has opened a patient; `None`: it has not.
pub async fn ground(pool: &Pool, session_id: Uuid, patient: PatientId) -> Result<Option<Ground>, sqlx::Error> {
    let found: Option<i16> = sqlx::query_scalar("select ground from opened_patients where session_id = $1 and patient_id = $2")
        .bind(session_id)
        .bind(patient.uuid())
        .fetch_optional(pool)
        .await?;
    Ok(found.and_then(|number| Ground::from_number(number.into())))
}
