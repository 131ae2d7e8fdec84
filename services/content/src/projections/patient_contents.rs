//! Contents of patients, as lists show them, the newest first. The words are those of the service contents.

use chassis::{
    Pool, Tx,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Mandates, Matter, PersonId, Representative, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row as _, postgres::PgRow};

use crate::patient_content::{Doer, Event, EventKind, PatientContent, Phase, Standing};

/// The read model.
pub(crate) struct PatientContents;

/// A content of a patient as lists show it. The name is sealed.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) patient_content_id: Uuid,
    /// What is read.
    pub(crate) service_content_id: Uuid,
    /// Where it is in its life.
    pub(crate) phase: Phase,
    /// What it is about.
    pub(crate) matter: Matter,
    /// When it was given.
    pub(crate) activated_at: Timestamp,
    /// By whom; `None`: the platform.
    pub(crate) activated_by_name: Option<Vec<u8>>,
    /// When it was read first.
    pub(crate) read_at: Option<Timestamp>,
    /// Somebody read it first who acts for the patient.
    pub(crate) read_on_behalf: bool,
    /// The newest version that was read; 0: none.
    pub(crate) read_version: u32,
    /// Guardians of a teenager see it.
    pub(crate) visible_to_guardians: bool,
}

impl ReadModel for PatientContents {
    const NAME: &'static str = "patient_contents";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["patient_contents"];
    const CATEGORIES: &'static [&'static str] = &[PatientContent::CATEGORY];
    // `state` as in the contract.
    const DDL: Option<&'static str> = Some(
        "create table patient_contents (
             patient_content_id uuid not null,
             patient_id uuid not null,
             service_content_id uuid not null,
             state smallint not null,
             matter integer not null,
             activated_at timestamptz not null,
             activated_by_name bytea,
             read_at timestamptz,
             read_on_behalf boolean not null,
             read_version integer not null,
             needs_health boolean not null,
             needs_social boolean not null,
             visible_to_guardians boolean not null,
             constraint patient_contents_pkey primary key (patient_content_id)
         );
         create index patient_contents_of_patient on patient_contents (patient_id, activated_at, patient_content_id);
         create index patient_contents_unread on patient_contents (patient_id, service_content_id) where state = 1;",
    );
}

impl OneStatement for PatientContents {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let Event { what, standing, .. } = event.decode::<Event>()?;
        let (id, at) = (event.meta.aggregate_id, event.meta.recorded_at);
        let statement = match what {
            EventKind::Activated { by } => activated((id, at), &by, &standing),
            // Who read it first, and when, stays; later it is about newer words.
            EventKind::Read { by, published_version } => Statement::new(
                "update patient_contents set state = $2, read_version = $3, read_at = coalesce(read_at, $4),
                     read_on_behalf = case when read_at is null then $5 else read_on_behalf end
                 where patient_content_id = $1",
            )
            .bind(id)
            .bind(Phase::Read.number())
            .bind(i32::try_from(published_version).unwrap_or(i32::MAX))
            .bind(at.to_sqlx())
            .bind(by.representative.is_some()),
            EventKind::Withdrawn { .. } => {
                Statement::new("update patient_contents set state = $2 where patient_content_id = $1").bind(id).bind(Phase::Withdrawn.number())
            }
            EventKind::ShownToGuardians { .. } => {
                let shown = Statement::new("update patient_contents set visible_to_guardians = $2 where patient_content_id = $1");
                shown.bind(id).bind(standing.visible_to_guardians)
            }
        };
        Ok(Some(statement))
    }
}

fn activated((id, at): (Uuid, Timestamp), by: &Doer, standing: &Standing) -> Statement {
    Statement::new(
        "insert into patient_contents (patient_content_id, patient_id, service_content_id, state, matter, activated_at, activated_by_name,
             read_on_behalf, read_version, needs_health, needs_social, visible_to_guardians)
         values ($1, $2, $3, $4, $5, $6, $7, false, 0, $8, $9, $10)",
    )
    .bind(id)
    .bind(standing.patient.uuid())
    .bind(standing.content)
    .bind(Phase::Unread.number())
    .bind(i32::try_from(standing.matter.number()).unwrap_or_default())
    .bind(at.to_sqlx())
    .bind(by.name.as_ref().and_then(|name| name.blob()).map(to_column))
    .bind(standing.matter.needs().health)
    .bind(standing.matter.needs().social)
    .bind(standing.visible_to_guardians)
}

/// Which contents of a patient a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shelf {
    /// Whatever the patient was given.
    All,
    /// What nobody has read.
    Unread,
    /// What was read, and what was taken back.
    Past,
}

impl Shelf {
    const fn states(self) -> &'static [i16] {
        const UNREAD: i16 = Phase::Unread.number();
        const READ: i16 = Phase::Read.number();
        const WITHDRAWN: i16 = Phase::Withdrawn.number();
        match self {
            Self::All => &[UNREAD, READ, WITHDRAWN],
            Self::Unread => &[UNREAD],
            Self::Past => &[READ, WITHDRAWN],
        }
    }
}

/// What a page is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    /// Whose.
    pub(crate) patient: PersonId,
    /// Who acts for them; they see what their mandates cover, and of a teenager's what is shown to guardians.
    pub(crate) representative: Option<&'a Representative>,
    /// Which.
    pub(crate) shelf: Shelf,
    /// Behind this row.
    pub(crate) after: Option<TimeCursor>,
    /// At most so many rows.
    pub(crate) size: usize,
}

/// What [`read`] reads.
macro_rules! columns {
    () => {
        "patient_content_id, service_content_id, state, matter, activated_at, activated_by_name, read_at, read_on_behalf, read_version,
         visible_to_guardians"
    };
}

const PAGE: &str = concat!(
    "select ",
    columns!(),
    " from patient_contents
     where patient_id = $1 and state = any ($2) and ($6 or not needs_health) and ($7 or not needs_social) and ($8 or visible_to_guardians)
       and ($3::timestamptz is null or (activated_at, patient_content_id) < ($3, $4))
     order by activated_at desc, patient_content_id desc limit $5"
);
const ONE: &str = concat!("select ", columns!(), " from patient_contents where patient_content_id = $1");

/// One page.
pub(crate) async fn page(pool: &Pool, question: &Question<'_>) -> Result<Vec<Row>, sqlx::Error> {
    let mandates = question.representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let rows = sqlx::query(PAGE)
        .bind(question.patient.uuid())
        .bind(question.shelf.states())
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

/// One of them.
pub(crate) async fn find(pool: &Pool, id: Uuid) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query(ONE).bind(id).fetch_optional(pool).await?;
    row.as_ref().map(read).transpose()
}

/// Whether a patient has a service content that nobody has read. Nobody else gives it to them before the transaction is over: of two who do so at
/// once the second one comes upon the first.
pub(crate) async fn is_given_in_tx(tx: &mut Tx<'_>, patient: PersonId, content: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))").bind(format!("content {content} of {patient}")).execute(&mut **tx).await?;
    sqlx::query_scalar("select exists (select from patient_contents where patient_id = $1 and service_content_id = $2 and state = 1)")
        .bind(patient.uuid())
        .bind(content)
        .fetch_one(&mut **tx)
        .await
}

/// Those of a patient that nobody has read.
pub(crate) async fn unread(pool: &Pool, patient: PersonId) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select patient_content_id from patient_contents where patient_id = $1 and state = 1")
        .bind(patient.uuid())
        .fetch_all(pool)
        .await
}

/// How many a patient was given.
pub(crate) async fn count(pool: &Pool, patient: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from patient_contents where patient_id = $1").bind(patient.uuid()).fetch_one(pool).await
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    Ok(Row {
        patient_content_id: row.try_get("patient_content_id")?,
        service_content_id: row.try_get("service_content_id")?,
        phase: Phase::from_number(row.try_get("state")?).unwrap_or_default(),
        matter: u32::try_from(row.try_get::<i32, _>("matter")?).ok().and_then(Matter::from_number).unwrap_or_default(),
        activated_at: row.try_get::<SqlTimestamp, _>("activated_at")?.to_jiff(),
        activated_by_name: row.try_get("activated_by_name")?,
        read_at: row.try_get::<Option<SqlTimestamp>, _>("read_at")?.map(SqlTimestamp::to_jiff),
        read_on_behalf: row.try_get("read_on_behalf")?,
        read_version: u32::try_from(row.try_get::<i32, _>("read_version")?).unwrap_or_default(),
        visible_to_guardians: row.try_get("visible_to_guardians")?,
    })
}
