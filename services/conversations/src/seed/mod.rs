//! The demo: categories with their queues, conversations in every state, and tasks of patients. Everything goes through commands with fixed ids and
//! keys, so a second start changes nothing.

mod categories;
mod conversations;
mod customer_tasks;
mod task_categories;

use chassis::Kernel;

/// Seeds.
///
/// # Errors
/// When the store fails.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    categories::seed(&kernel).await?;
    conversations::seed(&kernel).await?;
    customer_tasks::seed(&kernel).await
}
