//! What is acknowledged survives: `platform`, nats-server and Postgres are killed with SIGKILL in the middle of a
//! stream of messages, and the bus is wiped. Runs inside a stack of its own, which it starts by running itself
//! under `tools/stack.py e2e`.

use std::{
    process::{Command, ExitCode},
    time::Duration,
};

use libtest_mimic::{Arguments, Failed, Trial};

mod bookings;
mod bus;
mod load;
mod lookups;
mod patience;
mod rush;
mod stack;

/// The platform dies when so many calls of a rush are answered: while most still join, and while most wait ..
const PLATFORM_DIES: [usize; 3] = [60, 150, 240];
/// .. and then the bus goes. Of the 400 answers that make a rush a few are lost with each death.
const BUS_GOES: usize = 300;
/// So long it stays away: longer than whoever publishes waits for its answer.
const BUS_AWAY: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    if !arguments.list && !stack::running() {
        return stack::run_inside_one();
    }
    let trials = vec![
        trial("kill::platform_loses_and_doubles_nothing", || kill("platform")),
        trial("kill::nats_server_loses_and_doubles_nothing", || kill("nats")),
        trial("kill::postgres_loses_and_doubles_nothing", || kill("postgres")),
        trial("kill::sch_02_every_time_is_had_by_one_though_the_platform_dies", || bookings("platform")),
        trial("kill::sch_02_every_time_is_had_by_one_though_postgres_dies", || bookings("postgres")),
        trial("kill::cha_05_everybody_is_accepted_once_and_in_order_though_the_platform_dies_and_the_bus_is_away", rush),
        trial("kill::every_lookup_that_was_answered_is_logged_though_the_platform_dies", || lookups("platform")),
        trial("kill::every_lookup_that_was_answered_is_logged_though_postgres_dies", || lookups("postgres")),
        trial("kill::a_wiped_bus_is_refilled_by_one_command", wipe),
    ];
    // One after the other: they kill what the others use.
    let arguments = Arguments { test_threads: Some(1), ..arguments };
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial<F>(name: &str, test: impl FnOnce() -> F + Send + 'static) -> Trial
where
    F: Future<Output = anyhow::Result<()>>,
{
    Trial::test(name, move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failed::from)?;
        runtime.block_on(test()).map_err(|error| Failed::from(format!("{error:#}")))
    })
}

/// 1,000 messages; `part` dies after a third of them and comes back. Every acknowledged message is there exactly
/// once, in order, in the thread, in the inbox and on the bus.
async fn kill(part: &'static str) -> anyhow::Result<()> {
    let stack = stack::Stack::from_environment()?;
    let load = load::Load::open(&stack).await?;
    let acknowledged = load.acknowledged();
    let killer = tokio::spawn(async move {
        acknowledged.reaches(load::MESSAGES / 3).await;
        tokio::task::spawn_blocking(move || stack::kill_and_restart(part)).await?
    });
    let sent = load.send_all().await?;
    killer.await??;
    load.check_threads(&sent).await?;
    load.check_inbox(&sent).await?;
    bus::check(&stack, &sent).await
}

/// Residents who all want the same times; `part` dies after a third of these are booked and comes back. Each time has one who was told that
/// it is theirs and has it, and claims equal events.
async fn bookings(part: &'static str) -> anyhow::Result<()> {
    let stack = stack::Stack::from_environment()?;
    let rivals = bookings::Rivals::open(&stack).await?;
    let booked = rivals.booked();
    let killer = tokio::spawn(async move {
        booked.reaches(bookings::TIMES / 3).await;
        tokio::task::spawn_blocking(move || stack::kill_and_restart(part)).await?
    });
    let winners = rivals.book_all().await?;
    killer.await??;
    rivals.check(&winners).await?;
    platform(&stack, &["verify-claims"])
}

/// 200 residents join a chat queue at once while 20 professionals accept them; the platform dies again and again, and the bus is away for a
/// while. There are 200 chats, each accepted once and in the order of the tickets, and the bus hears of all in the end.
async fn rush() -> anyhow::Result<()> {
    let stack = stack::Stack::from_environment()?;
    let rush = rush::Rush::open(&stack).await?;
    let answered = rush.answered();
    let killer = tokio::spawn(async move {
        for moment in PLATFORM_DIES {
            answered.reaches(moment).await;
            tokio::task::spawn_blocking(|| stack::kill_and_restart("platform")).await??;
        }
        answered.reaches(BUS_GOES).await;
        tokio::task::spawn_blocking(|| stack::kill("nats")).await??;
        tokio::time::sleep(BUS_AWAY).await;
        // The platform hardly comes to tell the bus what it had to keep for itself: the next one does.
        tokio::task::spawn_blocking(|| stack::restart("nats").and_then(|()| stack::kill_and_restart("platform"))).await?
    });
    let (joined, served) = rush.run().await?;
    killer.await??;
    rush.check(&stack, &joined, &served).await
}

/// Hundreds of lookups of patients; `part` dies after a third of them and comes back. The access log has a row for every answer that
/// reached a caller, and none that nobody asked for; its chain and its tree hold.
async fn lookups(part: &'static str) -> anyhow::Result<()> {
    let stack = stack::Stack::from_environment()?;
    let desk = lookups::Desk::open(&stack).await?;
    let third = desk.a_third_is_answered();
    let killer = tokio::spawn(async move {
        third.await;
        tokio::task::spawn_blocking(move || stack::kill_and_restart(part)).await?
    });
    let looked = desk.look_everybody_up().await;
    // Who did not come back is why nothing was answered.
    killer.await??;
    looked?;
    desk.check_log(&stack).await?;
    platform(&stack, &["verify-access-log"])
}

/// The stream is deleted under the platform's feet; `platform refill all` brings every fact back.
async fn wipe() -> anyhow::Result<()> {
    let stack = stack::Stack::from_environment()?;
    let load = load::Load::open(&stack).await?;
    let sent = load.send_all().await?;
    bus::check(&stack, &sent).await?;
    let before = bus::effects(&stack).await?;
    bus::wipe(&stack).await?;
    platform(&stack, &["refill", "all"])?;
    bus::check(&stack, &sent).await?;
    bus::check_whole_log(&stack).await?;
    let after = bus::effects(&stack).await?;
    anyhow::ensure!(before == after, "effects before the refill {before:?}, after {after:?}");
    Ok(())
}

/// Runs the platform program once with a subcommand, on the servers of the stack.
fn platform(stack: &stack::Stack, arguments: &[&str]) -> anyhow::Result<()> {
    let ended = Command::new(env!("CARGO_BIN_EXE_platform")).args(arguments).envs(stack.platform_environment()?).output()?;
    anyhow::ensure!(ended.status.success(), "platform {arguments:?}: {}", String::from_utf8_lossy(&ended.stderr));
    Ok(())
}
