//! Links: what leads to harm is not taken in, is marked where it stands already, and is not opened (CON-16).

use std::collections::BTreeSet;

use chassis::{Kernel, access::Rpc, grpc, links::RiskyLink, store::CommandMeta};
use chassis_domain::Aggregate;
use kajo_proto::conversations::v1::{CheckLinkRequest, CheckLinkResponse, LinkVerdict, ThreadEntry, thread_entry::Entry as EntryView};
use tonic::{Request, Response, Status};

use super::conversation::{conversation_id, read};
use crate::{
    adapters::{
        link_risk::{LinkRisk, Verdict},
        links,
    },
    conversation::{Conversation, thread::Line},
};

/// Judges the links of texts. Cheap to clone.
#[derive(Clone)]
pub(super) struct Links {
    pub(super) kernel: Kernel,
    pub(super) risk: LinkRisk,
}

impl Links {
    /// Refuses a text, each with its field, that leads to harm. Of what nobody can judge now it is judged when it is opened; and what was
    /// sent once is sent, whatever is known of its links since.
    pub(super) async fn admit(&self, meta: &CommandMeta, texts: &[(&'static str, &String)]) -> Result<(), Status> {
        let links = texts.iter().flat_map(|(field, text)| links::find(text).into_iter().map(|link| (*field, link.url)));
        let (fields, urls): (Vec<_>, Vec<_>) = links.unzip();
        let harmful = self.risk.first_harmful(&urls).await.and_then(|place| fields.get(place).zip(urls.get(place)));
        let Some((field, url)) = harmful else { return Ok(()) };
        if self.kernel.store.has_executed(meta).await? {
            return Ok(());
        }
        Err(grpc::refused(&RiskyLink { field, host: url.host_str().unwrap_or_default().to_owned() }))
    }

    /// Marks the links of a thread that are possibly harmful.
    pub(super) async fn mark(&self, thread: &mut [ThreadEntry]) {
        let messages = || {
            thread.iter().filter_map(|entry| match &entry.entry {
                Some(EntryView::Message(message)) => Some(message),
                _ => None,
            })
        };
        let urls: BTreeSet<_> = messages().flat_map(|message| links::find(&message.text)).map(|link| link.url).collect();
        let harmful = self.risk.harmful_among(&urls).await;
        if harmful.is_empty() {
            return;
        }
        for entry in thread {
            let Some(EntryView::Message(message)) = &mut entry.entry else { continue };
            let numbered = (1..).zip(links::find(&message.text));
            message.harmful_links = numbered.filter(|(_, link)| harmful.contains(&link.url)).map(|(number, _)| number).collect();
        }
    }

    /// Where a link leads, for who may read its message and is about to open it.
    pub(super) async fn check(&self, request: Request<CheckLinkRequest>) -> Result<Response<CheckLinkResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let id = conversation_id(&request.conversation_id)?;
        let (reader, thread, subject, ground) = read(&self.kernel, &rpc, id).await?;
        let message = thread.entries.iter().find_map(|entry| match &entry.line {
            Line::Message(message) if entry.number == request.number => Some(message),
            Line::Message(_) | Line::System(_) => None,
        });
        let text = message.and_then(|message| message.text.open()).ok_or_else(grpc::not_found)?;
        let place = usize::try_from(request.link).ok().and_then(|number| number.checked_sub(1)).ok_or_else(grpc::not_found)?;
        let link = links::find(text).into_iter().nth(place).ok_or_else(grpc::not_found)?;
        let ground = if thread.state.colleague_in_charge(&reader).is_some() { "team_view" } else { ground };
        rpc.log_access(&self.kernel, subject, (Conversation::CATEGORY, Some(id.uuid())), ground).await?;
        let (verdict, url) = match self.risk.verdict(&link.url).await {
            Verdict::Clean => (LinkVerdict::Clean, link.url.into()),
            Verdict::Harmful => (LinkVerdict::Harmful, String::new()),
            Verdict::Unknown => (LinkVerdict::Unknown, String::new()),
        };
        Ok(Response::new(CheckLinkResponse { verdict: verdict.into(), url }))
    }
}
