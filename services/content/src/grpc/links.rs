//! The links of what is put in force: where one leads to harm, it is not (CMS-09).

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::Saving,
    links::{LinkCheck, WrittenLink},
    publication::{self, PublicationKind, RolledBack, Version},
    store::CommandMeta,
};
use chassis_domain::{linked_pages, rich_text};
use tonic::Status;

/// A publication whose words may lead elsewhere.
pub(super) trait Linked: PublicationKind {
    /// Its links to pages. One that leads nowhere is refused by the rules of the publication.
    fn links(body: &Self::Body) -> Vec<WrittenLink>;
}

/// Refuses to put words in force that lead to harm.
pub(super) async fn admit<K: Linked>(
    (kernel, check): (&Kernel, &LinkCheck),
    rpc: &Rpc,
    meta: &CommandMeta,
    saving: &Saving<K::Message>,
) -> Result<(), Status> {
    let next = publication::foreseen::<K>(kernel, saving).await?;
    check.admit(rpc, meta, &K::links(&next)).await
}

/// The same of words of an earlier version: more may be known of their links by now.
pub(super) async fn admit_again<K: Linked>(
    (kernel, check): (&Kernel, &LinkCheck),
    rpc: &Rpc,
    meta: &CommandMeta,
    asked: &RolledBack,
) -> Result<(), Status> {
    let Version { body, .. } = publication::version::<K>(&kernel.pool, &asked.id, asked.published_version).await?;
    check.admit(rpc, meta, &K::links(&body)).await
}

/// The links of a formatted text.
pub(super) fn in_text(field: &'static str, markdown: &str) -> Vec<WrittenLink> {
    let text = rich_text(markdown).unwrap_or_default();
    linked_pages(&text).into_iter().map(|url| WrittenLink { field, url: url.to_owned() }).collect()
}
