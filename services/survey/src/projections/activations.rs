//! Activations, as lists show them: what is to be answered, the most urgent first; what is over, the newest first. What was answered is not among it.

use chassis::{
    Pool, Tx,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Date, Mandates, PersonId, Representative, Sealed, SignedDuration, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row as _, postgres::PgRow};

use crate::{
    activation::{Event, EventKind, Phase, Standing, SurveyActivation},
    doer::Doer,
};

/// The read model.
pub(crate) struct Activations;

/// What has no last day stands behind all that has one: as if it had so many years.
const WITHOUT_LAST_DAY: SignedDuration = SignedDuration::from_hours(500 * 365 * 24);
/// So many are seen to at once.
const AT_ONCE: i64 = 500;

/// An activation as lists show it. Names are sealed.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) activation_id: Uuid,
    /// What is answered.
    pub(crate) survey_id: Uuid,
    /// As far as somebody has said so; see [`Row::phase_at`].
    phase: Phase,
    /// The first day, as the contract writes it.
    pub(crate) from_date: String,
    /// The last day; empty: there is none.
    pub(crate) answer_by_date: String,
    opens_at: Timestamp,
    closes_at: Option<Timestamp>,
    /// When it was activated.
    pub(crate) activated_at: Timestamp,
    /// By whom; `None`: the platform.
    pub(crate) activated_by_name: Option<Vec<u8>>,
    /// When it was answered, was over or was taken back.
    pub(crate) ended_at: Option<Timestamp>,
    /// Somebody answered on the patient's behalf.
    pub(crate) on_behalf: bool,
    /// Who did.
    pub(crate) representative_name: Option<Vec<u8>>,
    /// The answers.
    pub(crate) response_id: Option<Uuid>,
    /// Guardians of a teenager see it.
    pub(crate) visible_to_guardians: bool,
    /// By what it stands in its list.
    pub(crate) sort_at: Timestamp,
}

impl Row {
    /// Where it is then, by its days.
    pub(crate) fn phase_at(&self, now: Timestamp) -> Phase {
        self.phase.at(self.opens_at, self.closes_at, now)
    }
}

impl ReadModel for Activations {
    const NAME: &'static str = "activations";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["activations"];
    const CATEGORIES: &'static [&'static str] = &[SurveyActivation::CATEGORY];
    // `state` as in the contract, as far as somebody has said so; days decide. What is over ended with its last day, whenever that was seen to.
    const DDL: Option<&'static str> = Some(
        "create table activations (
             activation_id uuid not null,
             patient_id uuid not null,
             survey_id uuid not null,
             state smallint not null,
             from_date text not null,
             answer_by_date text not null,
             opens_at timestamptz not null,
             closes_at timestamptz,
             urgency_at timestamptz not null,
             activated_at timestamptz not null,
             activated_by_name bytea,
             ended_at timestamptz,
             on_behalf boolean not null,
             representative_name bytea,
             response_id uuid,
             needs_health boolean not null,
             needs_social boolean not null,
             visible_to_guardians boolean not null,
             constraint activations_pkey primary key (activation_id)
         );
         create index activations_of_patient on activations (patient_id, state);
         create index activations_to_open on activations (opens_at) where state = 1;
         create index activations_to_expire on activations (closes_at) where state in (1, 2);",
    );
}

impl OneStatement for Activations {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let Event { what, standing, .. } = event.decode::<Event>()?;
        let (id, at) = (event.meta.aggregate_id, event.meta.recorded_at);
        let statement = match what {
            EventKind::Activated { by, .. } => activated((id, at), &by, &standing),
            EventKind::Opened => Statement::new("update activations set state = $2 where activation_id = $1").bind(id).bind(Phase::Open.number()),
            EventKind::Answered { by, response } => Statement::new(
                "update activations set state = $2, ended_at = $3, response_id = $4, on_behalf = $5, representative_name = $6
                 where activation_id = $1",
            )
            .bind(id)
            .bind(Phase::Answered.number())
            .bind(at.to_sqlx())
            .bind(response)
            .bind(by.representative.is_some())
            .bind(by.representative.as_ref().and_then(|(_, name)| column(name))),
            EventKind::Expired => Statement::new("update activations set state = $2, ended_at = coalesce(closes_at, $3) where activation_id = $1")
                .bind(id)
                .bind(Phase::Expired.number())
                .bind(at.to_sqlx()),
            EventKind::Withdrawn { .. } => Statement::new("update activations set state = $2, ended_at = $3 where activation_id = $1")
                .bind(id)
                .bind(Phase::Withdrawn.number())
                .bind(at.to_sqlx()),
            EventKind::ShownToGuardians { .. } => {
                let shown = Statement::new("update activations set visible_to_guardians = $2 where activation_id = $1");
                shown.bind(id).bind(standing.visible_to_guardians)
            }
        };
        Ok(Some(statement))
    }
}

fn column(name: &Sealed<String>) -> Option<Vec<u8>> {
    name.blob().map(to_column)
}

fn activated((id, at): (Uuid, Timestamp), by: &Doer, standing: &Standing) -> Statement {
    let closes_at = standing.closes_at();
    let urgency_at = closes_at.unwrap_or_else(|| at.checked_add(WITHOUT_LAST_DAY).unwrap_or(at));
    Statement::new(
        "insert into activations (activation_id, patient_id, survey_id, state, from_date, answer_by_date, opens_at, closes_at, urgency_at,
             activated_at, activated_by_name, on_behalf, needs_health, needs_social, visible_to_guardians)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, $12, $13, $14)",
    )
    .bind(id)
    .bind(standing.patient.uuid())
    .bind(standing.survey)
    .bind(Phase::Planned.number())
    .bind(standing.from.to_string())
    .bind(standing.answer_by.map(|day: Date| day.to_string()).unwrap_or_default())
    .bind(standing.opens_at().to_sqlx())
    .bind(closes_at.map(ToSqlx::to_sqlx))
    .bind(urgency_at.to_sqlx())
    .bind(at.to_sqlx())
    .bind(by.name.as_ref().and_then(column))
    .bind(standing.matter.needs().health)
    .bind(standing.matter.needs().social)
    .bind(standing.visible_to_guardians)
}

/// Which activations of a patient a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shelf {
    /// Planned and open, the most urgent first.
    Unfinished,
    /// Open, the most urgent first.
    ToAnswer,
    /// Answered, over and taken back, the newest first.
    Finished,
    /// Answered, the newest first.
    Answered,
    /// Over, or taken back when it had opened, without an answer, the newest first.
    Past,
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
    /// Now.
    pub(crate) now: Timestamp,
    /// Behind this row.
    pub(crate) after: Option<TimeCursor>,
    /// At most so many rows.
    pub(crate) size: usize,
}

/// What [`read`] reads, beside by what it stands in its list.
macro_rules! columns {
    () => {
        "activation_id, survey_id, state, from_date, answer_by_date, opens_at, closes_at, activated_at, activated_by_name, ended_at, on_behalf,
         representative_name, response_id, visible_to_guardians, "
    };
}

/// A list of those for which this holds.
macro_rules! listed {
    ($of:literal, $sort:literal, $behind:literal, $order:literal) => {
        concat!(
            "select ",
            columns!(),
            $sort,
            " as sort_at from activations where patient_id = $1 and (",
            $of,
            ") and ($6 or not needs_health) and ($7 or not needs_social) and ($8 or visible_to_guardians)
               and ($3::timestamptz is null or (",
            $sort,
            ", activation_id) ",
            $behind,
            " ($3, $4)) order by sort_at ",
            $order,
            ", activation_id ",
            $order,
            " limit $5"
        )
    };
}

/// The most urgent first.
macro_rules! urgent {
    ($of:literal) => {
        listed!($of, "urgency_at", ">", "asc")
    };
}

/// The newest first.
macro_rules! newest {
    ($of:literal) => {
        listed!($of, "coalesce(ended_at, closes_at)", "<", "desc")
    };
}

const UNFINISHED: &str = urgent!("state in (1, 2) and (closes_at is null or closes_at > $2)");
const TO_ANSWER: &str = urgent!("state in (1, 2) and opens_at <= $2 and (closes_at is null or closes_at > $2)");
const FINISHED: &str = newest!("state in (3, 4, 5) or closes_at <= $2");
const ANSWERED: &str = newest!("state = 3 and opens_at <= $2");
const PAST: &str = newest!("state = 4 or (state = 5 and opens_at <= ended_at) or (state in (1, 2) and closes_at <= $2)");
const ONE: &str = concat!("select ", columns!(), "urgency_at as sort_at from activations where activation_id = $1");

/// One page.
pub(crate) async fn page(pool: &Pool, question: &Question<'_>) -> Result<Vec<Row>, sqlx::Error> {
    let mandates = question.representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let statement = match question.shelf {
        Shelf::Unfinished => UNFINISHED,
        Shelf::ToAnswer => TO_ANSWER,
        Shelf::Finished => FINISHED,
        Shelf::Answered => ANSWERED,
        Shelf::Past => PAST,
    };
    let rows = sqlx::query(statement)
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

/// One of them.
pub(crate) async fn find(pool: &Pool, activation: Uuid) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query(ONE).bind(activation).fetch_optional(pool).await?;
    row.as_ref().map(read).transpose()
}

/// Whether a patient has a survey to answer, or will have, by another activation than this. Nobody else activates it for them before the
/// transaction is over: of two who do so at once the second one comes upon the first.
pub(crate) async fn is_given_in_tx(
    tx: &mut Tx<'_>,
    (patient, survey): (PersonId, Uuid),
    activation: Uuid,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))").bind(format!("survey {survey} of {patient}")).execute(&mut **tx).await?;
    sqlx::query_scalar(
        "select exists (select from activations where patient_id = $1 and survey_id = $2 and activation_id <> $3 and state in (1, 2)
             and (closes_at is null or closes_at > $4))",
    )
    .bind(patient.uuid())
    .bind(survey)
    .bind(activation)
    .bind(now.to_sqlx())
    .fetch_one(&mut **tx)
    .await
}

/// Those whose first day has come, or whose last day is over, and nobody has said so, by their id behind this one; whether it is over.
pub(crate) async fn due(pool: &Pool, now: Timestamp, behind: Option<Uuid>) -> Result<Vec<(Uuid, bool)>, sqlx::Error> {
    sqlx::query_as(
        "select activation_id, coalesce(closes_at <= $1, false) from activations
         where ((state = 1 and opens_at <= $1) or (state in (1, 2) and closes_at <= $1)) and ($2::uuid is null or activation_id > $2)
         order by activation_id limit $3",
    )
    .bind(now.to_sqlx())
    .bind(behind)
    .bind(AT_ONCE)
    .fetch_all(pool)
    .await
}

/// Those of a patient that are planned or open, as far as somebody has said so.
pub(crate) async fn unfinished(pool: &Pool, patient: PersonId) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select activation_id from activations where patient_id = $1 and state in (1, 2)").bind(patient.uuid()).fetch_all(pool).await
}

/// Those of a patient to a survey, whatever became of them, so many at most; the newest first.
pub(crate) async fn of_survey(pool: &Pool, (patient, survey): (PersonId, Uuid), most: i64) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select activation_id from activations where patient_id = $1 and survey_id = $2 order by activated_at desc limit $3")
        .bind(patient.uuid())
        .bind(survey)
        .bind(most)
        .fetch_all(pool)
        .await
}

/// How many surveys a patient was given.
pub(crate) async fn count(pool: &Pool, patient: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from activations where patient_id = $1").bind(patient.uuid()).fetch_one(pool).await
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    let time = |name: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(name)?.map(SqlTimestamp::to_jiff));
    Ok(Row {
        activation_id: row.try_get("activation_id")?,
        survey_id: row.try_get("survey_id")?,
        phase: Phase::from_number(row.try_get("state")?).unwrap_or_default(),
        from_date: row.try_get("from_date")?,
        answer_by_date: row.try_get("answer_by_date")?,
        opens_at: row.try_get::<SqlTimestamp, _>("opens_at")?.to_jiff(),
        closes_at: time("closes_at")?,
        activated_at: row.try_get::<SqlTimestamp, _>("activated_at")?.to_jiff(),
        activated_by_name: row.try_get("activated_by_name")?,
        ended_at: time("ended_at")?,
        on_behalf: row.try_get("on_behalf")?,
        representative_name: row.try_get("representative_name")?,
        response_id: row.try_get("response_id")?,
        visible_to_guardians: row.try_get("visible_to_guardians")?,
        sort_at: row.try_get::<SqlTimestamp, _>("sort_at")?.to_jiff(),
    })
}
