//! Read models: one file each with its fold and its queries; queries live nowhere else.

mod arrays;
pub mod attachments;
pub mod categories;
pub mod customer_tasks;
pub mod managed_categories;
pub mod my_conversations;
pub mod professionals;
pub mod task_inbox;
pub mod task_queries;
