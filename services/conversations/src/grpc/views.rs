//! What answers are made of: opened texts, names of queues, files.

use std::collections::HashMap;

use chassis::{
    Kernel, grpc,
    sealing::{KeySet, Needs, from_column},
};
use chassis_domain::{Opener, Sealable, Uuid};
use kajo_proto::{
    common::v1::LocalizedString,
    conversations::v1::{Attachment, ScanState},
};
use tonic::Status;

use crate::{
    category::Texts,
    projections::{
        attachments::{self, AttachmentRow},
        categories::{self, Names},
    },
};

/// Sealed columns of several rows, opened with keys that are fetched once.
pub(super) struct Opened(KeySet);

impl Opened {
    pub(super) async fn of<'a>(kernel: &Kernel, columns: impl IntoIterator<Item = &'a [u8]>) -> Result<Self, Status> {
        let needs: Needs = columns.into_iter().filter_map(from_column).map(|blob| (blob.subject, blob.class)).collect();
        Ok(Self(kernel.keyring.open(&needs).await.map_err(grpc::fault)?))
    }

    /// The text; empty once its key is destroyed.
    pub(super) fn text(&self, column: &[u8]) -> String {
        self.value(column).unwrap_or_default()
    }

    /// What is no plain text; `None` once its key is destroyed.
    pub(super) fn value<T: Sealable>(&self, column: &[u8]) -> Option<T> {
        T::from_plain(&self.0.open(&from_column(column)?)?)
    }
}

pub(super) fn localized(texts: &Texts) -> LocalizedString {
    LocalizedString { texts: texts.clone().into_iter().collect() }
}

/// Names of queues and their categories.
pub(super) async fn queue_names(kernel: &Kernel, queues: impl IntoIterator<Item = Uuid>) -> Result<HashMap<Uuid, Names>, Status> {
    let queues: Vec<_> = queues.into_iter().collect();
    categories::names_of(&kernel.pool, &queues).await.map_err(grpc::fault)
}

/// Files by id, as the contract shows them.
pub(super) async fn files(kernel: &Kernel, ids: &[Uuid]) -> Result<HashMap<Uuid, Attachment>, Status> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = attachments::by_ids(&kernel.pool, ids).await.map_err(grpc::fault)?;
    let opened = Opened::of(kernel, rows.iter().map(|row| row.file_name.as_slice())).await?;
    Ok(rows.iter().map(|row| (row.attachment_id, file(row, opened.text(&row.file_name)))).collect())
}

pub(super) fn file(row: &AttachmentRow, file_name: String) -> Attachment {
    Attachment {
        attachment_id: row.attachment_id.to_string(),
        file_name,
        size_bytes: row.size_bytes,
        extension: row.extension.clone(),
        scan_state: ScanState::try_from(i32::from(row.scan_state)).unwrap_or_default().into(),
        has_thumbnail: i32::from(row.scan_state) == ScanState::Clean as i32 && row.extension != ".pdf",
    }
}
