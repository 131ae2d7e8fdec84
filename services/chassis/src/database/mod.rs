//! The service's own database: connecting, migrating, and what the names of broken constraints mean.

mod migrations;
mod pool;

use std::{str::FromStr, time::Duration};

pub use migrations::{NO_MIGRATIONS, migrate};
pub(crate) use pool::is_stale_plan;
pub use pool::{PATIENCE, Pool, Size};
use sqlx::{Connection, Executor, PgConnection, postgres::PgConnectOptions};

use crate::detached::detached;

/// An open transaction.
pub type Tx<'c> = sqlx::Transaction<'c, sqlx::Postgres>;

/// How long a session may idle inside a transaction, and how long a statement may run, where the server's address says nothing else.
const LIMITS: [(&str, &str); 2] = [("idle_in_transaction_session_timeout", "10s"), ("statement_timeout", "30s")];

/// Opens connections to `database` of the server at `server_url`, with room for a dozen transactions and a dozen statements at once.
pub async fn connect(server_url: &str, database: &str) -> Result<Pool, sqlx::Error> {
    connect_with(server_url, database, Size { transactions: 12, statements: 12 }, PATIENCE, "public").await
}

/// The same, as many as `size` says; whoever gets none within `patience` is refused. Unqualified names are looked up in the schemas of
/// `search_path`, in their order.
pub async fn connect_with(server_url: &str, database: &str, size: Size, patience: Duration, search_path: &str) -> Result<Pool, sqlx::Error> {
    let options = PgConnectOptions::from_str(server_url)?.database(database).application_name(database);
    let given = options.get_options().unwrap_or_default().to_owned();
    let limits = LIMITS.into_iter().filter(|(name, _)| !given.contains(name));
    Pool::open(options.options(limits).options([("search_path", search_path)]), size, patience).await
}

/// Begins a transaction. It is the only way to begin one on a pool: a `begin` that was cancelled half way would leave a session inside
/// a transaction that nobody commits, and the next borrower would write into it. This one goes on to its end, is then dropped, and
/// so rolled back, before the connection is lent again.
pub async fn begin(pool: &Pool) -> Result<Tx<'static>, sqlx::Error> {
    let pool = pool.transactions.clone();
    #[expect(clippy::disallowed_methods, reason = "this is the way")]
    detached(async move { pool.begin().await }).await
}

/// Creates the database when it is not there yet.
pub async fn ensure(server_url: &str, database: &str) -> Result<(), sqlx::Error> {
    let options = PgConnectOptions::from_str(server_url)?.database("postgres");
    let mut connection = PgConnection::connect_with(&options).await?;
    let known: Option<i32> =
        sqlx::query_scalar("select 1 from pg_database where datname = $1").bind(database).fetch_optional(&mut connection).await?;
    if known.is_none() {
        let statement = format!("create database {}", quoted(database));
        match connection.execute(sqlx::AssertSqlSafe(statement)).await {
            // Somebody else was faster.
            Err(sqlx::Error::Database(error)) if matches!(error.code().as_deref(), Some("42P04" | "23505")) => {}
            other => {
                other?;
            }
        }
    }
    connection.close().await
}

/// The constraint that a statement broke; its name says which rule of the domain was broken.
pub fn constraint(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error().and_then(|error| error.constraint())
}

/// Whoever asks for the same `what` in another transaction waits until this one has ended: for rules over rows that are not there
/// yet, which no lock of a row can hold.
pub async fn one_at_a_time_in_tx(tx: &mut Tx<'_>, what: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))").bind(what).execute(&mut **tx).await?;
    Ok(())
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
