//! Measures the goals of the platform against limits taken in the same run, on release builds: `./just bench`, or
//! `./just bench append live ..` for some of them. Every figure stands beside what it is measured against; a missed goal is
//! printed as missed.

use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;

use crate::{report::Report, world::World};

mod access_log;
mod append;
mod booking;
mod broadcast;
mod calibration;
mod checks;
mod counter;
mod cpu;
mod direct;
mod due;
mod evaluation;
mod grpc_web;
mod inbox;
mod live;
mod lookup;
mod patients;
mod queue;
mod raw;
mod rebuild;
mod report;
mod session;
mod signed_in;
mod tabs;
mod web;
mod world;

const ALL: [&str; 12] =
    ["append", "due", "questionnaire", "grpc-web", "session", "live", "lookup", "booking", "access-log", "inbox", "rebuild", "queue"];

/// Those that need no platform.
const BEFORE: [&str; 3] = ["append", "due", "questionnaire"];

/// What to measure.
#[derive(Parser)]
struct Options {
    /// Some of: append, due, questionnaire, grpc-web, session, live, lookup, booking, access-log, inbox, rebuild, queue. All when none is named.
    parts: Vec<String>,
    /// Seconds for each figure.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    if let Some(unknown) = options.parts.iter().find(|part| !ALL.contains(&part.as_str())) {
        bail!("{unknown} is nothing to measure: {}", ALL.join(", "));
    }
    let wanted = |part: &str| options.parts.is_empty() || options.parts.iter().any(|wanted| wanted == part);
    let time = Duration::from_secs(options.seconds);
    let mut report = Report::default();
    let fdatasync = calibration::fdatasync(&std::env::temp_dir())?;
    report.remark(format!("fdatasync p50 {:.3} ms, p99 {:.3} ms", fdatasync.p50, fdatasync.p99));
    if wanted("append") {
        append::run(time, &mut report).await?;
    }
    if wanted("due") {
        Box::pin(due::run(time, &mut report)).await?;
    }
    if wanted("questionnaire") {
        evaluation::run(&mut report)?;
    }
    // What is left needs the whole platform.
    if !ALL.iter().any(|part| wanted(part) && !BEFORE.contains(part)) {
        report.remark(report.summary());
        return Ok(());
    }
    let mut world = World::start().await?;
    report.remark(format!("simulators and platform at rest: {} MB", world.memory()? / 1024));
    if wanted("grpc-web") {
        grpc_web::run(&world, time, &mut report).await?;
    }
    if wanted("live") {
        live::run(&world, fdatasync, time, &mut report).await?;
    }
    if wanted("access-log") {
        access_log::run(&world, &mut report).await?;
    }
    if wanted("lookup") {
        lookup::run(&world, time, &mut report).await?;
    }
    if wanted("booking") {
        booking::run(&world, time, &mut report).await?;
    }
    if wanted("rebuild") {
        rebuild::run(&world, &mut report).await?;
    }
    if wanted("inbox") {
        inbox::run(&world, &mut report).await?;
    }
    if wanted("queue") {
        queue::run(&world, &mut report).await?;
    }
    // Last: it stays with a second gateway, and with many sessions.
    if wanted("session") {
        session::run(&mut world, time, &mut report).await?;
    }
    world.stop().await?;
    report.remark(report.summary());
    Ok(())
}
