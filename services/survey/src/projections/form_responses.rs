//! Forms that were sent, by residents or by somebody who is not known, with the answers sealed in the row.

use chassis::{
    Kernel, Pool, grpc,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::{Needs, from_column, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Matter, Opener, PersonId, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::survey::store::v1::SentAnswers;
use prost::Message;
use sqlx::{Row as _, postgres::PgRow};
use tonic::Status;

use super::responses::{matter, matter_column};
use crate::form_response::{Event, FormResponse, Owner};

/// The read model.
pub(crate) struct FormResponses;

/// A form that was sent.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) form_response_id: Uuid,
    /// Whose it is, and who may see it; `None`: it is anonymous.
    pub(crate) owner: Option<Owner>,
    /// What the queue was about.
    pub(crate) matter: Matter,
    /// What was answered.
    pub(crate) survey_id: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// The queue that it went to.
    pub(crate) subcategory_id: Uuid,
    /// When it was sent.
    pub(crate) sent_at: Timestamp,
    /// What who sent it on the patient's behalf was called, sealed.
    representative_name: Option<Vec<u8>>,
    /// Sealed.
    answers: Vec<u8>,
}

/// What is sealed in a row.
pub(crate) struct Opened {
    /// The answers.
    pub(crate) content: SentAnswers,
    /// What who sent it on the patient's behalf was called; empty: nobody did.
    pub(crate) representative_name: String,
}

impl ReadModel for FormResponses {
    const NAME: &'static str = "form_responses";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["form_responses"];
    const CATEGORIES: &'static [&'static str] = &[FormResponse::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table form_responses (
             form_response_id uuid not null,
             patient_id uuid,
             matter smallint not null,
             visible_to_guardians boolean not null,
             survey_id uuid not null,
             published_version integer not null,
             subcategory_id uuid not null,
             sent_at timestamptz not null,
             representative_name bytea,
             answers bytea not null,
             constraint form_responses_pkey primary key (form_response_id)
         );
         create index form_responses_of_patient on form_responses (patient_id);
         create index form_responses_of_queue on form_responses (subcategory_id, sent_at);",
    );
}

impl OneStatement for FormResponses {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let decoded = event.decode::<Event>()?;
        let (owner, by) = match &decoded {
            Event::Sent(sent) => (Some(sent.owner), Some(&sent.by)),
            Event::SentAnonymously(_) => (None, None),
        };
        let (matter, survey, published_version, subcategory, content) = match &decoded {
            Event::Sent(sent) => (sent.owner.matter, sent.survey, sent.published_version, sent.subcategory, &sent.content),
            Event::SentAnonymously(sent) => (sent.matter, sent.survey, sent.published_version, sent.subcategory, &sent.content),
        };
        let representative_name = by.and_then(|by| by.representative.as_ref()).and_then(|(_, name)| name.blob()).map(to_column);
        let statement = Statement::new(
            "insert into form_responses (form_response_id, patient_id, matter, visible_to_guardians, survey_id, published_version, subcategory_id,
                 sent_at, representative_name, answers)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(event.meta.aggregate_id)
        .bind(owner.map(|owner| owner.patient.uuid()))
        .bind(matter_column(matter))
        .bind(owner.is_some_and(|owner| owner.visible_to_guardians))
        .bind(survey)
        .bind(published_version.cast_signed())
        .bind(subcategory)
        .bind(event.meta.recorded_at.to_sqlx())
        .bind(representative_name)
        .bind(content.blob().map(to_column).unwrap_or_default());
        Ok(Some(statement))
    }
}

/// One of them.
pub(crate) async fn find(pool: &Pool, form_response: Uuid) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query(
        "select form_response_id, patient_id, matter, visible_to_guardians, survey_id, published_version, subcategory_id, sent_at,
             representative_name, answers
         from form_responses where form_response_id = $1",
    );
    row.bind(form_response).fetch_optional(pool).await?.as_ref().map(read).transpose()
}

/// How many a patient has sent.
pub(crate) async fn count(pool: &Pool, patient: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from form_responses where patient_id = $1").bind(patient.uuid()).fetch_one(pool).await
}

/// How many were sent to a queue after a moment.
pub(crate) async fn count_since(pool: &Pool, subcategory: Uuid, since: Timestamp) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from form_responses where subcategory_id = $1 and sent_at > $2")
        .bind(subcategory)
        .bind(since.to_sqlx())
        .fetch_one(pool)
        .await
}

/// What is sealed in a row; `None` once its key is destroyed.
pub(crate) async fn opened(kernel: &Kernel, row: &Row) -> Result<Option<Opened>, Status> {
    let columns = row.representative_name.iter().chain([&row.answers]);
    let needs: Needs = columns.filter_map(|column| from_column(column)).map(|blob| (blob.subject, blob.class)).collect();
    let keys = kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
    let plain = |column: &[u8]| from_column(column).and_then(|blob| keys.open(&blob));
    let content = plain(row.answers.as_slice()).and_then(|bytes| SentAnswers::decode(bytes.as_slice()).ok());
    let name = row.representative_name.as_deref().and_then(plain).and_then(|bytes| String::from_utf8(bytes).ok());
    Ok(content.map(|content| Opened { content, representative_name: name.unwrap_or_default() }))
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    let (matter, visible_to_guardians) = (matter(row.try_get("matter")?), row.try_get("visible_to_guardians")?);
    let patient = row.try_get::<Option<Uuid>, _>("patient_id")?.map(PersonId::from_uuid);
    Ok(Row {
        form_response_id: row.try_get("form_response_id")?,
        owner: patient.map(|patient| Owner { patient, matter, visible_to_guardians }),
        matter,
        survey_id: row.try_get("survey_id")?,
        published_version: row.try_get::<i32, _>("published_version")?.cast_unsigned(),
        subcategory_id: row.try_get("subcategory_id")?,
        sent_at: row.try_get::<SqlTimestamp, _>("sent_at")?.to_jiff(),
        representative_name: row.try_get("representative_name")?,
        answers: row.try_get("answers")?,
    })
}
