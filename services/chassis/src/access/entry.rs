//! The access log: who read or changed whose data, when, in which role and why. Written before the data leave, and in the
//! command's own transaction when something changes.

use std::sync::LazyLock;

use chassis_domain::{Actor, OnBehalfOf, PersonId, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{AssertSqlSafe, Postgres, postgres::PgArguments, query::Query};
use uuid::Uuid;

use crate::{database::Pool, store::TraceContext};

/// One row.
#[derive(Clone, Debug)]
pub struct AccessEntry {
    /// Full path of the RPC.
    pub method: &'static str,
    /// Who acts.
    pub actor: Actor,
    /// Who really acts.
    pub on_behalf_of: Option<OnBehalfOf>,
    /// Whose data.
    pub subject: Option<PersonId>,
    /// What is touched, for example "conversation".
    pub object_kind: &'static str,
    /// Which one.
    pub object_id: Option<Uuid>,
    /// On what ground, for example "participant" or "queue access".
    pub ground: &'static str,
    /// The trace of the call.
    pub trace: TraceContext,
}

/// How many values [`AccessEntry::bind`] gives.
pub(crate) const PARAMETERS: usize = COLUMNS.len();

/// The columns of a row and their types, in the order in which [`AccessEntry::bind`] gives their values.
const COLUMNS: [(&str, &str); 13] = [
    ("entry_id", "uuid"),
    ("at", "timestamptz"),
    ("method", "text"),
    ("actor_kind", "text"),
    ("actor_id", "uuid"),
    ("impersonator_id", "uuid"),
    ("role_id", "uuid"),
    ("location_id", "uuid"),
    ("subject_id", "uuid"),
    ("object_kind", "text"),
    ("object_id", "uuid"),
    ("ground", "text"),
    ("trace_id", "text"),
];

static INSERT: LazyLock<String> = LazyLock::new(|| format!("with waits as ({}) {}", wait(1, ""), insert(1, "")));

/// SQL that writes a row, from the parameter with number `first` on, once for each row of `from`; part of a larger statement, to which
/// [`wait`] belongs as well.
pub(crate) fn insert(first: usize, from: &str) -> String {
    let names = COLUMNS.map(|(name, _)| name).join(", ");
    let values: Vec<_> = COLUMNS.iter().zip(first..).map(|((_, kind), number)| format!("${number}::{kind}")).collect();
    format!("insert into access_log ({names}) select {}{from}", values.join(", "))
}

/// SQL that lets the row of [`insert`] wait for its link in the chain.
pub(crate) fn wait(first: usize, from: &str) -> String {
    format!("insert into access_unlinked (entry_id) select ${first}::uuid{from}")
}

/// Writes a row about each of many subjects whom the actor was shown in a list, unless there is one of the last hour. What is too old to
/// hold back a row goes.
static INSERT_LISTED: LazyLock<String> = LazyLock::new(|| {
    let names = COLUMNS.map(|(name, _)| name).join(", ");
    let values = COLUMNS.iter().zip(1..).map(|((name, kind), number)| match *name {
        "entry_id" | "subject_id" => format!("named.{name}"),
        _ => format!("${number}::{kind}"),
    });
    format!(
        "with stale as (
             delete from access_listed where actor_id = $5::uuid and at <= $2::timestamptz - interval '1 hour' and subject_id <> all ($14::uuid[])
         ), due as (
             insert into access_listed as l (actor_id, subject_id, at) select $5::uuid, subject_id, $2::timestamptz from unnest($14::uuid[]) as n (subject_id)
             on conflict (actor_id, subject_id) do update set at = excluded.at where l.at <= excluded.at - interval '1 hour'
             returning subject_id
         ), named as (
             select due.subject_id, n.entry_id from due join unnest($14::uuid[], $15::uuid[]) as n (subject_id, entry_id) using (subject_id)
         ), waits as (
             insert into access_unlinked (entry_id) select entry_id from named
         )
         insert into access_log ({names}) select {} from named where $1::uuid is not null and $9::uuid is null",
        values.collect::<Vec<_>>().join(", ")
    )
});

impl AccessEntry {
    /// Writes a row like this one about each of these subjects, whom the actor was shown in a list: at most once an hour.
    pub(crate) async fn insert_listed(&self, pool: &Pool, subjects: &[(Uuid, Uuid)], at: Timestamp) -> Result<(), sqlx::Error> {
        let (people, entries): (Vec<Uuid>, Vec<Uuid>) = subjects.iter().copied().unzip();
        let Some(first) = entries.first().copied() else { return Ok(()) };
        self.bind(sqlx::query(AssertSqlSafe(INSERT_LISTED.as_str())), first, at).bind(people).bind(entries).execute(pool).await?;
        Ok(())
    }

    /// Writes the row.
    pub(crate) async fn insert(&self, pool: &Pool, entry_id: Uuid, at: Timestamp) -> Result<(), sqlx::Error> {
        self.bind(sqlx::query(AssertSqlSafe(INSERT.as_str())), entry_id, at).execute(pool).await?;
        Ok(())
    }

    /// The values of a row, behind those that the query has already.
    pub(crate) fn bind<'q>(&'q self, query: Query<'q, Postgres, PgArguments>, entry_id: Uuid, at: Timestamp) -> Query<'q, Postgres, PgArguments> {
        query
            .bind(entry_id)
            .bind(at.to_sqlx())
            .bind(self.method)
            .bind(crate::store::kind_name(self.actor.kind))
            .bind(self.actor.person.map(PersonId::uuid))
            .bind(self.on_behalf_of.map(|on_behalf_of| on_behalf_of.impersonator.uuid()))
            .bind(self.actor.role)
            .bind(self.actor.location)
            .bind(self.subject.map(PersonId::uuid))
            .bind(self.object_kind)
            .bind(self.object_id)
            .bind(self.ground)
            .bind(self.trace.trace_id())
    }
}
