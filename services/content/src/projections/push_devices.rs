//! The devices on which residents are told. Where and how a device is told stays sealed.

use chassis::{
    Pool,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, Sealed, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row as _, postgres::PgRow};

use crate::push_device::{Event, PushDevice, PushDeviceId};

/// The read model.
pub(crate) struct PushDevices;

/// A device that tells somebody.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// Which.
    pub(crate) id: PushDeviceId,
    /// Where its push service takes messages for it, sealed.
    pub(crate) endpoint: Vec<u8>,
    /// The public key of the browser, sealed.
    pub(crate) key: Vec<u8>,
    /// What it shares with whoever writes to it, sealed.
    pub(crate) secret: Vec<u8>,
    /// When it was switched on last.
    pub(crate) switched_on_at: Timestamp,
}

impl ReadModel for PushDevices {
    const NAME: &'static str = "push_devices";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["push_devices"];
    const CATEGORIES: &'static [&'static str] = &[PushDevice::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table push_devices (
             device_id uuid not null,
             person_id uuid not null,
             endpoint bytea not null,
             key bytea not null,
             secret bytea not null,
             switched_on_at timestamptz not null,
             constraint push_devices_pkey primary key (device_id)
         );
         create index push_devices_of_person on push_devices (person_id, switched_on_at, device_id);",
    );
}

impl OneStatement for PushDevices {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let id = event.meta.aggregate_id;
        let statement = match event.decode::<Event>()? {
            // Whom it told before, it tells no more.
            Event::SwitchedOn { person, address } => Statement::new(
                "insert into push_devices (device_id, person_id, endpoint, key, secret, switched_on_at) values ($1, $2, $3, $4, $5, $6)
                 on conflict (device_id) do update set person_id = excluded.person_id, endpoint = excluded.endpoint, key = excluded.key,
                     secret = excluded.secret, switched_on_at = excluded.switched_on_at",
            )
            .bind(id)
            .bind(person.uuid())
            .bind(column(&address.endpoint))
            .bind(column(&address.key))
            .bind(column(&address.secret))
            .bind(event.meta.recorded_at.to_sqlx()),
            Event::SwitchedOff { .. } => Statement::new("delete from push_devices where device_id = $1").bind(id),
        };
        Ok(Some(statement))
    }
}

fn column(sealed: &Sealed<String>) -> Vec<u8> {
    sealed.blob().map(to_column).unwrap_or_default()
}

/// Those that tell this person, the one switched on last first.
pub(crate) async fn of_person(pool: &Pool, person: PersonId) -> Result<Vec<Device>, sqlx::Error> {
    let rows = sqlx::query(
        "select device_id, endpoint, key, secret, switched_on_at from push_devices
         where person_id = $1 order by switched_on_at desc, device_id desc",
    )
    .bind(person.uuid())
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

fn read(row: &PgRow) -> Result<Device, sqlx::Error> {
    Ok(Device {
        id: PushDeviceId::from_uuid(row.try_get("device_id")?),
        endpoint: row.try_get("endpoint")?,
        key: row.try_get("key")?,
        secret: row.try_get("secret")?,
        switched_on_at: row.try_get::<SqlTimestamp, _>("switched_on_at")?.to_jiff(),
    })
}
