//! What was switched, and what is on therefore. Each question reads the table: what is switched counts at once, in every process.

use std::collections::HashMap;

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;

use crate::feature_flag::{Event, FeatureFlag, Flag};

/// The read model.
pub struct FeatureFlags;

/// A flag as it stands now.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Which.
    pub flag: Flag,
    /// Whether the feature is on.
    pub enabled: bool,
    /// When somebody switched it; `None`: it is as the code has it.
    pub switched_at: Option<jiff::Timestamp>,
}

impl ReadModel for FeatureFlags {
    const NAME: &'static str = "feature_flags";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["feature_flags"];
    const CATEGORIES: &'static [&'static str] = &[FeatureFlag::CATEGORY];
}

impl Projection for FeatureFlags {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let Event::Switched { name, setting } = event.decode()?;
        let statement = match setting.says() {
            Some(enabled) => sqlx::query(
                "insert into feature_flags (name, enabled, switched_at) values ($1, $2, $3)
                 on conflict (name) do update set enabled = excluded.enabled, switched_at = excluded.switched_at",
            )
            .bind(name)
            .bind(enabled)
            .bind(event.meta.recorded_at.to_sqlx()),
            None => sqlx::query("delete from feature_flags where name = $1").bind(name),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// Every flag as it stands, by name. What was switched and is gone from the code is nothing any more.
pub async fn all(pool: &Pool) -> Result<Vec<Standing>, sqlx::Error> {
    let rows = sqlx::query("select name, enabled, switched_at from feature_flags").fetch_all(pool).await?;
    let mut switched = HashMap::new();
    for row in rows {
        switched.insert(row.try_get::<String, _>("name")?, (row.try_get("enabled")?, row.try_get::<SqlTimestamp, _>("switched_at")?.to_jiff()));
    }
    Ok(Flag::ALL
        .into_iter()
        .map(|flag| match switched.get(flag.name()) {
            Some((enabled, at)) => Standing { flag, enabled: *enabled, switched_at: Some(*at) },
            None => Standing { flag, enabled: flag.is_on_by_default(), switched_at: None },
        })
        .collect())
}

/// Whether a feature is on.
pub async fn is_on(pool: &Pool, flag: Flag) -> Result<bool, sqlx::Error> {
    let switched = sqlx::query_scalar("select enabled from feature_flags where name = $1").bind(flag.name()).fetch_optional(pool).await?;
    Ok(switched.unwrap_or(flag.is_on_by_default()))
}
