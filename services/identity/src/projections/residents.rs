//! Residents' own profiles. All that is personal stays sealed.

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Sealed};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use uuid::Uuid;

use crate::resident::{Event, Language, Point, Resident};

/// The read model.
pub struct Residents;

/// A profile as kept; all zero and empty for who has told nothing yet.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// What the person wishes to be called, sealed.
    pub usual_name: Vec<u8>,
    /// Home address, sealed.
    pub home_address: Vec<u8>,
    /// E-mail address, sealed.
    pub email: Vec<u8>,
    /// Phone number, sealed.
    pub phone: Vec<u8>,
    /// The e-mail address is proven.
    pub email_verified: bool,
    /// The phone number is proven.
    pub phone_verified: bool,
    /// When a code to the e-mail address was made that waits to be told.
    pub email_code_at: Option<jiff::Timestamp>,
    /// The same for the phone.
    pub phone_code_at: Option<jiff::Timestamp>,
    /// Number of the channel of notifications; 0: none chosen.
    pub channel: i16,
    /// Where the person lives.
    pub service_area_id: Option<Uuid>,
    /// In which language the person reads; `None`: not told.
    pub language: Option<Language>,
    /// How often the contact info was saved.
    pub contact_info_revision: i32,
    /// How often the channel was saved.
    pub notifications_revision: i32,
    /// How often the service area was saved.
    pub service_area_revision: i32,
    /// Version of the terms that was accepted last; 0: none.
    pub accepted_terms: i32,
    /// When.
    pub accepted_terms_at: Option<jiff::Timestamp>,
}

impl ReadModel for Residents {
    const NAME: &'static str = "residents";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["residents"];
    const CATEGORIES: &'static [&'static str] = &[Resident::CATEGORY];
    // `email_code_at` and `phone_code_at` are when a code was made that waits to be told. An empty `language` was never saved.
    const DDL: Option<&'static str> = Some(
        "create table residents (
             person_id uuid not null,
             usual_name bytea not null default '',
             home_address bytea not null default '',
             email bytea not null default '',
             phone bytea not null default '',
             email_verified boolean not null default false,
             phone_verified boolean not null default false,
             email_code_at timestamptz,
             phone_code_at timestamptz,
             channel smallint not null default 0,
             service_area_id uuid,
             language text not null default '',
             contact_info_revision integer not null default 0,
             notifications_revision integer not null default 0,
             service_area_revision integer not null default 0,
             accepted_terms integer not null default 0,
             accepted_terms_at timestamptz,
             constraint residents_pkey primary key (person_id)
         )",
    );
}

impl Projection for Residents {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let column = |sealed: &Sealed<String>| sealed.blob().map(to_column).unwrap_or_default();
        let person = event.meta.aggregate_id;
        sqlx::query("insert into residents (person_id) values ($1) on conflict do nothing").bind(person).execute(&mut **tx).await?;
        let statement = match event.decode()? {
            Event::ContactInfoSaved { kept, email_is_new, phone_is_new } => sqlx::query(
                "update residents set usual_name = $2, home_address = $3, email = $4, phone = $5, contact_info_revision = contact_info_revision + 1,
                        email_verified = email_verified and not $6, email_code_at = case when $6 then null else email_code_at end,
                        phone_verified = phone_verified and not $7, phone_code_at = case when $7 then null else phone_code_at end
                 where person_id = $1",
            )
            .bind(person)
            .bind(column(&kept.usual_name))
            .bind(column(&kept.home_address))
            .bind(column(&kept.email))
            .bind(column(&kept.phone))
            .bind(email_is_new)
            .bind(phone_is_new),
            Event::NotificationsSaved { channel } => {
                sqlx::query("update residents set channel = $2, notifications_revision = notifications_revision + 1 where person_id = $1")
                    .bind(person)
                    .bind(i16::try_from(channel.number()).unwrap_or_default())
            }
            Event::ServiceAreaSaved { service_area } => {
                sqlx::query("update residents set service_area_id = $2, service_area_revision = service_area_revision + 1 where person_id = $1")
                    .bind(person)
                    .bind(service_area.uuid())
            }
            Event::LanguageSaved { language } => {
                sqlx::query("update residents set language = $2 where person_id = $1").bind(person).bind(language.code())
            }
            Event::CodeMade { point, made_at, .. } => sqlx::query(match point {
                Point::Email => "update residents set email_code_at = $2 where person_id = $1",
                Point::Phone => "update residents set phone_code_at = $2 where person_id = $1",
            })
            .bind(person)
            .bind(made_at.to_sqlx()),
            Event::CodeUnmade { point } => sqlx::query(match point {
                Point::Email => "update residents set email_code_at = null where person_id = $1",
                Point::Phone => "update residents set phone_code_at = null where person_id = $1",
            })
            .bind(person),
            Event::Verified { point } => sqlx::query(match point {
                Point::Email => "update residents set email_verified = true, email_code_at = null where person_id = $1",
                Point::Phone => "update residents set phone_verified = true, phone_code_at = null where person_id = $1",
            })
            .bind(person),
            Event::CodeMissed { .. } => return Ok(()),
            Event::TermsAccepted { version } => sqlx::query("update residents set accepted_terms = $2, accepted_terms_at = $3 where person_id = $1")
                .bind(person)
                .bind(i32::try_from(version).unwrap_or(i32::MAX))
                .bind(event.meta.recorded_at.to_sqlx()),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// Where a person lives; whoever changes it waits until the transaction ends.
pub async fn area_in_tx(tx: &mut Tx<'_>, person_id: Uuid) -> Result<Option<Uuid>, sqlx::Error> {
    let area = sqlx::query_scalar("select service_area_id from residents where person_id = $1 for update").bind(person_id);
    Ok(area.fetch_optional(&mut **tx).await?.flatten())
}

/// The profile of a person.
pub async fn find(pool: &Pool, person_id: Uuid) -> Result<Profile, sqlx::Error> {
    let row = sqlx::query(
        "select usual_name, home_address, email, phone, email_verified, phone_verified, email_code_at, phone_code_at, channel, service_area_id,
             language, contact_info_revision, notifications_revision, service_area_revision, accepted_terms, accepted_terms_at
         from residents where person_id = $1",
    );
    let row = row.bind(person_id).fetch_optional(pool).await?;
    let Some(row) = row else { return Ok(Profile::default()) };
    let time = |name: &str| row.try_get::<Option<SqlTimestamp>, _>(name).map(|at| at.map(SqlTimestamp::to_jiff));
    Ok(Profile {
        usual_name: row.try_get("usual_name")?,
        home_address: row.try_get("home_address")?,
        email: row.try_get("email")?,
        phone: row.try_get("phone")?,
        email_verified: row.try_get("email_verified")?,
        phone_verified: row.try_get("phone_verified")?,
        email_code_at: time("email_code_at")?,
        phone_code_at: time("phone_code_at")?,
        channel: row.try_get("channel")?,
        service_area_id: row.try_get("service_area_id")?,
        language: Language::from_code(row.try_get("language")?),
        contact_info_revision: row.try_get("contact_info_revision")?,
        notifications_revision: row.try_get("notifications_revision")?,
        service_area_revision: row.try_get("service_area_revision")?,
        accepted_terms: row.try_get("accepted_terms")?,
        accepted_terms_at: time("accepted_terms_at")?,
    })
}
