//! Scans what was uploaded: new files at once, those that could not be scanned again after a while. An infected file is removed.
//! Keeps the lists of harmful addresses up to date.
//! Forgets what was uploaded and not sent for a day.
//! Forgets at night drafts that nobody went on with, and what was seen of conversations that have ended.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use chassis::{
    Kernel,
    due::{Every, Job, Lane, Sweep},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, Repeated, Uuid};
use futures::{StreamExt, stream::FuturesUnordered};
use jiff::{SignedDuration, civil::time};

use crate::{
    adapters::{files::Files, link_risk, scanner::Scanner},
    attachment::{Attachment, AttachmentId, Command, Scan, key_of, retention},
    drafts,
    projections::attachments::{self, AttachmentRow},
    seen,
};

/// The job that scans.
pub(crate) const SCAN: &str = "scan";
/// The scanner is another system, and takes its time.
const SCANNER: Lane = Lane::new("scanner").width(1).patience(Duration::from_mins(10));
/// The register of harmful addresses is another system.
const WEB_RISK: Lane = Lane::new("web-risk").width(1).patience(Duration::from_mins(5));
/// The lists are brought up to date this often.
const LISTS_CHANGE: SignedDuration = SignedDuration::from_mins(30);
/// Scans at once.
const AT_ONCE: usize = 4;
/// Scans at once of one person's files: whoever sends slow ones holds up nobody else's.
const OF_ONE_PERSON: usize = 2;
/// New files are looked for this often while others are scanned.
const LOOK: Duration = Duration::from_millis(250);
/// A run takes up new files for so long, and then makes room for the next one.
const RUN: Duration = Duration::from_mins(5);
/// How long a file is kept that nobody sends.
const KEPT_UNSENT: SignedDuration = SignedDuration::from_hours(24);
/// A scan that failed is tried again after this time.
const RETRY: SignedDuration = SignedDuration::from_secs(30);

/// Everything that is done here by itself.
pub(crate) fn jobs() -> [Job; 5] {
    let nightly = Every::Civil(Repeated::daily(time(3, 30, 0, 0)));
    [
        Job::new(SCAN, Every::Interval(RETRY), scan).in_lane(SCANNER),
        Job::new("link-lists", Every::Interval(LISTS_CHANGE), link_risk::refresh).in_lane(WEB_RISK),
        Job::new("unsent-files", Every::Interval(SignedDuration::from_mins(10)), forget_left),
        Job::new("drafts", nightly, async |kernel: Kernel| Ok(drafts::forget_old(&kernel, kernel.clock.now()).await.map(drop)?)),
        Job::new("seen", nightly, async |kernel: Kernel| Ok(seen::forget_ended(&kernel).await.map(drop)?)),
    ]
}

/// Scans whatever waits for it, several at once; what comes meanwhile is taken up as soon as there is room.
async fn scan(kernel: Kernel) -> anyhow::Result<()> {
    let (files, scanner) = (Files::try_new(kernel.clone())?, Scanner::try_new(&kernel)?);
    let mut sweep = Sweep::new(&kernel, "attachments");
    let (mut at_work, mut scanning) = (FuturesUnordered::new(), BTreeMap::<Uuid, Uuid>::new());
    // Those of this run that could not be written down wait for the next one.
    let mut done = Vec::new();
    let retry_before = kernel.clock.now().saturating_sub(RETRY)?;
    let until = Instant::now() + RUN;
    loop {
        while scanning.len() < AT_ONCE && Instant::now() < until {
            let besides: Vec<_> = scanning.keys().chain(&done).copied().collect();
            let Some(row) = attachments::to_scan(&kernel.pool, retry_before, &besides, &busy_owners(&scanning)).await? else { break };
            let (kernel, files, scanner) = (&kernel, &files, &scanner);
            scanning.insert(row.attachment_id, row.owner_id);
            at_work.push(async move { (row.attachment_id, scan_one(kernel, files, scanner, &row).await) });
        }
        if at_work.is_empty() {
            break;
        }
        tokio::select! {
            Some((id, result)) = at_work.next() => {
                scanning.remove(&id);
                done.push(id);
                sweep.row(id, result);
            }
            () = tokio::time::sleep(LOOK), if scanning.len() < AT_ONCE => {}
        }
    }
    if Instant::now() >= until {
        kernel.due.soon(SCAN).await?;
    }
    Ok(())
}

/// Whose files take as much of the scanner as one person's may.
fn busy_owners(scanning: &BTreeMap<Uuid, Uuid>) -> Vec<Uuid> {
    let is_busy = |owner: &Uuid| scanning.values().filter(|other| *other == owner).count() >= OF_ONE_PERSON;
    scanning.values().filter(|owner| is_busy(owner)).copied().collect()
}

async fn scan_one(kernel: &Kernel, files: &Files, scanner: &Scanner, row: &AttachmentRow) -> anyhow::Result<()> {
    let result = match files.get(&row.object_name).await {
        Ok(content) => scanner.scan(&content).await,
        Err(error) => {
            tracing::warn!(%error, "scanner.file_unreadable");
            Scan::Failed
        }
    };
    let now = kernel.clock.now();
    let meta = CommandMeta::system(kernel.ids.v7(now));
    let executed = kernel.store.execute::<Attachment>(AttachmentId::from_uuid(row.attachment_id), Command::Scanned { result }, meta).await?;
    if result == Scan::Infected {
        files.remove(&row.object_name).await?;
    }
    // The same failure again makes no event; the next try waits all the same.
    if executed.events.is_empty() {
        attachments::tried_again(&kernel.pool, row.attachment_id, now).await?;
    }
    Ok(())
}

/// Forgets files that nobody has sent for a day, with the keys that sealed them.
async fn forget_left(kernel: Kernel) -> anyhow::Result<()> {
    let files = Files::try_new(kernel.clone())?;
    let mut sweep = Sweep::new(&kernel, "unsent_files");
    let before = kernel.clock.now().saturating_sub(KEPT_UNSENT)?;
    let mut behind = None;
    loop {
        let left = attachments::left(&kernel.pool, before, behind).await?;
        let Some(last) = left.last() else { return Ok(()) };
        behind = Some(last.attachment_id);
        for row in &left {
            sweep.row(row.attachment_id, forget_one(&kernel, &files, row).await);
        }
    }
}

async fn forget_one(kernel: &Kernel, files: &Files, row: &AttachmentRow) -> anyhow::Result<()> {
    let id = AttachmentId::from_uuid(row.attachment_id);
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    let discard = Command::Discard { by: PersonId::from_uuid(row.owner_id) };
    let state = match kernel.store.execute::<Attachment>(id, discard, meta).await {
        Ok(executed) => executed.state,
        // Sent while this looked: it stays.
        Err(ExecuteError::Refused(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    files.remove(&row.object_name).await?;
    let Some(file) = state.file else { return Ok(()) };
    kernel.keyring.destroy(key_of(id), retention(file.owner_kind)).await?;
    Ok(())
}
