//! Who is signed in, and as what. Names stay sealed.

use chassis::{
    Tx,
    projection::{Projection, ProjectionError},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{PgPool, Row};
use uuid::Uuid;

use crate::session::{Denial, Event, Realm, Session};

/// The read model.
pub struct Sessions;

/// What a session secret stands for.
#[derive(Debug)]
pub struct Resolved {
    /// The session.
    pub session_id: Uuid,
    /// Who.
    pub person_id: Uuid,
    /// Through which realm.
    pub realm: Realm,
    /// Given name, sealed.
    pub given_name: Vec<u8>,
    /// Family name, sealed.
    pub family_name: Vec<u8>,
    /// The chosen role and location, while the professional still has both.
    pub work_context: Option<(Uuid, Uuid)>,
    /// Why a resident is not admitted.
    pub denial: Option<Denial>,
    /// Level of a professional; `None`: none is linked.
    pub level: Option<i16>,
    /// Whether it was ended.
    pub ended: bool,
    /// When it ends unless used.
    pub idle_ends_at: jiff::Timestamp,
    /// When it ends at the latest.
    pub absolute_ends_at: jiff::Timestamp,
}

impl Projection for Sessions {
    const NAME: &'static str = "sessions";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["sessions"];
    const CATEGORIES: &'static [&'static str] = &[Session::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let session_id = event.meta.aggregate_id;
        let statement = match event.decode::<Event>()? {
            Event::Started { person, realm, given, family, denial, .. } => {
                let column = |sealed: Option<&chassis_domain::Blob>| sealed.map(to_column).unwrap_or_default();
                sqlx::query(
                    "insert into sessions (session_id, person_id, realm, given_name, family_name, denial, ended)
                     values ($1, $2, $3, $4, $5, $6, false)",
                )
                .bind(session_id)
                .bind(person.uuid())
                .bind(i16::try_from(realm.number()).unwrap_or_default())
                .bind(column(given.blob()))
                .bind(column(family.blob()))
                .bind(denial.map_or(0, Denial::number))
            }
            Event::WorkContextChosen { choice, .. } => sqlx::query("update sessions set role_id = $2, location_id = $3 where session_id = $1")
                .bind(session_id)
                .bind(choice.role.uuid())
                .bind(choice.location.uuid()),
            Event::PatientOpened { .. } => return Ok(()),
            Event::Ended { .. } => sqlx::query("update sessions set ended = true where session_id = $1").bind(session_id),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// The session behind the hash of a secret.
pub async fn resolve(pool: &PgPool, secret_hash: &[u8]) -> Result<Option<Resolved>, sqlx::Error> {
    let row = sqlx::query(
        "select s.session_id, s.person_id, s.realm, s.given_name, s.family_name, s.denial, s.ended, k.idle_ends_at, k.absolute_ends_at, p.level,
                case when s.role_id = any (p.role_ids) and s.location_id = any (p.location_ids) then s.role_id end as role_id, s.location_id
         from session_secrets k join sessions s using (session_id) left join practitioners p using (person_id)
         where k.secret_hash = $1",
    )
    .bind(secret_hash)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        let role: Option<Uuid> = row.try_get("role_id")?;
        let location: Option<Uuid> = row.try_get("location_id")?;
        Ok(Resolved {
            session_id: row.try_get("session_id")?,
            person_id: row.try_get("person_id")?,
            realm: Realm::from_number(row.try_get::<i16, _>("realm")?.into()).ok_or(sqlx::Error::RowNotFound)?,
            given_name: row.try_get("given_name")?,
            family_name: row.try_get("family_name")?,
            work_context: role.zip(location),
            denial: denial_of(row.try_get("denial")?)?,
            level: row.try_get("level")?,
            ended: row.try_get("ended")?,
            idle_ends_at: row.try_get::<SqlTimestamp, _>("idle_ends_at")?.to_jiff(),
            absolute_ends_at: row.try_get::<SqlTimestamp, _>("absolute_ends_at")?.to_jiff(),
        })
    })
    .transpose()
}

fn denial_of(number: i16) -> Result<Option<Denial>, sqlx::Error> {
    Denial::from_number(number).ok_or(sqlx::Error::RowNotFound)
}

/// Why the resident of a session is not admitted; `None`: they are.
pub async fn denial(pool: &PgPool, session_id: Uuid) -> Result<Option<Denial>, sqlx::Error> {
    denial_of(sqlx::query_scalar("select denial from sessions where session_id = $1").bind(session_id).fetch_one(pool).await?)
}

/// What held of a resident at the last sign-in; `None`: there was none.
pub async fn last_denial(pool: &PgPool, person: Uuid) -> Result<Option<Option<Denial>>, sqlx::Error> {
    let last = sqlx::query_scalar("select denial from sessions where person_id = $1 and realm = $2 order by session_id desc limit 1")
        .bind(person)
        .bind(i16::try_from(Realm::Resident.number()).unwrap_or_default())
        .fetch_optional(pool)
        .await?;
    last.map(denial_of).transpose()
}

/// The identity token of a session, sealed; `None` when the session has no secret any more.
pub async fn id_token(pool: &PgPool, session_id: Uuid) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("select id_token from session_secrets where session_id = $1").bind(session_id).fetch_optional(pool).await
}
