//! Databases of services as they stand after a first start. One is made for each build of a test program; tests clone it.

use std::{
    env,
    hash::{DefaultHasher, Hash, Hasher},
    str::FromStr,
    sync::Arc,
};

use anyhow::{Context, Result};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, postgres::PgConnectOptions};

use crate::{
    service::{Environment, Service},
    settings::Settings,
};

/// What the server says of a template that another test program has just taken away.
const NO_SUCH_DATABASE: &str = "3D000";

/// Where the server keeps what belongs to no database.
pub(super) async fn server(url: &str) -> Result<PgConnection> {
    Ok(PgConnection::connect_with(&PgConnectOptions::from_str(url)?.database("postgres")).await?)
}

/// Makes the database of `service` in this environment, unless it is there: as a first start would, with the demo's data if asked for.
pub(super) async fn clone(service: &Service, environment: &Environment, demo: bool) -> Result<()> {
    let settings = &environment.settings;
    let database = format!("{}{}", settings.database_prefix, in_database(service));
    let mut server = server(settings.postgres_url()).await?;
    if exists(&mut server, &database).await? {
        return Ok(());
    }
    let template = Template::of(service, environment, demo)?;
    loop {
        if !exists(&mut server, &template.name).await? {
            Box::pin(template.make(&mut server, service, environment, demo)).await?;
        }
        let statement = AssertSqlSafe(format!("create database \"{database}\" template \"{}\"", template.name));
        match server.execute(statement).await {
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NO_SUCH_DATABASE) => {}
            ended => {
                ended?;
                return Ok(server.close().await?);
            }
        }
    }
}

/// Removes the databases whose names begin so, but for those whose names go on like `kept`.
pub(super) async fn remove(server: &mut PgConnection, beginning: &str, kept: Option<&str>) -> Result<()> {
    let names: Vec<String> =
        sqlx::query_scalar("select datname from pg_database where starts_with(datname, $1) and not coalesce(starts_with(datname, $2), false)")
            .bind(beginning)
            .bind(kept)
            .fetch_all(&mut *server)
            .await?;
    for name in names {
        server.execute(AssertSqlSafe(format!("drop database if exists \"{name}\" with (force)"))).await?;
    }
    Ok(())
}

/// A database that is cloned and never written to.
struct Template {
    name: String,
    /// How the names of all begin that this test program made of the service, and of those that this build of it made.
    of_program: String,
    of_build: String,
}

impl Template {
    fn of(service: &Service, environment: &Environment, demo: bool) -> Result<Self> {
        let program = env::current_exe().context("where this program is")?;
        let file = program.metadata()?;
        let of_program = format!("template_{}_{:08x}_", in_database(service), hash(&program));
        let of_build = format!("{of_program}{:08x}_", hash(&(file.len(), file.modified()?)));
        // Tests that begin at another hour would find what happened too early or too late.
        let hour = environment.clock.now().as_second() / 3600;
        Ok(Self { name: format!("{of_build}{:08x}", hash(&(service.tables(), demo && service.is_seeded(), hour))), of_program, of_build })
    }

    /// Makes it, under another name until it is whole. Test programs that run side by side take turns.
    async fn make(&self, server: &mut PgConnection, service: &Service, environment: &Environment, demo: bool) -> Result<()> {
        sqlx::query("select pg_advisory_lock(hashtextextended($1, 0))").bind(&self.of_program).execute(&mut *server).await?;
        if !exists(server, &self.name).await? {
            remove(server, &self.of_program, Some(&self.of_build)).await?;
            let prefix = format!("making_{:08x}_", hash(&self.name));
            remove(server, &prefix, None).await?;
            let mut settings = Settings::clone(&environment.settings);
            (settings.database_prefix, settings.demo) = (prefix.clone(), demo);
            let making = Environment { settings: Arc::new(settings), ..environment.clone() };
            service.clone().fill(&making).await?;
            let statement = format!("alter database \"{prefix}{}\" rename to \"{}\"", in_database(service), self.name);
            server.execute(AssertSqlSafe(statement)).await?;
        }
        sqlx::query("select pg_advisory_unlock(hashtextextended($1, 0))").bind(&self.of_program).execute(&mut *server).await?;
        Ok(())
    }
}

fn in_database(service: &Service) -> String {
    service.name().replace('-', "_")
}

/// Short enough for a name. The same in every process.
fn hash(value: &impl Hash) -> u32 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    u32::try_from(hasher.finish() >> 32).unwrap_or_default()
}

async fn exists(server: &mut PgConnection, database: &str) -> Result<bool> {
    Ok(sqlx::query_scalar("select exists (select from pg_database where datname = $1)").bind(database).fetch_one(server).await?)
}
