//! Open tabs: each follows its live stream, and says when it has learnt of a change.

use std::time::{Duration, Instant};

use anyhow::Result;
use futures::future::try_join_all;
use hdrhistogram::Histogram;
use kajo_proto::{
    chat_queue::v1::LineMoved,
    live::v1::{Update, update::Update as Kind},
};
use prost::Message;
use tokio::{sync::mpsc, task::JoinSet};

use crate::{
    calibration::{histogram, micros_between},
    web::{Browser, read_stream},
};

/// What tells tabs of a change.
pub(crate) const LINE_MOVED: &str = "kajo.chat_queue.v1.LineMoved";
/// Streams that are opened at once: fewer than the cookies at once of which the gateway may know nothing.
const AT_ONCE: usize = 32;
/// So long is waited for all to learn of a change.
pub(crate) const WITHIN: Duration = Duration::from_secs(10);
/// How long the server of tabs that were closed needs to notice.
const NOTICED_AFTER: Duration = Duration::from_secs(2);
/// In place of the number of a change, which are counted from 1: the stream stands.
const STANDS: u64 = 0;

/// Tabs, each of which is read until its stream ends.
pub(crate) struct Tabs {
    reading: JoinSet<()>,
    /// Which change a tab has learnt of, and when.
    learnt: mpsc::UnboundedReceiver<(u64, Instant)>,
}

/// How a change reached the tabs.
pub(crate) struct Reached {
    first: Instant,
    /// When not all have learnt of it: when it was waited no longer.
    last: Instant,
    tabs: u32,
    missed: u32,
}

impl Tabs {
    /// Opens a stream for each of these.
    pub(crate) async fn open(browsers: &[Browser]) -> Result<Self> {
        let (learns, learnt) = mpsc::unbounded_channel();
        let mut tabs = Self { reading: JoinSet::new(), learnt };
        for some in browsers.chunks(AT_ONCE) {
            for stream in try_join_all(some.iter().map(Browser::subscribe)).await? {
                let learns = learns.clone();
                let learn = move |update: Update| change(&update).is_none_or(|number| learns.send((number, Instant::now())).is_ok());
                tabs.reading.spawn(read_stream(stream, learn));
            }
        }
        tabs.reached(STANDS).await?;
        Ok(tabs)
    }

    /// How many are open still.
    pub(crate) fn open_still(&self) -> Result<u32> {
        Ok(self.reading.len().try_into()?)
    }

    /// Waits until all have learnt of the change of this number, as far as they are open.
    pub(crate) async fn reached(&mut self, number: u64) -> Result<Reached> {
        let (mut first, mut last, mut count): (Option<Instant>, Option<Instant>, usize) = (None, None, 0);
        let mut over = std::pin::pin!(tokio::time::sleep(WITHIN));
        while count < self.reading.len() {
            tokio::select! {
                Some((of, at)) = self.learnt.recv() => {
                    // Those of an earlier change come too late.
                    if of == number {
                        first = Some(first.map_or(at, |first| first.min(at)));
                        last = last.max(Some(at));
                        count += 1;
                    }
                }
                Some(_) = self.reading.join_next() => {}
                () = &mut over => {
                    last = Some(Instant::now());
                    break;
                }
            }
        }
        let now = Instant::now();
        let missed = self.reading.len().saturating_sub(count);
        Ok(Reached { first: first.unwrap_or(now), last: last.unwrap_or(now), tabs: count.try_into()?, missed: missed.try_into()? })
    }

    /// Closes all, and waits until their server has noticed.
    pub(crate) async fn close(mut self) {
        self.reading.shutdown().await;
        tokio::time::sleep(NOTICED_AFTER).await;
    }
}

/// The number of the change that an update tells of.
fn change(update: &Update) -> Option<u64> {
    match update.update.as_ref()? {
        Kind::Welcome(_) => Some(STANDS),
        Kind::Whisper(whisper) if whisper.message == LINE_MOVED => Some(LineMoved::decode(whisper.payload.clone()).ok()?.from_seq),
        _ => None,
    }
}

/// Changes of which tabs were told one after another.
pub(crate) struct Told {
    /// From the change until the first tab had learnt of it.
    pub(crate) first: Histogram<u64>,
    /// Until the last one had.
    pub(crate) last: Histogram<u64>,
    /// How often a tab has learnt of a change.
    pub(crate) deliveries: u32,
    /// How often one that was open has not.
    pub(crate) missed: u32,
}

impl Told {
    /// Of none yet.
    pub(crate) fn nothing() -> Result<Self> {
        Ok(Self { first: histogram()?, last: histogram()?, deliveries: 0, missed: 0 })
    }

    /// Adds a change that was begun then.
    pub(crate) fn record(&mut self, begun: Instant, reached: &Reached) -> Result<()> {
        self.first.record(micros_between(begun, reached.first))?;
        self.last.record(micros_between(begun, reached.last))?;
        self.deliveries += reached.tabs;
        self.missed += reached.missed;
        Ok(())
    }
}
