//! What is asked of the offers: the days of a month, times in their order, one time. Each day and each service is a look into the index, so
//! that a month costs the same however many times there are; nothing is counted.

use chassis::Pool;
use chassis_domain::{PersonId, Timestamp, Uuid};
use jiff::civil::Date;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use crate::{
    appointment::value::{BookedTime, Terms},
    claims::Slot,
    kind::AppointmentType,
    slots,
};

/// A time that can be booked, in one search.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    /// Which.
    pub(crate) id: Uuid,
    /// The professional or room.
    pub(crate) resource: Uuid,
    /// The time, as it is booked.
    pub(crate) time: BookedTime,
    /// Residents of every municipality find it.
    pub(crate) all_municipalities: bool,
    /// Whoever asks holds it.
    pub(crate) held: bool,
}

impl Offer {
    /// What is claimed of it.
    pub(crate) fn slot(&self) -> Slot {
        let BookedTime { slot, starts_at, ends_at, .. } = self.time;
        Slot { key: slot, resource: Some(self.resource), starts_at, ends_at }
    }
}

/// Which times somebody looks for.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The person at the screen: what they hold themselves is free for them.
    pub(crate) person: PersonId,
    /// Now: what has begun is not offered.
    pub(crate) now: Timestamp,
    /// In these services.
    pub(crate) services: Vec<Uuid>,
    /// With one of these roles; none: any.
    pub(crate) roles: Vec<Uuid>,
    /// What names no role has this one.
    pub(crate) default_role: Uuid,
    /// At these locations; none: any.
    pub(crate) locations: Vec<Uuid>,
    /// Of these types; none: any.
    pub(crate) kinds: Vec<i16>,
    /// Who has to be free as well: professionals and rooms.
    pub(crate) busy: Vec<Uuid>,
    /// Of this length; `None`: of any.
    pub(crate) minutes: Option<i32>,
    /// The locations of their own area, to which a search may be confined; `None`: where they live is not known, and confines nothing.
    pub(crate) own_locations: Option<Vec<Uuid>>,
}

/// The order in which times are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The earliest first.
    Forward,
    /// The latest first.
    Backward,
}

/// The part of all times that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// From this day on.
    pub(crate) from: Date,
    /// Up to this one.
    pub(crate) through: Date,
    /// In this order.
    pub(crate) order: Order,
    /// Behind this one, in the order.
    pub(crate) after: Option<(Timestamp, Uuid)>,
    /// So many at most.
    pub(crate) most: i64,
}

/// The first free time of each day that has one.
pub(crate) async fn month(pool: &Pool, wish: &Wish, (from, through): (Date, Date)) -> Result<Vec<(Date, Timestamp)>, sqlx::Error> {
    let rows = sqlx::query(
        "select day::date::text as day, min(free.starts_at) as starts_at
         from generate_series($10::text::date, $11::text::date, interval '1 day') as day
         cross join unnest($1::uuid[]) as s (service_id)
         cross join lateral (
             select o.starts_at from offers o
             where o.service_id = s.service_id and o.civil_date = day::date and o.starts_at > $2
               and ($3::uuid[] = '{}' or coalesce(o.booking_role_id, $4) = any ($3)) and ($5::uuid[] = '{}' or o.location_id = any ($5))
               and ($6::smallint[] = '{}' or o.kind = any ($6))
               and ($7 or o.all_municipalities or o.location_id is null or o.location_id = any ($8))
               and not exists (
                   select from claims c where c.resource = o.resource and c.during && tstzrange(o.starts_at, o.ends_at)
                     and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
               and not exists (
                   select from unnest($12::uuid[]) as b (resource) join claims c on c.resource = b.resource
                   where c.during && tstzrange(o.starts_at, o.ends_at) and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
             order by o.starts_at limit 1
         ) as free
         group by day order by day",
    );
    let rows = bound(rows, wish).bind(from.to_string()).bind(through.to_string()).bind(wish.busy.clone()).fetch_all(pool).await?;
    rows.iter().map(|row| Ok((day(row, "day")?, row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff()))).collect()
}

/// The first free time in each service that has one.
pub(crate) async fn first_of_each(pool: &Pool, wish: &Wish) -> Result<Vec<(Uuid, Timestamp)>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.service_id, free.starts_at from unnest($1::uuid[]) as s (service_id)
         cross join lateral (
             select o.starts_at from offers o
             where o.service_id = s.service_id and o.starts_at > $2
               and ($3::uuid[] = '{}' or coalesce(o.booking_role_id, $4) = any ($3)) and ($5::uuid[] = '{}' or o.location_id = any ($5))
               and ($6::smallint[] = '{}' or o.kind = any ($6))
               and ($7 or o.all_municipalities or o.location_id is null or o.location_id = any ($8))
               and not exists (
                   select from claims c where c.resource = o.resource and c.during && tstzrange(o.starts_at, o.ends_at)
                     and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
             order by o.civil_date, o.starts_at limit 1
         ) as free",
    );
    let rows = bound(rows, wish).fetch_all(pool).await?;
    rows.iter().map(|row| Ok((row.try_get("service_id")?, row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff()))).collect()
}

const FORWARD: &str = "
    select o.* from unnest($1::uuid[]) as s (service_id)
    cross join lateral (
        select o.*, exists (select from claims c where c.slot_key = o.slot_id and c.state = 1 and c.held_by = $9) as held from offers o
        where o.service_id = s.service_id and o.civil_date between $10::text::date and $11::text::date and o.starts_at > $2
          and ($3::uuid[] = '{}' or coalesce(o.booking_role_id, $4) = any ($3)) and ($5::uuid[] = '{}' or o.location_id = any ($5))
          and ($6::smallint[] = '{}' or o.kind = any ($6))
          and ($7 or o.all_municipalities or o.location_id is null or o.location_id = any ($8))
          and ($12::timestamptz is null or (o.starts_at, o.offer_id) > ($12, $13::uuid))
          and not exists (
              select from claims c where c.resource = o.resource and c.during && tstzrange(o.starts_at, o.ends_at)
                and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
          and not exists (
              select from unnest($15::uuid[]) as b (resource) join claims c on c.resource = b.resource
              where c.during && tstzrange(o.starts_at, o.ends_at) and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
          and ($16::integer is null or o.ends_at - o.starts_at = make_interval(mins => $16))
        order by o.civil_date, o.starts_at, o.offer_id limit $14
    ) as o
    order by o.starts_at, o.offer_id limit $14";
const BACKWARD: &str = "
    select o.* from unnest($1::uuid[]) as s (service_id)
    cross join lateral (
        select o.*, exists (select from claims c where c.slot_key = o.slot_id and c.state = 1 and c.held_by = $9) as held from offers o
        where o.service_id = s.service_id and o.civil_date between $10::text::date and $11::text::date and o.starts_at > $2
          and ($3::uuid[] = '{}' or coalesce(o.booking_role_id, $4) = any ($3)) and ($5::uuid[] = '{}' or o.location_id = any ($5))
          and ($6::smallint[] = '{}' or o.kind = any ($6))
          and ($7 or o.all_municipalities or o.location_id is null or o.location_id = any ($8))
          and ($12::timestamptz is null or (o.starts_at, o.offer_id) < ($12, $13::uuid))
          and not exists (
              select from claims c where c.resource = o.resource and c.during && tstzrange(o.starts_at, o.ends_at)
                and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
          and not exists (
              select from unnest($15::uuid[]) as b (resource) join claims c on c.resource = b.resource
              where c.during && tstzrange(o.starts_at, o.ends_at) and (c.state <> 1 or (c.until > $2 and c.held_by <> $9)))
          and ($16::integer is null or o.ends_at - o.starts_at = make_interval(mins => $16))
        order by o.civil_date desc, o.starts_at desc, o.offer_id desc limit $14
    ) as o
    order by o.starts_at desc, o.offer_id desc limit $14";

/// Free times, in the order of the window.
pub(crate) async fn times(pool: &Pool, wish: &Wish, window: Window) -> Result<Vec<Offer>, sqlx::Error> {
    let statement = match window.order {
        Order::Forward => FORWARD,
        Order::Backward => BACKWARD,
    };
    let rows = bound(sqlx::query(statement), wish)
        .bind(window.from.to_string())
        .bind(window.through.to_string())
        .bind(window.after.map(|(at, _)| at.to_sqlx()))
        .bind(window.after.map(|(_, id)| id))
        .bind(window.most)
        .bind(wish.busy.clone())
        .bind(wish.minutes)
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

type Asked<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

fn bound<'q>(query: Asked<'q>, wish: &Wish) -> Asked<'q> {
    query
        .bind(wish.services.clone())
        .bind(wish.now.to_sqlx())
        .bind(wish.roles.clone())
        .bind(wish.default_role)
        .bind(wish.locations.clone())
        .bind(wish.kinds.clone())
        .bind(wish.own_locations.is_none())
        .bind(wish.own_locations.clone().unwrap_or_default())
        .bind(wish.person.uuid())
}

/// One offer, claimed or not.
pub(crate) async fn find(pool: &Pool, offer: Uuid) -> Result<Option<Offer>, sqlx::Error> {
    let row = sqlx::query("select o.*, false as held from offers o where offer_id = $1").bind(offer).fetch_optional(pool).await?;
    row.as_ref().map(read).transpose()
}

/// The first free times of a search in these schedules, whoever asks.
pub(crate) async fn of_search(pool: &Pool, search: Uuid, schedules: &[Uuid], now: Timestamp, most: i64) -> Result<Vec<Offer>, sqlx::Error> {
    let rows = sqlx::query(
        "select o.*, false as held from offers o
         where o.schedule_id = any ($2) and o.search_id = $1 and o.starts_at > $3
           and not exists (
               select from claims c where c.resource = o.resource and c.during && tstzrange(o.starts_at, o.ends_at) and (c.state <> 1 or c.until > $3))
         order by o.starts_at, o.offer_id limit $4",
    );
    let rows = rows.bind(search).bind(schedules).bind(now.to_sqlx()).bind(most).fetch_all(pool).await?;
    rows.iter().map(read).collect()
}

/// Which free times are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unclaimed<'a> {
    /// In whose calendar.
    pub(crate) schedules: &'a [Uuid],
    /// They begin between these two.
    pub(crate) window: (Timestamp, Timestamp),
    /// Those at which people meet from afar, too.
    pub(crate) remote: bool,
    /// Now: what has begun is not free.
    pub(crate) now: Timestamp,
    /// At most so many.
    pub(crate) most: usize,
}

/// Free times of schedules, each once: the schedule, when the time begins, and when it ends.
pub(crate) async fn unclaimed(pool: &Pool, asked: &Unclaimed<'_>) -> Result<Vec<(Uuid, Timestamp, Timestamp)>, sqlx::Error> {
    let rows = sqlx::query(
        "select distinct o.schedule_id, o.starts_at, o.ends_at from offers o
         where o.schedule_id = any ($1) and o.starts_at >= $2 and o.starts_at < $3 and o.starts_at > $4 and ($5 or o.kind <> $6)
           and not exists (
               select from claims c where c.resource = o.resource and c.during && tstzrange(o.starts_at, o.ends_at) and (c.state <> 1 or c.until > $4))
         order by o.starts_at, o.schedule_id limit $7",
    );
    let rows = rows
        .bind(asked.schedules)
        .bind(asked.window.0.to_sqlx())
        .bind(asked.window.1.to_sqlx())
        .bind(asked.now.to_sqlx())
        .bind(asked.remote)
        .bind(i16::try_from(AppointmentType::Video.number()).unwrap_or_default())
        .bind(i64::try_from(asked.most).unwrap_or(i64::MAX))
        .fetch_all(pool)
        .await?;
    let at = |row: &PgRow, column: &str| Ok::<_, sqlx::Error>(row.try_get::<SqlTimestamp, _>(column)?.to_jiff());
    rows.iter().map(|row| Ok((row.try_get("schedule_id")?, at(row, "starts_at")?, at(row, "ends_at")?))).collect()
}

/// What can be found at all: a service with a role, a place and a type in which a search shows times.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// The service.
    pub(crate) service: Uuid,
    /// The role; `None`: the default one.
    pub(crate) role: Option<Uuid>,
    /// Where.
    pub(crate) location: Option<Uuid>,
    /// A number of [`AppointmentType`].
    pub(crate) kind: i16,
    /// Residents of every municipality find it.
    pub(crate) all_municipalities: bool,
}

/// What searches show. A look into the index for each schedule of a search, whatever it has of times.
pub(crate) async fn shown(pool: &Pool, now: Timestamp) -> Result<Vec<Shown>, sqlx::Error> {
    let rows = sqlx::query(
        "select distinct o.service_id, o.booking_role_id, o.location_id, o.kind, o.all_municipalities
         from offer_searches s cross join unnest(s.refers) as schedule
         cross join lateral (
             select * from offers o where o.schedule_id = schedule and o.search_id = s.id and o.ends_at > $1 limit 1
         ) as o
         where not s.archived",
    );
    let rows = rows.bind(now.to_sqlx()).fetch_all(pool).await?;
    let shown = |row: &PgRow| {
        Ok(Shown {
            service: row.try_get("service_id")?,
            role: row.try_get("booking_role_id")?,
            location: row.try_get("location_id")?,
            kind: row.try_get("kind")?,
            all_municipalities: row.try_get("all_municipalities")?,
        })
    };
    rows.iter().map(shown).collect()
}

/// One way in which times can be booked.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The service.
    pub(crate) service: Uuid,
    /// The role; `None`: the default one.
    pub(crate) role: Option<Uuid>,
    /// Where.
    pub(crate) location: Option<Uuid>,
    /// How people meet.
    pub(crate) kind: AppointmentType,
    /// For how long.
    pub(crate) minutes: u32,
    /// Some of these times are those of whoever asks.
    pub(crate) own: bool,
}

/// The ways in which searches show times. A look into the index for each schedule of a search, whatever it has of times.
pub(crate) async fn ways(pool: &Pool, professional: PersonId, now: Timestamp) -> Result<Vec<Way>, sqlx::Error> {
    let rows = sqlx::query(
        "select o.service_id, o.booking_role_id, o.location_id, o.kind, (extract(epoch from o.ends_at - o.starts_at) / 60)::integer as minutes,
             bool_or(o.practitioner_id is not distinct from $2) as own
         from offer_searches s cross join unnest(s.refers) as schedule
         cross join lateral (
             select * from offers o where o.schedule_id = schedule and o.search_id = s.id and o.ends_at > $1 limit 1
         ) as o
         where not s.archived
         group by 1, 2, 3, 4, 5",
    );
    let rows = rows.bind(now.to_sqlx()).bind(professional.uuid()).fetch_all(pool).await?;
    let way = |row: &PgRow| {
        Ok(Way {
            service: row.try_get("service_id")?,
            role: row.try_get("booking_role_id")?,
            location: row.try_get("location_id")?,
            kind: kind(row)?,
            minutes: u32::try_from(row.try_get::<i32, _>("minutes")?).unwrap_or_default(),
            own: row.try_get("own")?,
        })
    };
    rows.iter().map(way).collect()
}

/// The last day for which times of these services are planned.
pub(crate) async fn planned_until(pool: &Pool) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("select max(planned_until)::text from offer_schedules where not archived").fetch_one(pool).await
}

fn day(row: &PgRow, column: &str) -> Result<Date, sqlx::Error> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

fn kind(row: &PgRow) -> Result<AppointmentType, sqlx::Error> {
    let number = u32::try_from(row.try_get::<i16, _>("kind")?).ok();
    number.and_then(AppointmentType::from_number).ok_or_else(|| sqlx::Error::Decode("an offer of no type".into()))
}

fn read(row: &PgRow) -> Result<Offer, sqlx::Error> {
    let starts_at = row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff();
    let late_hours: Option<i32> = row.try_get("late_hours")?;
    Ok(Offer {
        id: row.try_get("offer_id")?,
        resource: row.try_get("resource")?,
        all_municipalities: row.try_get("all_municipalities")?,
        held: row.try_get("held")?,
        time: BookedTime {
            search: row.try_get("search_id")?,
            slot: row.try_get("slot_id")?,
            schedule: Some(row.try_get("schedule_id")?),
            service: row.try_get("service_id")?,
            role: row.try_get("booking_role_id")?,
            location: row.try_get("location_id")?,
            practitioner: row.try_get::<Option<Uuid>, _>("practitioner_id")?.map(PersonId::from_uuid),
            kind: kind(row)?,
            starts_at,
            ends_at: row.try_get::<SqlTimestamp, _>("ends_at")?.to_jiff(),
            civil_start: slots::civil(starts_at),
            terms: Terms {
                cancelable: row.try_get("cancelable")?,
                reschedulable: row.try_get("reschedulable")?,
                late_hours: late_hours.and_then(|hours| u32::try_from(hours).ok()),
            },
            names_practitioner: row.try_get("names_practitioner")?,
            contact_time: row.try_get("contact_time")?,
        },
    })
}
