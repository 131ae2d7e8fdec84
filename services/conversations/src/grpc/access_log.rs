//! Who has opened a resident's conversations and files: for that resident, and for those who may withhold an entry from them.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    access::{AccessTable, OwnPage, ReadRecord, ReviewedRow, Rpc, ShownLog, ShownRow, Shows},
    grpc,
};
use chassis_domain::Uuid;
use kajo_proto::conversations::v1::{
    ConversationAccessEntry, ListConversationAccessRequest, ListConversationAccessResponse, ListMyMessageAccessRequest, ListMyMessageAccessResponse,
    MessageAccess, MessageAccessEntry, MessageAccessGround, ProveMyMessageAccessRequest, ProveMyMessageAccessResponse, ShowMessageAccessRequest,
    ShowMessageAccessResponse, WithholdMessageAccessRequest, WithholdMessageAccessResponse, message_access_service_server::MessageAccessService,
};
use tonic::{Request, Response, Status};

use super::{
    conversation::{conversation_id, read},
    timestamp,
};
use crate::{adapters::accessors::Accessors, attachment::AttachmentId};

/// What the log of conversations shows. Of what is done on behalf, what a list and a thread need beside it says nothing more.
pub(super) static SHOWN: AccessTable<MessageAccess> = AccessTable {
    professionals: Shows {
        grounds: &[],
        methods: &[
            ("GetConversation", MessageAccess::Opened),
            ("DownloadAttachment", MessageAccess::FileOpened),
            ("ListConversationAccess", MessageAccess::Log),
            ("WithholdMessageAccess", MessageAccess::Log),
            ("ShowMessageAccess", MessageAccess::Log),
            ("ListTasks", MessageAccess::Seen),
            ("WriteMessage", MessageAccess::Handled),
            ("MarkDone", MessageAccess::Handled),
            ("TakeConversation", MessageAccess::Handled),
            ("TakeOverConversation", MessageAccess::Handled),
            ("AssignConversation", MessageAccess::Handled),
            ("ParticipateInConversation", MessageAccess::Handled),
            ("ReturnConversation", MessageAccess::Handled),
            ("ForwardConversation", MessageAccess::Handled),
            ("RequestConsultation", MessageAccess::Handled),
            ("RequestPatientConsultation", MessageAccess::Handled),
            ("ListPatientConversations", MessageAccess::Seen),
            ("AskToShowToGuardians", MessageAccess::Handled),
            ("EndConversation", MessageAccess::Handled),
            ("ListCustomerTasksOfPatient", MessageAccess::TaskSeen),
            ("GetCustomerTask", MessageAccess::TaskSeen),
            ("ActivateCustomerTask", MessageAccess::TaskHandled),
            ("MarkDoneForPatient", MessageAccess::TaskHandled),
            ("WithdrawCustomerTask", MessageAccess::TaskHandled),
        ],
        others: None,
    },
    on_behalf: Shows {
        grounds: &[],
        methods: &[
            ("GetConversation", MessageAccess::Opened),
            ("DownloadAttachment", MessageAccess::FileOpened),
            ("ListMyConversations", MessageAccess::Listed),
            ("StartConversation", MessageAccess::Written),
            ("WriteMessage", MessageAccess::Written),
            ("ListMyCustomerTasks", MessageAccess::TaskSeen),
            ("GetMyCustomerTask", MessageAccess::TaskSeen),
            ("MarkMyCustomerTaskDone", MessageAccess::TaskHandled),
        ],
        others: None,
    },
};

pub(super) struct AccessLogs {
    pub(super) kernel: Kernel,
    pub(super) log: ShownLog<MessageAccess>,
    pub(super) accessors: Accessors,
}

impl AccessLogs {
    /// A conversation that the caller may read, with its files. Of one about nobody there is nobody to tell or to withhold anything from.
    async fn read(&self, rpc: &Rpc, conversation: &str) -> Result<ReadRecord, Status> {
        let id = conversation_id(conversation)?;
        let (_, thread, subject, right) = read(&self.kernel, rpc, id).await?;
        // Of files that they are not shown they do not learn who has opened them either.
        let objects = thread.attachments().map(AttachmentId::uuid).chain([id.uuid()]).collect();
        Ok(ReadRecord { subject: subject.ok_or_else(grpc::not_found)?, id: id.uuid(), right, objects: Some(objects) })
    }
}

#[tonic::async_trait]
impl MessageAccessService for AccessLogs {
    async fn list_my_message_access(&self, request: Request<ListMyMessageAccessRequest>) -> Result<Response<ListMyMessageAccessResponse>, Status> {
        let OwnPage { rows, next_page_token, withheld } = self.log.own(&Rpc::of(&request)?, request.into_inner().page).await?;
        Ok(Response::new(ListMyMessageAccessResponse { entries: rows.iter().map(entry).collect(), next_page_token, withheld }))
    }

    async fn prove_my_message_access(&self, request: Request<ProveMyMessageAccessRequest>) -> Result<Response<ProveMyMessageAccessResponse>, Status> {
        let proof = self.log.prove(&Rpc::of(&request)?, &request.into_inner().page_token).await?;
        Ok(Response::new(ProveMyMessageAccessResponse { proof: Some(proof) }))
    }

    async fn list_conversation_access(
        &self,
        request: Request<ListConversationAccessRequest>,
    ) -> Result<Response<ListConversationAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let record = self.read(&rpc, &request.conversation_id).await?;
        let resident = record.subject;
        let (rows, next_page_token) = self.log.of_record(&rpc, record, request.page).await?;
        let representatives: BTreeSet<_> = rows.iter().filter_map(|found| found.row.representative).collect();
        let names = self.accessors.representatives_of(&rpc, resident, &representatives).await?;
        let entries = rows.into_iter().map(|ReviewedRow { row, withheld, reason, may_withhold }| {
            let representative_name = row.representative.and_then(|id| names.get(&id)).cloned().unwrap_or_default();
            ConversationAccessEntry { entry: Some(entry(&row)), withheld, reason, may_withhold, representative_name }
        });
        Ok(Response::new(ListConversationAccessResponse { entries: entries.collect(), next_page_token }))
    }

    async fn withhold_message_access(
        &self,
        request: Request<WithholdMessageAccessRequest>,
    ) -> Result<Response<WithholdMessageAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let record = self.read(&rpc, &request.conversation_id).await?;
        self.log.withhold(&rpc, &request, (record, &request.entry_id), request.ground(), &request.reason).await?;
        Ok(Response::new(WithholdMessageAccessResponse {}))
    }

    async fn show_message_access(&self, request: Request<ShowMessageAccessRequest>) -> Result<Response<ShowMessageAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let record = self.read(&rpc, &request.conversation_id).await?;
        self.log.show(&rpc, &request, (record, &request.entry_id)).await?;
        Ok(Response::new(ShowMessageAccessResponse {}))
    }
}

fn entry(row: &ShownRow<MessageAccess>) -> MessageAccessEntry {
    let ground = match row.ground.as_str() {
        _ if row.representative.is_some() => MessageAccessGround::Mandate,
        "participant" => MessageAccessGround::Participant,
        "patient" | "care" | "client_work" | "call" | "consultation" => MessageAccessGround::Patient,
        "queue access" | "team_view" | "inbox" => MessageAccessGround::Queue,
        _ => MessageAccessGround::Message,
    };
    let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    MessageAccessEntry {
        entry_id: row.entry_id.to_string(),
        at: Some(timestamp(row.at)),
        professional_id: text(row.professional),
        role_id: text(row.role),
        location_id: text(row.location),
        representative_id: text(row.representative),
        access: row.category.into(),
        ground: ground.into(),
        object_id: text(row.object),
    }
}
