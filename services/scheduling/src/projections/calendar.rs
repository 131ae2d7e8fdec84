//! The calendar of professionals: which times of a schedule are taken, day by day, and the schedules that can be chosen. Patients' names lie
//! here as they were sealed.

use chassis::{
    Pool,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{AdminDetails, AdminEvent, Aggregate, PersonId, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::scheduling::v1::AppointmentState;
use sqlx::{Row, postgres::PgRow};

use crate::{
    appointment::{Appointment, Event, EventKind},
    kind::AppointmentType,
    schedule,
};

/// The read model.
pub struct Calendar;

/// Most schedules that are listed at once.
const MOST_SCHEDULES: i64 = 100;

/// A time that is taken.
#[derive(Clone, Debug)]
pub struct CalendarRow {
    /// By which appointment.
    pub appointment_id: Uuid,
    /// In whose calendar it is shown.
    pub schedule_id: Uuid,
    /// Whose appointment.
    pub patient: PersonId,
    /// With whom it is; `None`: with nobody in particular.
    pub practitioner: Option<PersonId>,
    /// Colleagues who take part.
    pub colleagues: Vec<Uuid>,
    /// As the patient was called, sealed.
    pub patient_name: Vec<u8>,
    /// For what.
    pub service: Uuid,
    /// Where.
    pub location: Option<Uuid>,
    /// How people meet.
    pub kind: Option<AppointmentType>,
    /// Where it stands.
    pub state: AppointmentState,
    /// When it begins.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
    /// What the clocks on the wall were to show when it begins.
    pub civil_start: String,
    /// A time at which one is contacted.
    pub contact_time: bool,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
}

/// A schedule that a calendar may show.
#[derive(Clone, Debug)]
pub struct ScheduleRow {
    /// Which.
    pub schedule_id: Uuid,
    /// What professionals find it by.
    pub name: String,
    /// Where its times are.
    pub location: Option<Uuid>,
    /// Whose times these are; `None`: those of a room.
    pub practitioner: Option<Uuid>,
    /// Its times are those of whoever asks.
    pub own: bool,
}

impl ReadModel for Calendar {
    const NAME: &'static str = "calendar";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["calendar", "calendar_schedules"];
    const CATEGORIES: &'static [&'static str] = &[Appointment::CATEGORY, schedule::Details::CATEGORY];
    // `state` is the contract's. What another system keeps has no schedule and is in no calendar. Of what is by video (4), one index has what is
    // not done (3) and nobody has acknowledged.
    const DDL: Option<&'static str> = Some(
        "create table calendar (
             appointment_id uuid not null,
             schedule_id uuid not null,
             patient_id uuid not null,
             practitioner_id uuid,
             colleagues uuid[] not null,
             patient_name bytea not null,
             service_id uuid not null,
             location_id uuid,
             kind smallint not null,
             state smallint not null,
             starts_at timestamptz not null,
             ends_at timestamptz not null,
             civil_start text not null,
             contact_time boolean not null,
             cancelled_at timestamptz,
             acknowledged boolean not null,
             constraint calendar_pkey primary key (appointment_id)
         );
         create index calendar_of_schedule on calendar (schedule_id, starts_at, appointment_id);
         create index calendar_remote on calendar (schedule_id, starts_at, appointment_id) where kind = 4 and state <> 3 and not acknowledged;
         create index calendar_of_colleague on calendar using gin (colleagues);
         create table calendar_schedules (
             schedule_id uuid not null,
             name text not null,
             practitioner_id uuid,
             location_id uuid,
             archived boolean not null,
             constraint calendar_schedules_pkey primary key (schedule_id)
         );
         create index calendar_schedules_of_practitioner on calendar_schedules (practitioner_id);
         create index calendar_schedules_of_location on calendar_schedules (location_id);",
    );
}

impl OneStatement for Calendar {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        if event.category == schedule::Details::CATEGORY { schedule_changed(event) } else { appointment_changed(event) }
    }
}

fn schedule_changed(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
    let id = event.meta.aggregate_id;
    Ok(Some(match event.decode::<AdminEvent<schedule::Details>>()? {
        AdminEvent::Defined(details) => Statement::new(
            "insert into calendar_schedules (schedule_id, name, practitioner_id, location_id, archived) values ($1, $2, $3, $4, false)
             on conflict (schedule_id) do update set name = excluded.name, practitioner_id = excluded.practitioner_id,
                 location_id = excluded.location_id",
        )
        .bind(id)
        .bind(details.name)
        .bind(details.practitioner)
        .bind(details.location),
        AdminEvent::Archived => Statement::new("update calendar_schedules set archived = true where schedule_id = $1").bind(id),
        AdminEvent::Restored => Statement::new("update calendar_schedules set archived = false where schedule_id = $1").bind(id),
        AdminEvent::Removed => Statement::new("delete from calendar_schedules where schedule_id = $1").bind(id),
    }))
}

fn appointment_changed(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
    let id = event.meta.aggregate_id;
    let Event { what, standing } = event.decode::<Event>()?;
    let Some(schedule) = standing.time.schedule else { return Ok(None) };
    let time = standing.time.clone();
    let kind = i16::try_from(time.kind.number()).unwrap_or_default();
    let statement = match what {
        EventKind::Booked { patient_name, .. } => Statement::new(
            "insert into calendar (appointment_id, schedule_id, practitioner_id, service_id, location_id, kind, starts_at, ends_at, civil_start,
                 contact_time, colleagues, state, patient_id, patient_name, acknowledged)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, false)",
        )
        .bind(id)
        .bind(schedule)
        .bind(time.practitioner.map(PersonId::uuid))
        .bind(time.service)
        .bind(time.location)
        .bind(kind)
        .bind(time.starts_at.to_sqlx())
        .bind(time.ends_at.to_sqlx())
        .bind(time.civil_start)
        .bind(time.contact_time)
        .bind(uuids(&standing.colleagues))
        .bind(number(AppointmentState::Booked))
        .bind(standing.patient.uuid())
        .bind(patient_name.blob().map(to_column).unwrap_or_default()),
        EventKind::Moved { .. } => Statement::new(
            "update calendar set schedule_id = $2, practitioner_id = $3, service_id = $4, location_id = $5, kind = $6, starts_at = $7,
                 ends_at = $8, civil_start = $9, contact_time = $10
             where appointment_id = $1",
        )
        .bind(id)
        .bind(schedule)
        .bind(time.practitioner.map(PersonId::uuid))
        .bind(time.service)
        .bind(time.location)
        .bind(kind)
        .bind(time.starts_at.to_sqlx())
        .bind(time.ends_at.to_sqlx())
        .bind(time.civil_start)
        .bind(time.contact_time),
        EventKind::Cancelled { .. } => Statement::new("update calendar set state = $2, cancelled_at = $3 where appointment_id = $1")
            .bind(id)
            .bind(number(AppointmentState::Cancelled))
            .bind(event.meta.recorded_at.to_sqlx()),
        EventKind::Done { .. } => {
            Statement::new("update calendar set state = $2 where appointment_id = $1").bind(id).bind(number(AppointmentState::Done))
        }
        EventKind::CancellationAcknowledged { .. } => Statement::new("update calendar set acknowledged = true where appointment_id = $1").bind(id),
        EventKind::ParticipantSaved { .. } | EventKind::ParticipantDeactivated { .. } => {
            Statement::new("update calendar set colleagues = $2 where appointment_id = $1").bind(id).bind(uuids(&standing.colleagues))
        }
        // What another system keeps is in no calendar.
        EventKind::Changed { .. } | EventKind::ShownToGuardians => return Ok(None),
    };
    Ok(Some(statement))
}

fn uuids(people: &[PersonId]) -> Vec<Uuid> {
    people.iter().map(|person| person.uuid()).collect()
}

fn number(state: AppointmentState) -> i16 {
    i16::try_from(i32::from(state)).unwrap_or_default()
}

/// Times of these schedules that begin between two moments, in their order. A colleague who takes part has the time in their own schedule, the
/// first of theirs that is asked for.
pub async fn taken(pool: &Pool, schedules: &[Uuid], (from, until): (Timestamp, Timestamp), most: usize) -> Result<Vec<CalendarRow>, sqlx::Error> {
    let rows = sqlx::query(
        "with asked as (select schedule_id, practitioner_id from calendar_schedules where schedule_id = any ($1))
         select c.*, case
             when c.schedule_id = any ($1) then c.schedule_id
             else (select min(a.schedule_id::text)::uuid from asked a where a.practitioner_id = any (c.colleagues))
         end as shown_in
         from calendar c
         where (c.schedule_id = any ($1) or c.colleagues && array(select practitioner_id from asked where practitioner_id is not null))
           and c.starts_at >= $2 and c.starts_at < $3
         order by c.starts_at, c.appointment_id limit $4",
    )
    .bind(schedules)
    .bind(from.to_sqlx())
    .bind(until.to_sqlx())
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// Until when, and since when, remote appointments are listed.
#[derive(Clone, Copy, Debug)]
pub struct RemoteSpan {
    /// What has begun by then goes on.
    pub now: Timestamp,
    /// Of what goes on, the first that is listed began then.
    pub begun: Timestamp,
    /// Of what was cancelled, the first was to begin then.
    pub cancelled: Timestamp,
    /// The last begins then.
    pub last: Timestamp,
}

/// Remote appointments of these schedules: those that go on, those to come, and those that were cancelled and that nobody has acknowledged, in
/// this order. A colleague who takes part has them in their own schedule, as in a calendar.
pub async fn remote(pool: &Pool, schedules: &[Uuid], span: RemoteSpan, most: usize) -> Result<Vec<CalendarRow>, sqlx::Error> {
    let rows = sqlx::query(
        "with asked as (select schedule_id, practitioner_id from calendar_schedules where schedule_id = any ($1))
         select c.*, case
             when c.schedule_id = any ($1) then c.schedule_id
             else (select min(a.schedule_id::text)::uuid from asked a where a.practitioner_id = any (c.colleagues))
         end as shown_in
         from calendar c
         where c.kind = 4 and c.state <> 3 and not c.acknowledged
           and (c.schedule_id = any ($1) or c.colleagues && array(select practitioner_id from asked where practitioner_id is not null))
           and c.starts_at >= case when c.state = 2 then $4 else $3 end and c.starts_at <= $5
         order by case when c.state = 2 then 3 when c.starts_at <= $2 then 1 else 2 end, c.starts_at, c.appointment_id limit $6",
    )
    .bind(schedules)
    .bind(span.now.to_sqlx())
    .bind(span.begun.to_sqlx())
    .bind(span.cancelled.to_sqlx())
    .bind(span.last.to_sqlx())
    .bind(i64::try_from(most).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// Which schedules are asked for.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// Who asks: their own come first.
    pub person: PersonId,
    /// The location at which they work.
    pub location: Option<Uuid>,
    /// Patterns that a name has to match; none: those of the person and of the location.
    pub words: &'a [String],
    /// These in any case.
    pub chosen: &'a [Uuid],
}

/// Schedules that can be chosen: their own first, then by name.
pub async fn schedules(pool: &Pool, choice: &Choice<'_>) -> Result<Vec<ScheduleRow>, sqlx::Error> {
    let rows = sqlx::query(
        "select schedule_id, name, location_id, practitioner_id, practitioner_id is not distinct from $1 as own from calendar_schedules
         where schedule_id = any ($4)
            or (not archived and case when $3::text[] = '{}' then practitioner_id = $1 or location_id = $2 else name ilike all ($3) end)
         order by practitioner_id is not distinct from $1 desc, name, schedule_id limit $5",
    )
    .bind(choice.person.uuid())
    .bind(choice.location)
    .bind(choice.words)
    .bind(choice.chosen)
    .bind(MOST_SCHEDULES)
    .fetch_all(pool)
    .await?;
    let schedule = |row: &PgRow| {
        Ok(ScheduleRow {
            schedule_id: row.try_get("schedule_id")?,
            name: row.try_get("name")?,
            location: row.try_get("location_id")?,
            practitioner: row.try_get("practitioner_id")?,
            own: row.try_get("own")?,
        })
    };
    rows.iter().map(schedule).collect()
}

fn read(row: &PgRow) -> Result<CalendarRow, sqlx::Error> {
    Ok(CalendarRow {
        appointment_id: row.try_get("appointment_id")?,
        schedule_id: row.try_get("shown_in")?,
        patient: PersonId::from_uuid(row.try_get("patient_id")?),
        practitioner: row.try_get::<Option<Uuid>, _>("practitioner_id")?.map(PersonId::from_uuid),
        colleagues: row.try_get("colleagues")?,
        patient_name: row.try_get("patient_name")?,
        service: row.try_get("service_id")?,
        location: row.try_get("location_id")?,
        kind: u32::try_from(row.try_get::<i16, _>("kind")?).ok().and_then(AppointmentType::from_number),
        state: AppointmentState::try_from(i32::from(row.try_get::<i16, _>("state")?)).unwrap_or_default(),
        starts_at: row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff(),
        ends_at: row.try_get::<SqlTimestamp, _>("ends_at")?.to_jiff(),
        civil_start: row.try_get("civil_start")?,
        contact_time: row.try_get("contact_time")?,
        cancelled_at: row.try_get::<Option<SqlTimestamp>, _>("cancelled_at")?.map(SqlTimestamp::to_jiff),
    })
}
