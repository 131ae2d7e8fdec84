//! Read models: one file each with its fold and its queries; queries live nowhere else.

mod arrays;
pub mod attachments;
pub mod categories;
pub mod my_conversations;
mod page;
pub mod professionals;
pub mod task_inbox;
pub mod task_queries;

pub(crate) use page::size as page_size;
pub use page::{Cursor, PageToken};
