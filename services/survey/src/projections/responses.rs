//! What was answered by whom and when, with the answers sealed in the row: those of a patient to a survey over time are one query. What was imported
//! stands where it was answered, whenever it came.

use std::slice;

use chassis::{
    Kernel, Pool, grpc,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::{KeySet, Needs, from_column, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Matter, Opener, PersonId, Sealed, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::survey::store::v1::SentAnswers;
use prost::Message;
use sqlx::{Row as _, postgres::PgRow};
use tonic::Status;

use crate::response::{Event, SurveyResponse, id_of};

/// The read model.
pub(crate) struct Responses;

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) response_id: Uuid,
    /// Whose answers they are.
    pub(crate) patient_id: Uuid,
    /// What was answered.
    pub(crate) survey_id: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// For which activation; `None`: it was imported.
    pub(crate) activation_id: Option<Uuid>,
    /// What the survey was about.
    pub(crate) matter: Matter,
    /// When it was sent, or answered in the other system.
    pub(crate) sent_at: Timestamp,
    /// Another system has sent it.
    pub(crate) imported: bool,
    /// Somebody answered on the patient's behalf.
    pub(crate) on_behalf: bool,
    /// As they were called, sealed.
    representative_name: Option<Vec<u8>>,
    /// Sealed; empty in a list.
    answers: Vec<u8>,
}

/// Answers of a patient to a survey, of these matters alone.
#[derive(Clone, Debug)]
pub(crate) struct Of {
    /// Whose.
    pub(crate) patient: PersonId,
    /// To what.
    pub(crate) survey: Uuid,
    /// What the survey was about when it was answered.
    pub(crate) matters: Vec<Matter>,
}

impl Of {
    /// Whether a response is one of them.
    pub(crate) fn covers(&self, row: &Row) -> bool {
        row.patient_id == self.patient.uuid() && row.survey_id == self.survey && self.matters.contains(&row.matter)
    }

    fn matters(&self) -> Vec<i16> {
        self.matters.iter().copied().map(matter_column).collect()
    }
}

impl ReadModel for Responses {
    const NAME: &'static str = "responses";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["responses"];
    const CATEGORIES: &'static [&'static str] = &[SurveyResponse::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table responses (
             response_id uuid not null,
             patient_id uuid not null,
             survey_id uuid not null,
             published_version integer not null,
             activation_id uuid,
             matter smallint not null,
             sent_at timestamptz not null,
             imported boolean not null,
             representative_name bytea,
             answers bytea not null,
             constraint responses_pkey primary key (response_id)
         );
         create index responses_of_patient on responses (patient_id, survey_id, sent_at, response_id);",
    );
}

/// Every column, in their order.
const INSERT: &str = "insert into responses (response_id, patient_id, survey_id, published_version, activation_id, matter, sent_at, imported,
                          representative_name, answers)
                      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

impl OneStatement for Responses {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        Ok(Some(match event.decode::<Event>()? {
            Event::Sent(sent) => Statement::new(INSERT)
                .bind(event.meta.aggregate_id)
                .bind(sent.patient.uuid())
                .bind(sent.survey)
                .bind(sent.published_version.cast_signed())
                .bind(Some(sent.activation))
                .bind(matter_column(sent.matter))
                .bind(event.meta.recorded_at.to_sqlx())
                .bind(false)
                .bind(sent.by.representative.as_ref().and_then(|(_, name)| name.blob()).map(to_column))
                .bind(sent.content.blob().map(to_column).unwrap_or_default()),
            Event::Imported(imported) => Statement::new(INSERT)
                .bind(event.meta.aggregate_id)
                .bind(imported.patient.uuid())
                .bind(imported.survey)
                .bind(imported.published_version.cast_signed())
                .bind(None::<Uuid>)
                .bind(matter_column(imported.matter))
                .bind(imported.authored_at.to_sqlx())
                .bind(true)
                .bind(imported.representative_name.as_ref().and_then(Sealed::blob).map(to_column))
                .bind(imported.content.blob().map(to_column).unwrap_or_default()),
        }))
    }
}

/// What a survey was about whenever a patient answered it.
pub(crate) async fn matters(pool: &Pool, patient: PersonId, survey: Uuid) -> Result<Vec<Matter>, sqlx::Error> {
    let matters: Vec<i16> = sqlx::query_scalar("select distinct matter from responses where patient_id = $1 and survey_id = $2 order by matter")
        .bind(patient.uuid())
        .bind(survey)
        .fetch_all(pool)
        .await?;
    Ok(matters.into_iter().map(matter).collect())
}

/// One of them.
pub(crate) async fn find(pool: &Pool, response: Uuid) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query(
        "select response_id, patient_id, survey_id, published_version, activation_id, matter, sent_at, imported, representative_name, answers
         from responses where response_id = $1",
    );
    row.bind(response).fetch_optional(pool).await?.as_ref().map(read).transpose()
}

/// What other systems have sent of a patient, by surveys: the newest of each, without the answers.
pub(crate) async fn imported(pool: &Pool, patient: PersonId) -> Result<Vec<Row>, sqlx::Error> {
    let rows = sqlx::query(
        "select distinct on (survey_id) response_id, patient_id, survey_id, published_version, activation_id, matter, sent_at, imported,
             representative_name, ''::bytea as answers
         from responses where patient_id = $1 and imported order by survey_id, sent_at desc, response_id desc",
    );
    rows.bind(patient.uuid()).fetch_all(pool).await?.iter().map(read).collect()
}

/// The one to an activation.
pub(crate) async fn of_activation(pool: &Pool, activation: Uuid) -> Result<Option<Row>, sqlx::Error> {
    find(pool, id_of(activation).uuid()).await
}

/// A page of them without the answers, the newest first.
pub(crate) async fn page(pool: &Pool, of: &Of, after: Option<TimeCursor>, size: usize) -> Result<Vec<Row>, sqlx::Error> {
    let rows = sqlx::query(
        "select response_id, patient_id, survey_id, published_version, activation_id, matter, sent_at, imported, representative_name,
             ''::bytea as answers
         from responses
         where patient_id = $1 and survey_id = $2 and matter = any ($3) and ($4::timestamptz is null or (sent_at, response_id) < ($4, $5))
         order by sent_at desc, response_id desc limit $6",
    )
    .bind(of.patient.uuid())
    .bind(of.survey)
    .bind(of.matters())
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// The newest of them, so many at most; the oldest of these first.
pub(crate) async fn newest(pool: &Pool, of: &Of, most: i64) -> Result<Vec<Row>, sqlx::Error> {
    let rows = sqlx::query(
        "select response_id, patient_id, survey_id, published_version, activation_id, matter, sent_at, imported, representative_name, answers
         from responses where patient_id = $1 and survey_id = $2 and matter = any ($3)
         order by sent_at desc, response_id desc limit $4",
    )
    .bind(of.patient.uuid())
    .bind(of.survey)
    .bind(of.matters())
    .bind(most)
    .fetch_all(pool)
    .await?;
    rows.iter().rev().map(read).collect()
}

/// How many of a patient's another system has sent.
pub(crate) async fn count_imported(pool: &Pool, patient: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from responses where patient_id = $1 and imported").bind(patient.uuid()).fetch_one(pool).await
}

/// Those that were sent before and after one of them.
pub(crate) async fn around(pool: &Pool, of: &Of, row: &Row) -> Result<(Option<Uuid>, Option<Uuid>), sqlx::Error> {
    sqlx::query_as(
        "select (select response_id from responses
                 where patient_id = $1 and survey_id = $2 and matter = any ($3) and (sent_at, response_id) < ($4, $5)
                 order by sent_at desc, response_id desc limit 1),
                (select response_id from responses
                 where patient_id = $1 and survey_id = $2 and matter = any ($3) and (sent_at, response_id) > ($4, $5)
                 order by sent_at, response_id limit 1)",
    )
    .bind(of.patient.uuid())
    .bind(of.survey)
    .bind(of.matters())
    .bind(row.sent_at.to_sqlx())
    .bind(row.response_id)
    .fetch_one(pool)
    .await
}

/// The answers of a response; `None` once their key is destroyed.
pub(crate) async fn opened(kernel: &Kernel, row: &Row) -> Result<Option<SentAnswers>, Status> {
    Ok(Keys::of(kernel, slice::from_ref(row)).await?.answers(row))
}

/// The keys of what is sealed in some rows.
pub(crate) struct Keys(KeySet);

impl Keys {
    /// Fetched once for all of them.
    pub(crate) async fn of(kernel: &Kernel, rows: &[Row]) -> Result<Self, Status> {
        let columns = rows.iter().flat_map(|row| row.representative_name.iter().chain([&row.answers]));
        let needs: Needs = columns.filter_map(|column| from_column(column)).map(|blob| (blob.subject, blob.class)).collect();
        Ok(Self(kernel.keyring.open(&needs).await.map_err(grpc::fault)?))
    }

    /// The answers; `None` once their key is destroyed.
    pub(crate) fn answers(&self, row: &Row) -> Option<SentAnswers> {
        SentAnswers::decode(self.plain(&row.answers)?.as_slice()).ok()
    }

    /// What who answered on behalf was called; empty: nobody did.
    pub(crate) fn representative_name(&self, row: &Row) -> String {
        let name = row.representative_name.as_ref().and_then(|name| self.plain(name)).and_then(|plain| String::from_utf8(plain).ok());
        name.unwrap_or_default()
    }

    fn plain(&self, column: &[u8]) -> Option<Vec<u8>> {
        self.0.open(&from_column(column)?)
    }
}

/// As its column has it.
pub(super) fn matter_column(matter: Matter) -> i16 {
    i16::try_from(matter.number()).unwrap_or_default()
}

/// From its column.
pub(super) fn matter(column: i16) -> Matter {
    u32::try_from(column).ok().and_then(Matter::from_number).unwrap_or_default()
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    let representative_name: Option<Vec<u8>> = row.try_get("representative_name")?;
    Ok(Row {
        response_id: row.try_get("response_id")?,
        patient_id: row.try_get("patient_id")?,
        survey_id: row.try_get("survey_id")?,
        published_version: row.try_get::<i32, _>("published_version")?.cast_unsigned(),
        activation_id: row.try_get("activation_id")?,
        matter: matter(row.try_get("matter")?),
        sent_at: row.try_get::<SqlTimestamp, _>("sent_at")?.to_jiff(),
        imported: row.try_get("imported")?,
        on_behalf: representative_name.is_some(),
        representative_name,
        answers: row.try_get("answers")?,
    })
}
