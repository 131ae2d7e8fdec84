//! A sweep goes over many rows. One that cannot be worked on is said aloud and counted, and costs itself alone.

use std::fmt::Display;

use uuid::Uuid;

use crate::{service::Kernel, telemetry::metrics};

/// What became of the rows of one sweep.
pub struct Sweep<'a> {
    kernel: &'a Kernel,
    name: &'static str,
    failed: u32,
}

impl<'a> Sweep<'a> {
    /// Over rows of a kind, for example `sessions`.
    pub fn new(kernel: &'a Kernel, name: &'static str) -> Self {
        Self { kernel, name, failed: 0 }
    }

    /// One row; whether it went.
    pub fn row<T, E: Display>(&mut self, id: Uuid, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.failed += 1;
                metrics::count("kajo_sweep_failures_total", self.kernel.name, self.name);
                tracing::error!(service = self.kernel.name, sweep = self.name, %id, error = format!("{error:#}"), "sweep.row_failed");
                None
            }
        }
    }

    /// How many did not go.
    pub fn failed(&self) -> u32 {
        self.failed
    }
}
