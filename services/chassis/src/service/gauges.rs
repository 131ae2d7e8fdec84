//! How far behind a service is, as gauges: what waits for the bus, what its read models and consumers have not taken in, what is due.

use std::time::Duration;

use sqlx::Row;
use tokio_util::sync::CancellationToken;

use super::{Kernel, beat};
use crate::{due, telemetry::metrics};

/// How often it is measured.
const EVERY: Duration = Duration::from_secs(15);

/// What is measured in one service.
#[derive(Clone)]
pub(super) struct Gauges {
    pub(super) kernel: Kernel,
    /// Read models that follow, by name and version.
    pub(super) following: Vec<(&'static str, u32)>,
    /// Who performs what is due.
    pub(super) targets: Vec<String>,
}

impl Gauges {
    /// Measures until stopped.
    pub(super) async fn run(self, stopping: CancellationToken) {
        while !stopping.is_cancelled() {
            beat();
            if let Err(error) = self.measure().await {
                tracing::warn!(service = self.kernel.name, error = &error as &dyn std::error::Error, "gauges.not_measured");
            }
            stopping.run_until_cancelled(tokio::time::sleep(EVERY)).await;
        }
    }

    /// Measures once.
    pub(super) async fn measure(&self) -> Result<(), sqlx::Error> {
        let row = sqlx::query(
            "select h.position - h.bus_position as bus,
                 (select count(*) from outbox where position is null) as unnumbered,
                 (select coalesce(max(h.position - p.position), 0) from read_models p
                  join unnest($1::text[], $2::int[]) as f (name, version) on p.name = f.name and p.version = f.version) as read_models,
                 (select count(*) from parked) as parked
             from log_head h",
        )
        .bind(self.following.iter().map(|(name, _)| *name).collect::<Vec<_>>())
        .bind(self.following.iter().map(|(_, version)| i32::try_from(*version).unwrap_or(i32::MAX)).collect::<Vec<_>>())
        .fetch_one(&self.kernel.pool)
        .await?;
        for (column, gauge) in
            [("bus", "kajo_relay_lag"), ("unnumbered", "kajo_relay_unnumbered"), ("read_models", "kajo_read_model_lag"), ("parked", "kajo_parked")]
        {
            #[expect(clippy::cast_precision_loss, reason = "counts of rows fit a double")]
            metrics::set_gauge(gauge, self.kernel.name, row.try_get::<i64, _>(column)? as f64);
        }
        due::measure(&self.kernel, &self.targets).await
    }
}
