//! Many residents with a session each. The simulated realm knows a handful of people: what these have are copies of a session that was
//! begun through it.

use std::ops::Range;

use anyhow::Result;
use uuid::Uuid;

use crate::{patients, web::Browser, world::World};

/// The cookie of residents' sessions.
const COOKIE: &str = "__Host-kajo-resident-session";

/// The browsers of the people of these numbers, signed in. Each number once in a run.
pub(crate) async fn browsers(world: &World, numbers: Range<u32>) -> Result<Vec<Browser>> {
    // Begins the session that is copied.
    world.resident().await?;
    let pool = world.database("kajo_identity").await?;
    let (mut sessions, mut people, mut secrets) = (Vec::new(), Vec::new(), Vec::new());
    for number in numbers {
        sessions.push(Uuid::now_v7());
        people.push(patients::person(number).uuid());
        secrets.push(format!("bench-{number}"));
    }
    sqlx::query(
        "with one as (
             select person_id, realm, given_name, family_name, denial, started_at, access_token, id_token, idle_ends_at, absolute_ends_at, ssn
             from sessions join session_secrets using (session_id) where realm = 1 order by session_id desc limit 1
         ), new as (
             select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as new (session_id, person_id, secret)
         ), begun as (
             insert into sessions (session_id, person_id, realm, given_name, family_name, denial, ended, started_at)
             select new.session_id, new.person_id, realm, given_name, family_name, denial, false, started_at from one cross join new
         ), entered as (
             insert into residents (person_id, usual_name, channel, service_area_id, contact_info_revision, accepted_terms)
             select new.person_id, usual_name, channel, service_area_id, contact_info_revision, accepted_terms
             from residents join one using (person_id) cross join new
         )
         insert into session_secrets (session_id, secret_hash, access_token, id_token, idle_ends_at, absolute_ends_at, ssn)
         select new.session_id, sha256(convert_to(secret, 'UTF8')), access_token, id_token, idle_ends_at, absolute_ends_at, ssn
         from one cross join new",
    )
    .bind(sessions)
    .bind(people)
    .bind(secrets.clone())
    .execute(&pool)
    .await?;
    for table in ["sessions", "residents", "session_secrets"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("vacuum analyze {table}"))).execute(&pool).await?;
    }
    pool.close().await;
    let nobody = Browser::nobody(&world.resident_url)?;
    Ok(secrets.iter().map(|secret| nobody.with_cookies(format!("{COOKIE}={secret}"))).collect())
}
