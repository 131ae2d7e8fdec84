//! Appointments, as lists show them: those of a patient to come and those that are over, and those of a schedule. What an appointment says is
//! the appointment's own; a row says where it stands in the lists.

use chassis::{
    Pool,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Mandates, PersonId, Representative, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use crate::{
    appointment::{Appointment, Event, EventKind},
    appointment_search::BookingSystem,
};

/// The read model.
pub struct MyAppointments;

const BOOKED: i16 = 1;
const CANCELLED: i16 = 2;
const DONE: i16 = 3;

/// Where an appointment stands in a list.
#[derive(Clone, Copy, Debug)]
pub struct AppointmentRow {
    /// Which.
    pub appointment_id: Uuid,
    /// When it begins.
    pub starts_at: Timestamp,
}

impl ReadModel for MyAppointments {
    const NAME: &'static str = "my_appointments";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["my_appointments"];
    const CATEGORIES: &'static [&'static str] = &[Appointment::CATEGORY];
    // `state`: 1 booked, 2 cancelled, 3 done. What another system keeps is of a system, and is called something there.
    const DDL: Option<&'static str> = Some(
        "create table my_appointments (
             appointment_id uuid not null,
             patient_id uuid not null,
             search_id uuid not null,
             schedule_id uuid,
             practitioner_id uuid,
             state smallint not null,
             starts_at timestamptz not null,
             ends_at timestamptz not null,
             needs_health boolean not null,
             needs_social boolean not null,
             visible_to_guardians boolean not null,
             remote boolean not null,
             outside_system smallint,
             outside_reference text,
             constraint my_appointments_pkey primary key (appointment_id)
         );
         create index my_appointments_of_patient on my_appointments (patient_id, starts_at, appointment_id);
         create index my_appointments_of_schedule on my_appointments (schedule_id, starts_at, appointment_id);
         create index my_appointments_of_search on my_appointments (search_id, ends_at) where state = 1;
         create index my_appointments_outside on my_appointments (outside_system, outside_reference) where outside_reference is not null;",
    );
}

impl OneStatement for MyAppointments {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let Event { what, standing } = event.decode::<Event>()?;
        let needs = standing.matter.needs();
        let state = match what {
            EventKind::Cancelled { .. } => CANCELLED,
            EventKind::Done { .. } => DONE,
            EventKind::Booked { .. } | EventKind::Moved { .. } | EventKind::Changed { .. } => BOOKED,
            EventKind::CancellationAcknowledged { .. } | EventKind::ParticipantSaved { .. } | EventKind::ParticipantDeactivated { .. } => {
                return Ok(None);
            }
            // What a teenager shows may be over by then.
            EventKind::ShownToGuardians => {
                let shown = Statement::new("update my_appointments set visible_to_guardians = $2 where appointment_id = $1");
                return Ok(Some(shown.bind(event.meta.aggregate_id).bind(standing.visible_to_guardians)));
            }
        };
        let outside = standing.outside.map(|outside| (number(outside.system), outside.reference));
        let (system, reference) = outside.unzip();
        Ok(Some(
            Statement::new(
                "insert into my_appointments (appointment_id, patient_id, search_id, schedule_id, practitioner_id, state, starts_at, ends_at,
                     needs_health, needs_social, visible_to_guardians, remote, outside_system, outside_reference)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
                 on conflict (appointment_id) do update set search_id = excluded.search_id, schedule_id = excluded.schedule_id,
                     practitioner_id = excluded.practitioner_id, state = excluded.state, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
                     remote = excluded.remote",
            )
            .bind(event.meta.aggregate_id)
            .bind(standing.patient.uuid())
            .bind(standing.time.search)
            .bind(standing.time.schedule)
            .bind(standing.time.practitioner.map(PersonId::uuid))
            .bind(state)
            .bind(standing.time.starts_at.to_sqlx())
            .bind(standing.time.ends_at.to_sqlx())
            .bind(needs.health)
            .bind(needs.social)
            .bind(standing.visible_to_guardians)
            .bind(standing.time.kind.is_remote())
            .bind(system)
            .bind(reference),
        ))
    }
}

fn number(system: BookingSystem) -> i16 {
    i16::try_from(system.number()).unwrap_or_default()
}

/// What a page is asked for.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Whose.
    pub patient: PersonId,
    /// Who acts for them; they see what their mandates cover, and of a teenager's what is shown to guardians.
    pub representative: Option<&'a Representative>,
    /// What is over or cancelled, otherwise what is to come.
    pub past: bool,
    /// Now.
    pub now: Timestamp,
    /// Behind this row.
    pub after: Option<TimeCursor>,
    /// At most so many rows.
    pub size: usize,
}

const TO_COME: &str = "
    select appointment_id, starts_at from my_appointments
    where patient_id = $1 and state = 1 and ends_at > $2 and ($3::timestamptz is null or (starts_at, appointment_id) > ($3, $4))
      and ($6 or not needs_health) and ($7 or not needs_social) and ($8 or visible_to_guardians)
    order by starts_at, appointment_id limit $5";
const PAST: &str = "
    select appointment_id, starts_at from my_appointments
    where patient_id = $1 and (state <> 1 or ends_at <= $2) and ($3::timestamptz is null or (starts_at, appointment_id) < ($3, $4))
      and ($6 or not needs_health) and ($7 or not needs_social) and ($8 or visible_to_guardians)
    order by starts_at desc, appointment_id desc limit $5";

/// One page.
pub async fn page(pool: &Pool, question: &Question<'_>) -> Result<Vec<AppointmentRow>, sqlx::Error> {
    let mandates = question.representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let rows = sqlx::query(if question.past { PAST } else { TO_COME })
        .bind(question.patient.uuid())
        .bind(question.now.to_sqlx())
        .bind(question.after.map(|after| after.at.to_sqlx()))
        .bind(question.after.map(|after| after.id))
        .bind(i64::try_from(question.size).unwrap_or(i64::MAX))
        .bind(mandates.health)
        .bind(mandates.social)
        .bind(!question.representative.is_some_and(|somebody| somebody.of_teenager))
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

/// Remote ones of a patient that are kept here, are to take place and did not end before then, the next first: those that who acts for the patient
/// may see.
pub async fn remote(
    pool: &Pool,
    (patient, representative): (PersonId, Option<&Representative>),
    ended: Timestamp,
    most: usize,
) -> Result<Vec<AppointmentRow>, sqlx::Error> {
    let mandates = representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let rows = sqlx::query(
        "select appointment_id, starts_at from my_appointments
         where patient_id = $1 and state = 1 and remote and outside_system is null and ends_at >= $2
           and ($3 or not needs_health) and ($4 or not needs_social) and ($5 or visible_to_guardians)
         order by starts_at, appointment_id limit $6",
    )
    .bind(patient.uuid())
    .bind(ended.to_sqlx())
    .bind(mandates.health)
    .bind(mandates.social)
    .bind(!representative.is_some_and(|somebody| somebody.of_teenager))
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// Those of a patient that are kept here and have not begun.
pub async fn to_come(pool: &Pool, patient: PersonId, now: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select appointment_id from my_appointments where patient_id = $1 and state = 1 and starts_at > $2 and outside_system is null")
        .bind(patient.uuid())
        .bind(now.to_sqlx())
        .fetch_all(pool)
        .await
}

/// Booked ones that a search has found in another system and that begin from then on, before the second moment: each with what it is called there.
pub async fn outside_known(pool: &Pool, search: Uuid, from: Timestamp, until: Timestamp) -> Result<Vec<(Uuid, String)>, sqlx::Error> {
    sqlx::query_as(
        "select appointment_id, outside_reference from my_appointments
         where search_id = $1 and state = 1 and outside_reference is not null and starts_at >= $2 and starts_at < $3
         order by starts_at, appointment_id",
    )
    .bind(search)
    .bind(from.to_sqlx())
    .bind(until.to_sqlx())
    .fetch_all(pool)
    .await
}

/// Booked ones that are called so in another system, each with that and with whose it is.
pub async fn outside_others(pool: &Pool, system: BookingSystem, references: &[String]) -> Result<Vec<(Uuid, String, PersonId)>, sqlx::Error> {
    let rows: Vec<(Uuid, String, Uuid)> = sqlx::query_as(
        "select appointment_id, outside_reference, patient_id from my_appointments
         where outside_system = $1 and outside_reference = any ($2) and state = 1
         order by outside_reference, appointment_id",
    )
    .bind(number(system))
    .bind(references)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|(appointment, reference, patient)| (appointment, reference, PersonId::from_uuid(patient))).collect())
}

/// How many a patient has or had.
pub async fn count(pool: &Pool, patient: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from my_appointments where patient_id = $1").bind(patient.uuid()).fetch_one(pool).await
}

fn read(row: &PgRow) -> Result<AppointmentRow, sqlx::Error> {
    Ok(AppointmentRow { appointment_id: row.try_get("appointment_id")?, starts_at: row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff() })
}
