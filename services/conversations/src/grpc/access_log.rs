//! Who has opened a resident's conversations and files: for that resident, and for those who may withhold an entry from them.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    access::{self, Rpc, WithholdingGround},
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::PersonId;
use kajo_proto::{
    common::v1::PageRequest,
    conversations::v1::{
        ConversationAccessEntry, ListConversationAccessRequest, ListConversationAccessResponse, ListMyMessageAccessRequest,
        ListMyMessageAccessResponse, MessageAccess, MessageAccessEntry, MessageAccessGround, ProveMyMessageAccessRequest,
        ProveMyMessageAccessResponse, ShowMessageAccessRequest, ShowMessageAccessResponse, WithholdMessageAccessRequest,
        WithholdMessageAccessResponse, message_access_service_server::MessageAccessService,
    },
};
use prost::Message;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use super::{
    conversation::{conversation_id, readable},
    timestamp,
};
use crate::{
    adapters::accessors::Accessors,
    projections::own_message_access::{self, Accessed, Shown},
};

const LOG: &str = "access_log";

pub(super) struct AccessLogs {
    pub(super) kernel: Kernel,
    pub(super) accessors: Accessors,
}

impl AccessLogs {
    /// A page of what is shown of a resident's log, or of one conversation of theirs, and the token of the next one.
    async fn page(&self, resident: PersonId, conversation: Option<Uuid>, page: Option<PageRequest>) -> Result<(Vec<Accessed>, String), Status> {
        let page = page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let shown = Shown { resident: resident.uuid(), since: access::shown_since(self.kernel.clock.now()), conversation };
        let mut rows = own_message_access::page(&self.kernel.pool, shown, after.as_ref(), size + 1).await.map_err(grpc::fault)?;
        let next = page::cut(&mut rows, size, |row| TimeCursor { at: row.at, id: row.entry_id }.token());
        Ok((rows, next))
    }

    /// Withholds an entry about a conversation that the caller may read, or shows it again.
    async fn decide(
        &self,
        rpc: &Rpc,
        request: &impl Message,
        (conversation, entry): (&str, &str),
        ground: Option<WithholdingGround>,
        reason: &str,
    ) -> Result<(), Status> {
        let conversation = conversation_id(conversation)?;
        let (subject, right) = readable(&self.kernel, rpc, conversation).await?;
        let entry = Uuid::try_parse(entry).map_err(|_| grpc::not_found())?;
        let found = own_message_access::find(&self.kernel.pool, subject.uuid(), conversation.uuid(), entry).await.map_err(grpc::fault)?;
        let found = found.ok_or_else(grpc::not_found)?;
        access::decide(&self.kernel, rpc, request, (row(subject, &found), right), ground, reason).await
    }
}

/// As those decide about it who may withhold it.
const fn row(subject: PersonId, found: &Accessed) -> access::Shown {
    access::Shown { entry: found.entry_id, subject, doers: [found.actor, found.representative] }
}

#[tonic::async_trait]
impl MessageAccessService for AccessLogs {
    async fn list_my_message_access(&self, request: Request<ListMyMessageAccessRequest>) -> Result<Response<ListMyMessageAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = own(&rpc)?;
        let page = request.into_inner().page;
        let is_first = page.as_ref().is_none_or(|page| page.token.is_empty());
        let (rows, next_page_token) = self.page(person, None, page).await?;
        let withheld = if is_first { access::withheld_from(&self.kernel, person).await.map_err(grpc::fault)? } else { Vec::new() };
        rpc.log_access(&self.kernel, Some(person), (LOG, None), "own").await?;
        Ok(Response::new(ListMyMessageAccessResponse { entries: rows.iter().map(entry).collect(), next_page_token, withheld }))
    }

    async fn prove_my_message_access(&self, request: Request<ProveMyMessageAccessRequest>) -> Result<Response<ProveMyMessageAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = own(&rpc)?;
        rpc.log_access(&self.kernel, Some(person), (LOG, None), "own").await?;
        let proof = access::prove(&self.kernel, person, &request.into_inner().page_token).await?;
        Ok(Response::new(ProveMyMessageAccessResponse { proof: Some(proof) }))
    }

    async fn list_conversation_access(
        &self,
        request: Request<ListConversationAccessRequest>,
    ) -> Result<Response<ListConversationAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let id = conversation_id(&request.conversation_id)?;
        let ((resident, right), reader) = (readable(&self.kernel, &rpc, id).await?, rpc.person()?);
        let (rows, next_page_token) = self.page(resident, Some(id.uuid()), request.page).await?;
        rpc.log_access(&self.kernel, Some(resident), (LOG, Some(id.uuid())), right).await?;
        let mut withheld = access::withheld_among(&self.kernel, &rows.iter().map(|row| row.entry_id).collect::<Vec<_>>()).await?;
        let representatives: BTreeSet<_> = rows.iter().filter_map(|found| found.representative).collect();
        let names = self.accessors.representatives_of(&rpc, resident, &representatives).await?;
        let entries = rows.iter().map(|found| {
            let decided = withheld.remove(&found.entry_id);
            let (told, reason) = decided.map(|found| (Some(found.told), found.reason)).unwrap_or_default();
            let may_withhold = row(resident, found).may_be_withheld_by(reader);
            let representative_name = found.representative.and_then(|id| names.get(&id)).cloned().unwrap_or_default();
            ConversationAccessEntry { entry: Some(entry(found)), withheld: told, reason, may_withhold, representative_name }
        });
        Ok(Response::new(ListConversationAccessResponse { entries: entries.collect(), next_page_token }))
    }

    async fn withhold_message_access(
        &self,
        request: Request<WithholdMessageAccessRequest>,
    ) -> Result<Response<WithholdMessageAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let ground = WithholdingGround::from_view(request.ground()).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        self.decide(&rpc, &request, (&request.conversation_id, &request.entry_id), Some(ground), &request.reason).await?;
        Ok(Response::new(WithholdMessageAccessResponse {}))
    }

    async fn show_message_access(&self, request: Request<ShowMessageAccessRequest>) -> Result<Response<ShowMessageAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        self.decide(&rpc, &request, (&request.conversation_id, &request.entry_id), None, "").await?;
        Ok(Response::new(ShowMessageAccessResponse {}))
    }
}

/// The caller in their own name. Who looked at a represented person concerns health and social matters alike, and that person alone.
fn own(rpc: &Rpc) -> Result<PersonId, Status> {
    if rpc.caller.impersonator().is_some() { Err(grpc::status(Code::PermissionDenied, "mandate_missing", &[])) } else { rpc.person() }
}

fn entry(row: &Accessed) -> MessageAccessEntry {
    let on_behalf = row.representative.is_some();
    let access = match row.method.as_str() {
        "DownloadAttachment" => MessageAccess::FileOpened,
        "ListMyConversations" => MessageAccess::Listed,
        "StartConversation" | "WriteMessage" => MessageAccess::Written,
        "ListConversationAccess" | "WithholdMessageAccess" | "ShowMessageAccess" => MessageAccess::Log,
        _ => MessageAccess::Opened,
    };
    let ground = match row.ground.as_str() {
        _ if on_behalf => MessageAccessGround::Mandate,
        "participant" => MessageAccessGround::Participant,
        "queue access" => MessageAccessGround::Queue,
        _ => MessageAccessGround::Message,
    };
    let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    MessageAccessEntry {
        entry_id: row.entry_id.to_string(),
        at: Some(timestamp(row.at)),
        professional_id: text(row.actor.filter(|_| !on_behalf)),
        role_id: text(row.role.filter(|_| !on_behalf)),
        location_id: text(row.location.filter(|_| !on_behalf)),
        representative_id: text(row.representative),
        access: access.into(),
        ground: ground.into(),
        object_id: text(row.object),
    }
}
