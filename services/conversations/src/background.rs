//! Scans what was uploaded: new files at once, those that could not be scanned again after a while. An infected file is removed.
//! Forgets drafts that nobody went on with, and what was seen of conversations that have ended.

use std::time::Duration;

use chassis::{Kernel, store::CommandMeta};
use jiff::SignedDuration;
use tokio_util::sync::CancellationToken;

use crate::{
    adapters::{files::Files, scanner::Scanner},
    attachment::{Attachment, AttachmentId, Command, Scan},
    drafts,
    projections::attachments::{self, AttachmentRow},
    seen,
};

/// New files are found within this time.
const LOOK: Duration = Duration::from_millis(200);
/// After a failure.
const PAUSE: Duration = Duration::from_secs(2);
/// A scan that failed is tried again after this time.
const RETRY: SignedDuration = SignedDuration::from_secs(30);
/// How often it is looked for old drafts and marks.
const FORGET: Duration = Duration::from_hours(1);

/// Scans until stopped.
pub(crate) async fn scan(kernel: Kernel, stopping: CancellationToken) {
    let (files, scanner) = match (Files::try_new(kernel.clone()), Scanner::try_new(&kernel)) {
        (Ok(files), Ok(scanner)) => (files, scanner),
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, "scanner.not_set_up");
            return;
        }
    };
    while !stopping.is_cancelled() {
        let pause = match scan_batch(&kernel, &files, &scanner).await {
            Ok(0) => LOOK,
            Ok(_) => continue,
            Err(error) => {
                tracing::warn!(%error, "scanner.batch_failed");
                PAUSE
            }
        };
        stopping.run_until_cancelled(tokio::time::sleep(pause)).await;
    }
}

/// Forgets old drafts until stopped.
pub(crate) async fn forget_drafts(kernel: Kernel, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = drafts::forget_old(&kernel, kernel.clock.now()).await {
            tracing::warn!(%error, "drafts.not_forgotten");
        }
        stopping.run_until_cancelled(tokio::time::sleep(FORGET)).await;
    }
}

/// Forgets marks in ended conversations until stopped.
pub(crate) async fn forget_seen(kernel: Kernel, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = seen::forget_ended(&kernel).await {
            tracing::warn!(%error, "seen.not_forgotten");
        }
        stopping.run_until_cancelled(tokio::time::sleep(FORGET)).await;
    }
}

async fn scan_batch(kernel: &Kernel, files: &Files, scanner: &Scanner) -> anyhow::Result<usize> {
    let now = kernel.clock.now();
    let waiting = attachments::to_scan(&kernel.pool, now.saturating_sub(RETRY).unwrap_or(now)).await?;
    for row in &waiting {
        scan_one(kernel, files, scanner, row).await?;
    }
    Ok(waiting.len())
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
