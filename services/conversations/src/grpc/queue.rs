//! Queues that conversations can be put into.

use chassis::{Kernel, grpc};
use tonic::Status;

use crate::{
    category::{Category, CategoryId, QueueKind, SubcategoryId},
    conversation::Place,
    projections::categories,
};

/// A queue that takes in what is asked of its kind, with its category.
pub(super) async fn open_queue(kernel: &Kernel, subcategory: &str, takes: impl Fn(QueueKind) -> bool) -> Result<(Place, Category), Status> {
    let closed = || grpc::invalid_field("subcategory_id", "queue_closed");
    let subcategory = SubcategoryId::parse(subcategory).ok_or_else(closed)?;
    let category = categories::category_of(&kernel.pool, subcategory.uuid()).await.map_err(grpc::fault)?.ok_or_else(closed)?;
    let category = CategoryId::from_uuid(category);
    let known = kernel.store.load::<Category>(category).await?.state;
    if known.open_kind(subcategory).is_some_and(takes) { Ok((Place { category, subcategory }, known)) } else { Err(closed()) }
}
