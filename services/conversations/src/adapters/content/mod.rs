//! What is kept of an uploaded file. Pictures are drawn anew from their pixels, so that nothing else in them reaches a reader: no place,
//! no camera, no second file. Documents stay as they are, and are refused when they could do more than show their pages.
//!
//! One file at a time, and each within a budget: however many come, they take no more memory than one.

mod animation;
mod kind;
mod pdf;
mod picture;

use bytes::Bytes;
use tokio::sync::Semaphore;

pub use kind::agrees;
pub use picture::MAX_PIXELS;

/// What is kept.
#[derive(Debug, PartialEq, Eq)]
pub struct Kept {
    /// The file as it is given out.
    pub content: Bytes,
    /// A small JPEG of a picture.
    pub thumbnail: Option<Vec<u8>>,
}

/// Why nothing of a file is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// More pixels than are taken in.
    #[error("the picture has more than {millions} million pixels")]
    PictureTooLarge {
        /// How many a picture of this kind may have, all of its frames together.
        millions: u64,
    },
    /// What its head promises does not follow.
    #[error("the picture cannot be drawn")]
    PictureUnreadable,
    /// It runs scripts, starts programs, carries files, or does something when it is opened.
    #[error("the document does more than show pages")]
    PdfActive,
    /// Nobody can look into it without a password.
    #[error("the document is locked")]
    PdfLocked,
    /// It is broken, or packed in a way that cannot be looked through.
    #[error("the document cannot be looked through")]
    PdfUnreadable,
    /// It is another file as well.
    #[error("the file holds a second one")]
    FileMixed,
}

chassis_domain::refusals! { Unfit {
    Self::PictureTooLarge { millions } => "picture_too_large", Input, field "file", params [("max", millions.to_string())];
    Self::PictureUnreadable => "picture_unreadable", Input, field "file";
    Self::PdfActive => "pdf_active", Input, field "file";
    Self::PdfLocked => "pdf_locked", Input, field "file";
    Self::PdfUnreadable => "pdf_unreadable", Input, field "file";
    Self::FileMixed => "file_mixed", Input, field "file";
} }

/// Who looks at a file holds the memory that it takes.
static DESK: Semaphore = Semaphore::const_new(1);

/// What is kept of a file with this ending, of which its first bytes agree with the ending.
///
/// # Errors
/// When nothing of it is kept.
pub async fn kept(extension: String, content: Bytes) -> Result<Kept, Unfit> {
    let turn = DESK.acquire().await;
    let looking = tokio::task::spawn_blocking(move || {
        // It ends with the work, also when nobody waits for that any more.
        let _turn = turn;
        match extension.as_str() {
            ".png" => picture::png(&content),
            ".jpg" | ".jpeg" => picture::jpeg(&content),
            ".gif" => animation::gif(&content),
            _ => pdf::only_shows(&content).map(|()| Kept { content, thumbnail: None }),
        }
    });
    // A decoder that panics has met what no honest program writes.
    looking.await.unwrap_or(Err(Unfit::PictureUnreadable))
}
