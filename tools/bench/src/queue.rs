//! A line in which a hundred, a thousand and five thousand people wait, each with an open tab, and changes of it one after another: how long
//! until the last tab has learnt of one and what that costs, beside a bare broadcast of the same bytes; what an open tab costs while nothing
//! changes, and how fast people join.

use std::{
    ops::Range,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use chassis::access::InternalKey;
use chassis_domain::{PersonId, demo_id};
use futures::future::try_join_all;
use hdrhistogram::Histogram;
use kajo_proto::chat_queue::v1::{
    JoinChatQueueRequest, KeepChatPlaceRequest, LeaveChatQueueRequest, chat_place_service_client::ChatPlaceServiceClient,
};
use tonic::transport::Channel;

use crate::{
    broadcast,
    calibration::{histogram, micros, millis},
    cpu::{Cpu, Spent},
    direct::by_resident,
    patients,
    report::{Goal, Line, Report},
    signed_in,
    tabs::{Tabs, Told, WITHIN},
    world::World,
};

/// Of the demo: it is open day and night.
pub(crate) const QUEUE: &str = "young-people";
/// How many wait.
const SIZES: [u32; 3] = [100, 1_000, 5_000];
/// Numbers of people that nothing else measures with.
const FIRST: u32 = patients::MOST - 10_000;
/// Whoever leaves comes behind all who wait, and has no tab.
const FIRST_TO_LEAVE: u32 = FIRST + 5_000;
/// How often the line changes with each number of tabs.
pub(crate) const CHANGES: u32 = 50;
/// In which is done what a change leaves to do.
pub(crate) const PAUSE: Duration = Duration::from_millis(200);
/// After it tabs that were opened are at rest.
const RESTS_AFTER: Duration = Duration::from_secs(3);
/// For how long they are looked at then.
const REST: Duration = Duration::from_secs(5);
/// People who join at once.
const AT_ONCE: usize = 32;
/// Files that are open beside those of tabs.
const OTHER_FILES: u32 = 500;
/// Of a bare broadcast.
const ALLOWED: f64 = 1.2;

/// The line, and how people come into it.
struct WaitingRoom {
    places: ChatPlaceServiceClient<Channel>,
    key: InternalKey,
    queue_id: String,
}

/// Somebody who waits.
struct Place {
    person: PersonId,
    chat_id: String,
}

/// What was seen with a number of tabs.
struct Seen {
    told: Told,
    /// Until whoever left was answered.
    answered: Histogram<u64>,
    /// Beyond what goes on at rest.
    spent: Spent,
    rest: Spent,
    /// Of simulators and platform, in kilobytes.
    memory: u64,
    /// Tabs whose streams were open to the end.
    open_still: u32,
}

/// Measures.
pub(crate) async fn run(world: &World, report: &mut Report) -> Result<()> {
    let places = ChatPlaceServiceClient::new(Channel::from_shared(world.grpc_url.clone())?.connect().await?);
    let room = WaitingRoom { places, key: world.key.clone(), queue_id: demo_id("chat-queue", QUEUE).to_string() };
    let empty = world.memory()?;
    let (mut waiting, mut browsers) = (0, Vec::new());
    for (size, leaving) in SIZES.into_iter().zip((FIRST_TO_LEAVE..).step_by(CHANGES as usize)) {
        // Of a bare stream both ends are in this program.
        if files()? < 2 * size + OTHER_FILES {
            report.remark(format!("{size} tabs are not measured: a program may open too few files here (ulimit -n)"));
            break;
        }
        let bare = broadcast::run(world, size).await?;
        let begun = Instant::now();
        room.join(FIRST + waiting..FIRST + size).await?;
        let leaving = room.join(leaving..leaving + CHANGES).await?;
        let joins = f64::from(size - waiting + CHANGES) / begun.elapsed().as_secs_f64();
        browsers.extend(signed_in::browsers(world, FIRST + waiting..FIRST + size).await?);
        waiting = size;
        let mut tabs = Tabs::open(&browsers).await?;
        let seen = changes(world, &room, &mut tabs, &leaving).await?;
        tabs.close().await;
        report.remark(format!("{size} wait: joined at {joins:.0}/s, {AT_ONCE} at once"));
        costs(&seen, &bare.1, size, empty, report)?;
        goals(&seen, &bare, size, report);
    }
    Ok(())
}

impl WaitingRoom {
    /// All of these join; answers with the places they have.
    async fn join(&self, numbers: Range<u32>) -> Result<Vec<Place>> {
        let people: Vec<_> = numbers.map(patients::person).collect();
        let mut places = Vec::with_capacity(people.len());
        for some in people.chunks(AT_ONCE) {
            places.extend(try_join_all(some.iter().map(|person| self.join_one(*person))).await?);
        }
        Ok(places)
    }

    async fn join_one(&self, person: PersonId) -> Result<Place> {
        let asked = by_resident(&self.key, person, JoinChatQueueRequest { chat_queue_id: self.queue_id.clone() })?;
        let chat_id = self.places.clone().join_chat_queue(asked).await?.into_inner().chat_id;
        Ok(Place { person, chat_id })
    }

    async fn leave(&self, place: &Place) -> Result<()> {
        let asked = by_resident(&self.key, place.person, LeaveChatQueueRequest { chat_id: place.chat_id.clone() })?;
        self.places.clone().leave_chat_queue(asked).await?;
        Ok(())
    }

    /// The number of the newest change of the line, as it is told to somebody in it.
    async fn newest_change(&self, place: &Place) -> Result<u64> {
        let asked = by_resident(&self.key, place.person, KeepChatPlaceRequest { chat_id: place.chat_id.clone() })?;
        let kept = self.places.clone().keep_chat_place(asked).await?.into_inner();
        Ok(kept.place.context("not in the line any more")?.line_seq)
    }
}

/// They leave, one after another.
async fn changes(world: &World, room: &WaitingRoom, tabs: &mut Tabs, leaving: &[Place]) -> Result<Seen> {
    tokio::time::sleep(RESTS_AFTER).await;
    let before = Cpu::read(world)?;
    tokio::time::sleep(REST).await;
    let rest = Cpu::read(world)?.since(before);
    let memory = world.memory()?;
    let newest = room.newest_change(leaving.first().context("nobody leaves")?).await?;
    let (mut told, mut answered) = (Told::nothing()?, histogram()?);
    let before = Cpu::read(world)?;
    for (place, number) in leaving.iter().zip(newest + 1..) {
        let begun = Instant::now();
        room.leave(place).await?;
        answered.record(micros(begun))?;
        told.record(begun, &tabs.reached(number).await?)?;
        tokio::time::sleep(PAUSE).await;
    }
    let spent = Cpu::read(world)?.since(before).beyond(rest);
    Ok(Seen { told, answered, spent, rest, memory, open_still: tabs.open_still()? })
}

/// What is no goal.
fn costs(seen: &Seen, bare: &Spent, size: u32, empty: u64, report: &mut Report) -> Result<()> {
    let Seen { told, answered, spent, rest, memory, open_still } = seen;
    report.remark(format!(
        "whoever leaves is answered: p50 {:.2} ms, p99 {:.2} ms; the first tab has learnt of it: p50 {:.2} ms, p99 {:.2} ms",
        millis(answered, 0.5),
        millis(answered, 0.99),
        millis(&told.first, 0.5),
        millis(&told.first, 0.99)
    ));
    let deliveries = f64::from(told.deliveries.max(1));
    report.remark(format!(
        "processor time of simulators and platform beyond rest: {:.1} ms a change, {:.1} µs a delivery; of the clients {:.1} µs, and {:.1} µs \
         with the server of the bare broadcast",
        spent.platform * 1e3 / f64::from(CHANGES),
        spent.platform * 1e6 / deliveries,
        spent.own * 1e6 / deliveries,
        bare.own * 1e6 / f64::from(size * CHANGES)
    ));
    let kilobytes = f64::from(u32::try_from(memory.saturating_sub(empty))?) / f64::from(size);
    report.remark(format!(
        "at rest: {:.0} ms of processor time a second, {kilobytes:.1} kB a tab above {} MB before anybody waited",
        rest.platform * 1e3 / rest.lasted,
        empty / 1024
    ));
    report.remark(format!(
        "{open_still} of {size} streams open to the end; {} of {} whispers not seen within {WITHIN:?}",
        told.missed,
        told.deliveries + told.missed
    ));
    Ok(())
}

/// Against the bare broadcast.
fn goals(seen: &Seen, (bare, bare_spent): &(Told, Spent), size: u32, report: &mut Report) {
    let mut goal = |what: String, figure: f64, limit: f64, unit: &'static str| {
        let against = "bare broadcast of the same bytes".to_owned();
        report.add(Line { what, figure, limit, against, unit, goal: Goal::AtMost(ALLOWED) });
    };
    for (quantile, name) in [(0.5, "p50"), (0.99, "p99")] {
        let what = format!("change of a line to last seen, {size} tabs, {name}");
        goal(what, millis(&seen.told.last, quantile), millis(&bare.last, quantile), "ms");
    }
    let each = |seconds: f64, deliveries: u32| seconds * 1e6 / f64::from(deliveries.max(1));
    let figure = each(seen.spent.platform + seen.spent.own, seen.told.deliveries);
    goal(format!("processor time of a delivery, {size} tabs, clients included"), figure, each(bare_spent.own, bare.deliveries), "µs");
}

/// How many files this program may open, and so each that it starts.
fn files() -> Result<u32> {
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).context("no limit of open files")?;
    // Else it says that there is none.
    Ok(line.split_whitespace().next().and_then(|most| most.parse().ok()).unwrap_or(u32::MAX))
}
