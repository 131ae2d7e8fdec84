//! The words by which residents are told of something now.

use chassis::{Kernel, publication};
use tonic::Status;

use crate::{
    grpc::NotificationTemplates,
    notification::Kind,
    notification_template::{Body, template_id},
};

/// What is published for a kind, whatever is being written beside it; the built-in words until something is.
///
/// # Errors
/// When the database fails.
pub(crate) async fn in_force(kernel: &Kernel, kind: Kind) -> Result<Body, Status> {
    let published = publication::published::<NotificationTemplates>(&kernel.pool, &[template_id(kind).uuid()]).await?;
    Ok(published.into_iter().next().map_or_else(|| Body::built_in(kind), |template| template.body))
}
