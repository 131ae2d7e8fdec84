//! Laboratory results and prescriptions of people by time, each with its resource sealed in the row: a page, or a trend, is one query. What they are
//! of stands in no column.

use chassis::{
    Kernel, Pool, grpc,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::{KeySet, Needs, from_column, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Opener, PersonId, Sealed, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row as _, postgres::PgRow};
use tonic::Status;

use crate::health_record::{Event, EventKind, HealthRecord, Kind, Phase};

/// The read model.
pub(crate) struct HealthRecords;

/// A laboratory result or a prescription.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) record_id: Uuid,
    patient_id: Uuid,
    kind: Kind,
    /// When the sample was taken, or the prescription was written.
    pub(crate) at: Timestamp,
    /// When it came first.
    pub(crate) arrived_at: Timestamp,
    /// Where it is in its life.
    pub(crate) phase: Phase,
    /// Sealed; `None`: it is withdrawn.
    resource: Option<Vec<u8>>,
}

impl Row {
    /// Whether it is one of this kind of this person's.
    pub(crate) fn is(&self, kind: Kind, patient: PersonId) -> bool {
        self.kind == kind && self.patient_id == patient.uuid()
    }
}

impl ReadModel for HealthRecords {
    const NAME: &'static str = "health_records";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["health_records"];
    const CATEGORIES: &'static [&'static str] = &[HealthRecord::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table health_records (
             record_id uuid not null,
             patient_id uuid not null,
             kind smallint not null,
             at timestamptz not null,
             arrived_at timestamptz not null,
             state smallint not null,
             resource bytea,
             version bigint not null,
             constraint health_records_pkey primary key (record_id)
         );
         create index health_records_of_patient on health_records (patient_id, kind, at desc, record_id desc);",
    );
}

impl OneStatement for HealthRecords {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let Event { what, head } = event.decode::<Event>()?;
        let (id, version) = (event.meta.aggregate_id, event.meta.version.cast_signed());
        let statement = match what {
            EventKind::Arrived { resource } => Statement::new(
                "insert into health_records (record_id, patient_id, kind, at, arrived_at, state, resource, version)
                 values ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(id)
            .bind(head.patient.uuid())
            .bind(kind_column(head.kind))
            .bind(head.at.to_sqlx())
            .bind(event.meta.recorded_at.to_sqlx())
            .bind(Phase::Current.number())
            .bind(column(&resource))
            .bind(version),
            EventKind::Corrected { resource } => {
                Statement::new("update health_records set at = $2, state = $3, resource = $4, version = $5 where record_id = $1")
                    .bind(id)
                    .bind(head.at.to_sqlx())
                    .bind(Phase::Corrected.number())
                    .bind(column(&resource))
                    .bind(version)
            }
            // What was wrong is not kept where it is read.
            EventKind::Withdrawn => Statement::new("update health_records set state = $2, resource = null, version = $3 where record_id = $1")
                .bind(id)
                .bind(Phase::Withdrawn.number())
                .bind(version),
        };
        Ok(Some(statement))
    }
}

fn column(resource: &Sealed<String>) -> Option<Vec<u8>> {
    resource.blob().map(to_column)
}

fn kind_column(kind: Kind) -> i16 {
    i16::try_from(kind.number()).unwrap_or_default()
}

/// One of them.
pub(crate) async fn find(pool: &Pool, record: Uuid) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query("select record_id, patient_id, kind, at, arrived_at, state, resource from health_records where record_id = $1")
        .bind(record)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(read).transpose()
}

/// A page of those of one kind, the newest first.
pub(crate) async fn page(pool: &Pool, (patient, kind): (PersonId, Kind), after: Option<TimeCursor>, size: usize) -> Result<Vec<Row>, sqlx::Error> {
    let rows = sqlx::query(
        "select record_id, patient_id, kind, at, arrived_at, state, resource from health_records
         where patient_id = $1 and kind = $2 and ($3::timestamptz is null or (at, record_id) < ($3, $4))
         order by at desc, record_id desc limit $5",
    )
    .bind(patient.uuid())
    .bind(kind_column(kind))
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// The newest of one kind, so many at most, the newest first. What is withdrawn is not among them.
pub(crate) async fn newest(pool: &Pool, (patient, kind): (PersonId, Kind), most: i64) -> Result<Vec<Row>, sqlx::Error> {
    let rows = sqlx::query(
        "select record_id, patient_id, kind, at, arrived_at, state, resource from health_records
         where patient_id = $1 and kind = $2 and resource is not null
         order by at desc, record_id desc limit $3",
    )
    .bind(patient.uuid())
    .bind(kind_column(kind))
    .bind(most)
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// How many a person has, whatever became of them.
pub(crate) async fn count(pool: &Pool, person: PersonId) -> Result<u32, sqlx::Error> {
    let count: i64 = sqlx::query_scalar("select count(*) from health_records where patient_id = $1").bind(person.uuid()).fetch_one(pool).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The keys of what is sealed in some rows.
pub(crate) struct Keys(KeySet);

impl Keys {
    /// Fetched once for all of them.
    pub(crate) async fn of(kernel: &Kernel, rows: &[Row]) -> Result<Self, Status> {
        let columns = rows.iter().filter_map(|row| row.resource.as_deref());
        let needs: Needs = columns.filter_map(from_column).map(|blob| (blob.subject, blob.class)).collect();
        Ok(Self(kernel.keyring.open(&needs).await.map_err(grpc::fault)?))
    }

    /// The resource as it came; `None`: it is withdrawn, or its key is destroyed.
    pub(crate) fn resource(&self, row: &Row) -> Option<String> {
        let plain = self.0.open(&from_column(row.resource.as_deref()?)?)?;
        String::from_utf8(plain).ok()
    }
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    let kind = u32::try_from(row.try_get::<i16, _>("kind")?).ok().and_then(Kind::from_number);
    Ok(Row {
        record_id: row.try_get("record_id")?,
        patient_id: row.try_get("patient_id")?,
        kind: kind.ok_or_else(|| sqlx::Error::Decode("a kind of health record that is not known".into()))?,
        at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff(),
        arrived_at: row.try_get::<SqlTimestamp, _>("arrived_at")?.to_jiff(),
        phase: Phase::from_number(row.try_get("state")?).unwrap_or_default(),
        resource: row.try_get("resource")?,
    })
}
