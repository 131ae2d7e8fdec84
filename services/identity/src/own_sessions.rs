//! The living sessions of one person in one realm, and their end. Device and last use stand beside the secret and go with it: they
//! belong to no event.

use chassis::{
    Pool, Tx,
    store::{StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;

use crate::{
    mandates,
    session::{Command, End, Realm, Refused, SessionId},
};

/// A living session.
#[derive(Debug)]
pub(crate) struct OwnSession {
    pub(crate) session_id: Uuid,
    /// Numbers of the contract.
    pub(crate) browser: i16,
    pub(crate) system: i16,
    pub(crate) begun_at: Timestamp,
    pub(crate) used_at: Timestamp,
    /// What a professional has chosen in it.
    pub(crate) role: Option<Uuid>,
    pub(crate) location: Option<Uuid>,
    /// Whether it acts for somebody.
    pub(crate) on_behalf: bool,
}

/// Those of a person in a realm that live at a moment: `this` first, then the one used last.
pub(crate) async fn living(pool: &Pool, this: Uuid, person: Uuid, realm: Realm, now: Timestamp) -> Result<Vec<OwnSession>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.session_id, s.started_at, s.role_id, s.location_id, s.principal_id is not null as on_behalf, k.browser, k.system,
                greatest(k.used_at, s.started_at) as used_at
         from sessions s join session_secrets k using (session_id)
         where s.person_id = $2 and s.realm = $3 and not s.ended and least(k.idle_ends_at, k.absolute_ends_at) > $4
         order by s.session_id = $1 desc, used_at desc, s.session_id desc",
    )
    .bind(this)
    .bind(person)
    .bind(number(realm))
    .bind(now.to_sqlx())
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(OwnSession {
                session_id: row.try_get("session_id")?,
                browser: row.try_get("browser")?,
                system: row.try_get("system")?,
                begun_at: row.try_get::<SqlTimestamp, _>("started_at")?.to_jiff(),
                used_at: row.try_get::<SqlTimestamp, _>("used_at")?.to_jiff(),
                role: row.try_get("role_id")?,
                location: row.try_get("location_id")?,
                on_behalf: row.try_get("on_behalf")?,
            })
        })
        .collect()
}

/// Whether a session is, or was, one of the person in the realm.
pub(crate) async fn is_of(pool: &Pool, session_id: Uuid, person: Uuid, realm: Realm) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select 1 from sessions where session_id = $1 and person_id = $2 and realm = $3)")
        .bind(session_id)
        .bind(person)
        .bind(number(realm))
        .fetch_one(pool)
        .await
}

/// Ends a session and forgets whatever the realm gave, and its secret; but that of one ended from elsewhere is known a while longer,
/// so that its browser learns why, and its identity token, by which the
/// realm is told when that browser signs out. Over already: nothing happens.
pub(crate) async fn end_in_tx(unit: &mut UnitOfWork, session_id: Uuid, why: End) -> Result<(), WorkError<Refused>> {
    unit.execute(SessionId::from_uuid(session_id), &Command::End { why }).await?;
    mandates::forget_in_tx(unit.tx(), session_id).await.map_err(StoreError::from)?;
    let statement = match why {
        End::FromElsewhere => {
            "update session_secrets set access_token = '', ssn = '', browser = 0, system = 0, ended_elsewhere = true
             where session_id = $1 and not ended_elsewhere"
        }
        End::ByAdministrator | End::AtRealm => {
            "update session_secrets set access_token = '', ssn = '', browser = 0, system = 0 where session_id = $1"
        }
        End::SignedOut | End::Idle | End::Age | End::AccountDeleted | End::NonDisclosure => "delete from session_secrets where session_id = $1",
    };
    sqlx::query(statement).bind(session_id).execute(&mut **unit.tx()).await.map_err(StoreError::from)?;
    Ok(())
}

/// Ends all sessions of a person in a realm but one; how many.
pub(crate) async fn end_others_in_tx(unit: &mut UnitOfWork, this: Uuid, person: Uuid, realm: Realm) -> Result<u32, WorkError<Refused>> {
    let others = others_in_tx(unit.tx(), this, person, realm).await.map_err(StoreError::from)?;
    end_each_in_tx(unit, &others, End::FromElsewhere).await
}

/// Ends all sessions of a person in a realm; how many.
pub(crate) async fn end_all_in_tx(unit: &mut UnitOfWork, person: Uuid, realm: Realm, why: End) -> Result<u32, WorkError<Refused>> {
    let all = others_in_tx(unit.tx(), Uuid::nil(), person, realm).await.map_err(StoreError::from)?;
    end_each_in_tx(unit, &all, why).await
}

/// Ends those that began at a realm under one of its sessions, or by one of its people, until a moment; how many.
pub(crate) async fn end_at_realm_in_tx(unit: &mut UnitOfWork, realm: Realm, told: &AtRealm, until: Timestamp) -> Result<u32, WorkError<Refused>> {
    let (column, hash) = match told {
        AtRealm::Session(hash) => ("realm_session", hash),
        AtRealm::Subject(hash) => ("realm_subject", hash),
    };
    let statement = format!(
        "select session_id from session_secrets k join sessions s using (session_id)
         where k.{column} = $1 and k.{column} <> '' and s.realm = $2 and not s.ended and s.started_at <= $3 order by session_id"
    );
    let ended: Vec<Uuid> = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
        .bind(hash)
        .bind(number(realm))
        .bind(until.to_sqlx())
        .fetch_all(&mut **unit.tx())
        .await
        .map_err(StoreError::from)?;
    end_each_in_tx(unit, &ended, End::AtRealm).await
}

/// Who signed out at a realm, as hashes of what the realm calls them.
#[derive(Clone, Debug)]
pub(crate) enum AtRealm {
    /// One session of the realm.
    Session(Vec<u8>),
    /// All of a person.
    Subject(Vec<u8>),
}

async fn end_each_in_tx(unit: &mut UnitOfWork, sessions: &[Uuid], why: End) -> Result<u32, WorkError<Refused>> {
    for session in sessions {
        end_in_tx(unit, *session, why).await?;
    }
    Ok(u32::try_from(sessions.len()).unwrap_or(u32::MAX))
}

/// In one order for everybody, so that two who end each other's sessions do not wait for one another in a circle.
async fn others_in_tx(tx: &mut Tx<'_>, this: Uuid, person: Uuid, realm: Realm) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select session_id from sessions where person_id = $2 and realm = $3 and not ended and session_id <> $1 order by session_id")
        .bind(this)
        .bind(person)
        .bind(number(realm))
        .fetch_all(&mut **tx)
        .await
}

fn number(realm: Realm) -> i16 {
    i16::try_from(realm.number()).unwrap_or_default()
}
