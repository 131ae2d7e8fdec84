//! What is fetched from a source and what becomes of it: the rules of syncing, without the fetching (SVC-04).
//!
//! Three hands write a text: the source, an editor here, and the last sync. A text that still is what the last sync made of it follows the
//! source; one that an editor has changed since stays, and the source's is shown beside it. What a source does not say removes nothing.
//!
//! | Room | What is in it |
//! |---|---|
//! | `texts` | the texts of services and contents by their fields, and those of a source for them |
//! | `merge` | which of them are taken, what differs, what is lacking |
//! | `state` | how the fetching of an integration goes, and why it fails |

mod merge;
mod state;
#[cfg(test)]
mod tests;
mod texts;

pub use self::{
    merge::{differing, is_being_written, lacking, taken},
    state::{Failed, Failing, Failure, SyncState},
    texts::{CONTENT, Entry, Field, Part, SERVICE, Said, Texts, of_content, of_service, with_content_texts, with_service_texts},
};
