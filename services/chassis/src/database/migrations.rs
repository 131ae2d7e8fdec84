//! Migrations: those of the chassis, which every service has, and behind them its own.

use std::borrow::Cow;

use sqlx::{
    ConnectOptions,
    migrate::{MigrateError, Migration, Migrator},
};

use super::Pool;

/// The tables of the chassis: event store, outbox, inbox, access log, keys. Numbers below 0100.
static KERNEL: Migrator = sqlx::migrate!();

/// Of a service whose tables are those of the chassis and of its read models.
pub static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

/// The first number of a service's own migrations.
const FIRST_OF_A_SERVICE: i64 = 100;

/// Brings the database to this version, under the migrator's own lock and without the limits of time that a service's statements have.
/// Migrations of a newer version may have run already: while it is rolled out, processes of this one are started beside it.
///
/// # Errors
/// One that failed or was changed after it ran, or a service's own with a number of the chassis.
pub async fn migrate(pool: &Pool, own: &Migrator) -> Result<(), MigrateError> {
    let migrator = Migrator { migrations: Cow::Owned(chained(own)?), ignore_missing: true, ..Migrator::DEFAULT };
    let mut connection = pool.unhurried_options().connect().await?;
    // Not `run`: with that, whoever starts a service in a task of its own does not compile.
    migrator.run_direct(None, &mut connection, false).await
}

fn chained(own: &Migrator) -> Result<Vec<Migration>, MigrateError> {
    if let Some(taken) = own.iter().find(|migration| migration.version < FIRST_OF_A_SERVICE) {
        let why = format!("migration {:04} has a number of the chassis: a service's own begin at {FIRST_OF_A_SERVICE:04}", taken.version);
        return Err(MigrateError::Source(why.into()));
    }
    Ok(KERNEL.iter().chain(own.iter()).cloned().collect())
}
