//! Who is signed in, and as what. Names stay sealed.

use std::sync::LazyLock;

use chassis::{
    Pool,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Mandates, PersonId};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use uuid::Uuid;

use super::practitioners::held_roles;
use crate::session::{self, Acting, AuthProvider, Denial, Entry, Event, Realm, Session, Stop};

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
    /// The personal identity code of who signed in, sealed; empty when there is none.
    pub ssn: Vec<u8>,
    /// For whom the session acts.
    pub represented: Option<Represented>,
    /// For whom it acted until the authorisation was found gone.
    pub revoked_principal: Option<Uuid>,
    /// What of the onboarding and the terms stands between a resident and the app.
    pub entry: Option<Entry>,
    /// What a resident wishes to be called, sealed.
    pub usual_name: Vec<u8>,
    /// Level of a professional; `None`: none is linked.
    pub level: Option<i16>,
    /// Whether it was ended, or its account deleted.
    pub ended: bool,
    /// From another session of the same person.
    pub ended_elsewhere: bool,
    /// When it ends unless used.
    pub idle_ends_at: jiff::Timestamp,
    /// When it ends at the latest.
    pub absolute_ends_at: jiff::Timestamp,
}

/// Somebody on whose behalf a session acts.
#[derive(Debug)]
pub struct Represented {
    /// Who, and in which matters.
    pub acting: Acting,
    /// Given name, sealed.
    pub given_name: Vec<u8>,
    /// Family name, sealed.
    pub family_name: Vec<u8>,
    /// What the authorisation is checked with; `None`: it cannot be.
    pub check: Option<Check>,
    /// Came under a non-disclosure restriction, and is represented by nobody any more.
    pub protected: bool,
}

/// What an authorisation in use is checked with.
#[derive(Debug)]
pub struct Check {
    /// The personal identity code of the represented person, sealed.
    pub ssn: Vec<u8>,
    /// The session at the national service.
    pub authorization_session: String,
    /// When the national service last said yes.
    pub checked_at: jiff::Timestamp,
}

impl ReadModel for Sessions {
    const NAME: &'static str = "sessions";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["sessions"];
    const CATEGORIES: &'static [&'static str] = &[Session::CATEGORY];
}

impl OneStatement for Sessions {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let session_id = event.meta.aggregate_id;
        let statement = match event.decode::<Event>()? {
            Event::Started { person, realm, given, family, denial, .. } => {
                let column = |sealed: Option<&chassis_domain::Blob>| sealed.map(to_column).unwrap_or_default();
                Statement::new(
                    "insert into sessions (session_id, person_id, realm, given_name, family_name, denial, ended, started_at)
                     values ($1, $2, $3, $4, $5, $6, false, $7)",
                )
                .bind(session_id)
                .bind(person.uuid())
                .bind(i16::try_from(realm.number()).unwrap_or_default())
                .bind(column(given.blob()))
                .bind(column(family.blob()))
                .bind(denial.map_or(0, Denial::number))
                .bind(event.meta.recorded_at.to_sqlx())
            }
            Event::WorkContextChosen { choice, .. } => Statement::new("update sessions set role_id = $2, location_id = $3 where session_id = $1")
                .bind(session_id)
                .bind(choice.role.uuid())
                .bind(choice.location.uuid()),
            Event::OnBehalfStarted { principal, given, family, matters, .. } => {
                let column = |sealed: Option<&chassis_domain::Blob>| sealed.map(to_column).unwrap_or_default();
                Statement::new(
                    "update sessions set principal_id = $2, principal_given_name = $3, principal_family_name = $4, health = $5, social = $6,
                         revoked_principal_id = null
                     where session_id = $1",
                )
                .bind(session_id)
                .bind(principal.uuid())
                .bind(column(given.blob()))
                .bind(column(family.blob()))
                .bind(matters.health)
                .bind(matters.social)
            }
            Event::MandateNarrowed { matters, .. } => Statement::new("update sessions set health = $2, social = $3 where session_id = $1")
                .bind(session_id)
                .bind(matters.health)
                .bind(matters.social),
            Event::OnBehalfEnded { principal, why, .. } => Statement::new(
                "update sessions set principal_id = null, principal_given_name = '', principal_family_name = '', health = false, social = false,
                     revoked_principal_id = $2
                 where session_id = $1",
            )
            .bind(session_id)
            .bind((why == Stop::Revoked).then_some(principal.uuid())),
            Event::PatientOpened { .. } => return Ok(None),
            Event::Ended { .. } => Statement::new("update sessions set ended = true where session_id = $1").bind(session_id),
        };
        Ok(Some(statement))
    }
}

/// A session of a resident who was let in, and is not let in any more when a non-disclosure restriction protects them.
pub(crate) const SHUT_OUT: &str = "s.realm = 1 and s.denial = 0";

/// A chosen role counts while the professional holds it, by the one rule of that.
static RESOLVE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "select s.session_id, s.person_id, s.realm, s.given_name, s.family_name, s.denial,
                s.ended or a.person_id is not null or (n.patient_id is not null and {SHUT_OUT}) as ended,
                k.ended_elsewhere, k.idle_ends_at, k.absolute_ends_at, p.level,
                s.principal_id, s.principal_given_name, s.principal_family_name, s.health, s.social, s.revoked_principal_id, k.ssn,
                m.principal_ssn, m.authorization_session, m.checked_at,
                exists (select from protected_patients n where n.patient_id = s.principal_id and n.until is null) as principal_protected,
                r.usual_name, coalesce(r.accepted_terms, 0) as accepted_terms,
                coalesce(r.contact_info_revision > 0 and r.channel > 0 and r.service_area_id is not null, false) as told_all,
                (select coalesce(max(t.version), 0) from terms_publications t where t.published_at <= s.started_at) as required_terms,
                case when s.role_id in (select held.role_id from ({}) as held) and s.location_id = any (p.location_ids) then s.role_id end as role_id, s.location_id
         from session_secrets k join sessions s using (session_id) left join practitioners p using (person_id)
              left join mandates_in_use m using (session_id) left join residents r using (person_id)
              left join accounts a on a.person_id = s.person_id and a.state = 2 left join protected_patients n on n.patient_id = s.person_id and n.until is null
         where k.secret_hash = $1",
        held_roles("role_groups")
    )
});

/// The session behind the hash of a secret.
pub async fn resolve(pool: &Pool, secret_hash: &[u8]) -> Result<Option<Resolved>, sqlx::Error> {
    let row = sqlx::query(sqlx::AssertSqlSafe(RESOLVE.as_str())).bind(secret_hash).fetch_optional(pool).await?;
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
            ssn: row.try_get("ssn")?,
            represented: represented(&row)?,
            revoked_principal: row.try_get("revoked_principal_id")?,
            entry: session::entry(row.try_get("told_all")?, row.try_get("accepted_terms")?, row.try_get("required_terms")?),
            usual_name: row.try_get::<Option<_>, _>("usual_name")?.unwrap_or_default(),
            level: row.try_get("level")?,
            ended: row.try_get("ended")?,
            ended_elsewhere: row.try_get("ended_elsewhere")?,
            idle_ends_at: row.try_get::<SqlTimestamp, _>("idle_ends_at")?.to_jiff(),
            absolute_ends_at: row.try_get::<SqlTimestamp, _>("absolute_ends_at")?.to_jiff(),
        })
    })
    .transpose()
}

fn represented(row: &sqlx::postgres::PgRow) -> Result<Option<Represented>, sqlx::Error> {
    let Some(principal) = row.try_get::<Option<Uuid>, _>("principal_id")? else { return Ok(None) };
    let check = match row.try_get::<Option<Vec<u8>>, _>("principal_ssn")? {
        Some(ssn) => Some(Check {
            ssn,
            authorization_session: row.try_get("authorization_session")?,
            checked_at: row.try_get::<SqlTimestamp, _>("checked_at")?.to_jiff(),
        }),
        None => None,
    };
    Ok(Some(Represented {
        acting: Acting {
            principal: PersonId::from_uuid(principal),
            matters: Mandates { health: row.try_get("health")?, social: row.try_get("social")? },
        },
        given_name: row.try_get("principal_given_name")?,
        family_name: row.try_get("principal_family_name")?,
        check,
        protected: row.try_get("principal_protected")?,
    }))
}

/// The newest names of people who have signed in as residents, sealed: id, given name, family name.
pub async fn names(pool: &Pool, people: &[Uuid]) -> Result<Vec<(Uuid, Vec<u8>, Vec<u8>)>, sqlx::Error> {
    sqlx::query_as(
        "select distinct on (person_id) person_id, given_name, family_name from sessions where person_id = any ($1)
         order by person_id, session_id desc",
    )
    .bind(people)
    .fetch_all(pool)
    .await
}

fn denial_of(number: i16) -> Result<Option<Denial>, sqlx::Error> {
    Denial::from_number(number).ok_or(sqlx::Error::RowNotFound)
}

/// Why the resident of a session is not admitted; `None`: they are.
pub async fn denial(pool: &Pool, session_id: Uuid) -> Result<Option<Denial>, sqlx::Error> {
    denial_of(sqlx::query_scalar("select denial from sessions where session_id = $1").bind(session_id).fetch_one(pool).await?)
}

/// What held of a resident at the last sign-in; `None`: there was none.
pub async fn last_denial(pool: &Pool, person: Uuid) -> Result<Option<Option<Denial>>, sqlx::Error> {
    let last = sqlx::query_scalar("select denial from sessions where person_id = $1 and realm = $2 order by session_id desc limit 1")
        .bind(person)
        .bind(i16::try_from(Realm::Resident.number()).unwrap_or_default())
        .fetch_optional(pool)
        .await?;
    last.map(denial_of).transpose()
}

/// By which provider a session acts, and what the realm gave it along, sealed; `None` when it has no secret any more.
pub async fn record(pool: &Pool, session_id: Uuid) -> Result<Option<(AuthProvider, Vec<u8>)>, sqlx::Error> {
    let found: Option<(bool, Vec<u8>)> =
        sqlx::query_as("select s.principal_id is not null, k.data from sessions s join session_secrets k using (session_id) where session_id = $1")
            .bind(session_id)
            .fetch_optional(pool)
            .await?;
    Ok(found.map(|(acts_on_behalf, data)| (AuthProvider::of(acts_on_behalf), data)))
}

/// The identity token of a session, sealed; `None` when the session has no secret any more.
pub async fn id_token(pool: &Pool, session_id: Uuid) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("select id_token from session_secrets where session_id = $1").bind(session_id).fetch_optional(pool).await
}
