//! The demo: categories with their queues, and conversations in every state. Everything goes through commands with fixed ids and
//! keys, so a second start changes nothing.

mod categories;
mod conversations;

use chassis::Kernel;

/// Seeds.
///
/// # Errors
/// When the store fails.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    categories::seed(&kernel).await?;
    conversations::seed(&kernel).await
}
