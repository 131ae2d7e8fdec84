//! Times that can be booked: each time of a schedule, once for every search that shows it. They are planned as far as the horizon, in the
//! transaction that saves a schedule or a search, or moves the horizon. What is booked or held stands in the claims: an offer is told to
//! nobody while its time is claimed, and whatever becomes of an offer, what is booked stays.

use chassis::{
    Tx,
    database::one_at_a_time_in_tx,
    projection::{Projection, ProjectionError, ReadModel},
    sealing::KeySet,
    store::RawRecorded,
};
use chassis_domain::{AdminDetails, AdminEvent, Aggregate, DecodeError, DomainEvent, Stored, Timestamp, Uuid};
use jiff::{ToSpan, civil::Date};
use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow};

use crate::{
    appointment_search::{self, BookingSystem},
    horizon::{Horizon, Moved},
    schedule,
    slots::{self, Slot},
};

/// The read model.
pub struct Offers;

/// Times are planned for so long at least.
pub const PLANNED_WEEKS: i64 = 12;

impl ReadModel for Offers {
    const NAME: &'static str = "offers";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["offers", "offer_schedules", "offer_searches"];
    const CATEGORIES: &'static [&'static str] = &[schedule::Details::CATEGORY, appointment_search::Details::CATEGORY, Horizon::CATEGORY];
    // Schedules and searches lie here as they are stored; `refers` are the schedules of a search, and `planned_at` is when their times were
    // planned last.
    const DDL: Option<&'static str> = Some(
        "create table offer_schedules (
             id uuid not null,
             schema smallint not null,
             payload bytea not null,
             archived boolean not null,
             planned_until date not null,
             constraint offer_schedules_pkey primary key (id)
         );
         create table offer_searches (
             id uuid not null,
             schema smallint not null,
             payload bytea not null,
             archived boolean not null,
             refers uuid[] not null,
             service_id uuid,
             booking_role_id uuid,
             planned_at timestamptz,
             constraint offer_searches_pkey primary key (id)
         );
         create table offers (
             offer_id uuid not null,
             search_id uuid not null,
             slot_id uuid not null,
             schedule_id uuid not null,
             resource uuid not null,
             service_id uuid not null,
             booking_role_id uuid,
             location_id uuid,
             practitioner_id uuid,
             kind smallint not null,
             starts_at timestamptz not null,
             ends_at timestamptz not null,
             civil_date date not null,
             cancelable boolean not null,
             reschedulable boolean not null,
             late_hours integer,
             names_practitioner boolean not null,
             contact_time boolean not null,
             all_municipalities boolean not null,
             constraint offers_pkey primary key (offer_id)
         );
         create index offers_of_service on offers (service_id, civil_date, starts_at, offer_id);
         create index offers_of_schedule on offers (schedule_id, search_id);",
    );
}

impl Projection for Offers {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        // A schedule and a search that shows it may be saved at the same moment.
        one_at_a_time_in_tx(tx, "offers").await?;
        let (id, today) = (event.meta.aggregate_id, slots::day(event.meta.recorded_at));
        match event.category.as_str() {
            schedule::Details::CATEGORY => {
                match event.decode::<AdminEvent<schedule::Details>>()? {
                    AdminEvent::Defined(_) => keep_schedule_in_tx(tx, id, &event.stored, today).await?,
                    change => change_in_tx(tx, Kept::Schedules, id, &change).await?,
                }
                plan_schedule_in_tx(tx, id, today).await?;
                mark_planned_in_tx(tx, Some(id), event.meta.recorded_at).await
            }
            appointment_search::Details::CATEGORY => {
                match event.decode::<AdminEvent<appointment_search::Details>>()? {
                    AdminEvent::Defined(search) => keep_search_in_tx(tx, id, &event.stored, &search).await?,
                    change => change_in_tx(tx, Kept::Searches, id, &change).await?,
                }
                plan_search_in_tx(tx, id, today).await?;
                mark_planned_in_tx(tx, Some(id), event.meta.recorded_at).await
            }
            _ => {
                move_horizon_in_tx(tx, &event.decode::<Moved>()?, today).await?;
                mark_planned_in_tx(tx, None, event.meta.recorded_at).await
            }
        }
    }
}

/// Notes when the times of a search were planned, those of all that show a schedule, or all there are.
async fn mark_planned_in_tx(tx: &mut Tx<'_>, of: Option<Uuid>, at: Timestamp) -> Result<(), ProjectionError> {
    sqlx::query(
        "update offer_searches set planned_at = $2
         where not archived and refers <> '{}' and ($1::uuid is null or id = $1 or refers @> array[$1])",
    )
    .bind(of)
    .bind(at.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

#[derive(Clone, Copy, Debug)]
enum Kept {
    Schedules,
    Searches,
}

/// Archived, restored or removed.
async fn change_in_tx<D: AdminDetails>(tx: &mut Tx<'_>, kept: Kept, id: Uuid, change: &AdminEvent<D>) -> Result<(), ProjectionError> {
    let statement = match (kept, change) {
        (Kept::Schedules, AdminEvent::Removed) => sqlx::query("delete from offer_schedules where id = $1"),
        (Kept::Searches, AdminEvent::Removed) => sqlx::query("delete from offer_searches where id = $1"),
        (Kept::Schedules, _) => sqlx::query("update offer_schedules set archived = $2 where id = $1"),
        (Kept::Searches, _) => sqlx::query("update offer_searches set archived = $2 where id = $1"),
    };
    let statement = statement.bind(id);
    let statement = if matches!(change, AdminEvent::Removed) { statement } else { statement.bind(matches!(change, AdminEvent::Archived)) };
    statement.execute(&mut **tx).await?;
    Ok(())
}

/// A schedule that is saved is planned as far as the horizon, or as far as it will be tonight.
async fn keep_schedule_in_tx(tx: &mut Tx<'_>, id: Uuid, stored: &Stored, today: Date) -> Result<(), ProjectionError> {
    sqlx::query(
        "insert into offer_schedules (id, schema, payload, archived, planned_until)
         values ($1, $2, $3, false, greatest($4::text::date, (select max(planned_until) from offer_schedules)))
         on conflict (id) do update set schema = excluded.schema, payload = excluded.payload, planned_until = excluded.planned_until",
    )
    .bind(id)
    .bind(i16::try_from(stored.schema).unwrap_or(i16::MAX))
    .bind(&stored.payload)
    .bind(horizon_from(today).to_string())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn keep_search_in_tx(tx: &mut Tx<'_>, id: Uuid, stored: &Stored, search: &appointment_search::Details) -> Result<(), ProjectionError> {
    sqlx::query(
        "insert into offer_searches (id, schema, payload, archived, refers, service_id, booking_role_id) values ($1, $2, $3, false, $4, $5, $6)
         on conflict (id) do update set schema = excluded.schema, payload = excluded.payload, refers = excluded.refers,
             service_id = excluded.service_id, booking_role_id = excluded.booking_role_id",
    )
    .bind(id)
    .bind(i16::try_from(stored.schema).unwrap_or(i16::MAX))
    .bind(&stored.payload)
    .bind(&search.parameters.schedules)
    .bind(search.service)
    .bind(search.role)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The last day that is planned when the first is today.
pub fn horizon_from(today: Date) -> Date {
    today.checked_add(PLANNED_WEEKS.weeks()).unwrap_or(Date::MAX)
}

/// A schedule with the day up to which it is planned; of a search no day is asked.
struct Planned<D> {
    id: Uuid,
    details: D,
    until: Option<Date>,
}

fn kept<D: AdminDetails>(row: &PgRow) -> Result<Planned<D>, ProjectionError> {
    let schema: i16 = row.try_get("schema")?;
    let stored =
        Stored { event_type: D::EVENTS.defined.0.to_owned(), schema: u16::try_from(schema).unwrap_or_default(), payload: row.try_get("payload")? };
    let AdminEvent::Defined(details) = AdminEvent::<D>::decode(&stored, &KeySet::default())? else {
        return Err(DecodeError::Malformed(stored.event_type).into());
    };
    let planned_until: Option<String> = row.try_get("planned_until")?;
    Ok(Planned { id: row.try_get("id")?, details, until: planned_until.and_then(|day| day.parse().ok()) })
}

/// Plans a schedule anew for each search that shows it.
async fn plan_schedule_in_tx(tx: &mut Tx<'_>, id: Uuid, today: Date) -> Result<(), ProjectionError> {
    sqlx::query("delete from offers where schedule_id = $1").bind(id).execute(&mut **tx).await?;
    let rows = sqlx::query("select id, schema, payload, planned_until::text from offer_schedules where id = $1 and not archived");
    let Some(row) = rows.bind(id).fetch_optional(&mut **tx).await? else { return Ok(()) };
    let schedule = kept::<schedule::Details>(&row)?;
    let Some(through) = schedule.until else { return Ok(()) };
    let slots = slots::planned(id, &schedule.details, today, through);
    for search in searches_of_in_tx(tx, id).await? {
        offer_in_tx(tx, &search, &schedule, &slots).await?;
    }
    Ok(())
}

async fn searches_of_in_tx(tx: &mut Tx<'_>, schedule: Uuid) -> Result<Vec<Planned<appointment_search::Details>>, ProjectionError> {
    let rows = sqlx::query(
        "select id, schema, payload, null::text as planned_until from offer_searches where refers @> array[$1] and not archived order by id",
    );
    rows.bind(schedule).fetch_all(&mut **tx).await?.iter().map(kept).collect()
}

/// Plans each schedule of a search anew.
async fn plan_search_in_tx(tx: &mut Tx<'_>, id: Uuid, today: Date) -> Result<(), ProjectionError> {
    sqlx::query("delete from offers where search_id = $1").bind(id).execute(&mut **tx).await?;
    let rows = sqlx::query("select id, schema, payload, null::text as planned_until from offer_searches where id = $1 and not archived");
    let Some(row) = rows.bind(id).fetch_optional(&mut **tx).await? else { return Ok(()) };
    let search = kept::<appointment_search::Details>(&row)?;
    let rows = sqlx::query("select id, schema, payload, planned_until::text from offer_schedules where id = any ($1) and not archived order by id");
    let rows = rows.bind(&search.details.parameters.schedules).fetch_all(&mut **tx).await?;
    for row in &rows {
        let schedule = kept::<schedule::Details>(row)?;
        let Some(through) = schedule.until else { continue };
        let slots = slots::planned(schedule.id, &schedule.details, today, through);
        offer_in_tx(tx, &search, &schedule, &slots).await?;
    }
    Ok(())
}

/// Plans the days that are new, and forgets those that are over.
async fn move_horizon_in_tx(tx: &mut Tx<'_>, moved: &Moved, today: Date) -> Result<(), ProjectionError> {
    sqlx::query("delete from offers where civil_date < $1::text::date").bind(today.to_string()).execute(&mut **tx).await?;
    let Ok(through) = moved.through.parse::<Date>() else { return Ok(()) };
    let rows = sqlx::query(
        "select id, schema, payload, planned_until::text from offer_schedules where planned_until < $1::text::date and not archived order by id",
    );
    let rows = rows.bind(&moved.through).fetch_all(&mut **tx).await?;
    for row in &rows {
        let schedule = kept::<schedule::Details>(row)?;
        let Some(next) = schedule.until.and_then(|day| day.tomorrow().ok()) else { continue };
        let slots = slots::planned(schedule.id, &schedule.details, next.max(today), through);
        for search in searches_of_in_tx(tx, schedule.id).await? {
            offer_in_tx(tx, &search, &schedule, &slots).await?;
        }
    }
    sqlx::query("update offer_schedules set planned_until = $1::text::date where planned_until < $1::text::date")
        .bind(&moved.through)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Offers the times of a schedule in a search that shows it; one that shows what is booked already offers nothing.
async fn offer_in_tx(
    tx: &mut Tx<'_>,
    search: &Planned<appointment_search::Details>,
    schedule: &Planned<schedule::Details>,
    slots: &[Slot],
) -> Result<(), ProjectionError> {
    let (found, times) = (&search.details, &schedule.details);
    let kind = times.appointment_type.or(found.appointment_type);
    let (Some(service), Some(kind)) = (found.service.filter(|service| times.services.contains(service)), kind) else { return Ok(()) };
    let is_own = found.system == Some(BookingSystem::Own);
    let is_long_enough = found.duration_minutes.is_none_or(|minutes| minutes == times.slot_minutes);
    if !is_own || found.only_booked || !is_long_enough || slots.is_empty() {
        return Ok(());
    }
    let instants = |of: fn(&Slot) -> Timestamp| slots.iter().map(|slot| of(slot).to_string()).collect::<Vec<_>>();
    sqlx::query(
        "insert into offers (offer_id, search_id, slot_id, schedule_id, resource, service_id, booking_role_id, location_id, practitioner_id, kind,
             starts_at, ends_at, civil_date, cancelable, reschedulable, late_hours, names_practitioner, contact_time, all_municipalities)
         select offer_id, $6, slot_id, $7, $8, $9, $10, $11, $12, $13, starts_at::timestamptz, ends_at::timestamptz, civil_date::date, $14, $15, $16,
             $17, $18, $19
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as s (offer_id, slot_id, starts_at, ends_at, civil_date)
         on conflict (offer_id) do nothing",
    )
    .bind(slots.iter().map(|slot| Uuid::new_v5(&search.id, slot.id.as_bytes())).collect::<Vec<_>>())
    .bind(slots.iter().map(|slot| slot.id).collect::<Vec<_>>())
    .bind(instants(|slot| slot.starts_at))
    .bind(instants(|slot| slot.ends_at))
    .bind(slots.iter().map(|slot| slot.date.to_string()).collect::<Vec<_>>())
    .bind(search.id)
    .bind(schedule.id)
    .bind(times.practitioner.unwrap_or(schedule.id))
    .bind(service)
    .bind(found.role)
    .bind(times.location.or(found.location))
    .bind(times.practitioner)
    .bind(i16::try_from(kind.number()).unwrap_or_default())
    .bind(found.cancelable.of(None))
    .bind(found.reschedulable.of(None))
    .bind(found.late_cancel_hours.map(|hours| i32::try_from(hours).unwrap_or(i32::MAX)))
    .bind(found.practitioner_name_shown)
    .bind(!found.real_appointment)
    .bind(found.all_municipalities)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
