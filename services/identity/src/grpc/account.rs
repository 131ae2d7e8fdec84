//! The account of a resident: what its deletion would do, asking for it and taking that back.

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::PersonId;
use jiff::SignedDuration;
use kajo_proto::{
    common::v1::{DeletionItem, DeletionPreview, DeletionSubject, DeletionVeto, DeletionVetoReason},
    identity::v1::{
        AskDeletionRequest, AskDeletionResponse, GetAccountRequest, GetAccountResponse, PendingDeletion, PreviewAccountDeletionRequest,
        PreviewAccountDeletionResponse, WithdrawDeletionRequest, WithdrawDeletionResponse, account_service_server::AccountService,
    },
};
use tonic::{Request, Response, Status};

use super::timestamp;
use crate::{
    account::{Account, AccountId, Command},
    holds,
    projections::{accounts, patient_care_teams},
};

pub(super) struct Accounts {
    pub(super) kernel: Kernel,
    /// How long a request can be taken back.
    pub(super) regret_days: u32,
}

#[tonic::async_trait]
impl AccountService for Accounts {
    async fn get_account(&self, request: Request<GetAccountRequest>) -> Result<Response<GetAccountResponse>, Status> {
        let deletion = self.pending(Rpc::of(&request)?.in_own_name()?).await?;
        Ok(Response::new(GetAccountResponse { deletion }))
    }

    async fn preview_account_deletion(
        &self,
        request: Request<PreviewAccountDeletionRequest>,
    ) -> Result<Response<PreviewAccountDeletionResponse>, Status> {
        let person = Rpc::of(&request)?.in_own_name()?;
        let item = |subject: DeletionSubject| DeletionItem { subject: subject.into(), count: 0 };
        let mut erased = vec![item(DeletionSubject::Account)];
        let patient = person.uuid();
        if patient_care_teams::of(&self.kernel.pool, chassis_domain::Id::from_uuid(patient)).await.map_err(grpc::fault)?.is_some() {
            erased.push(item(DeletionSubject::CareTeam));
        }
        let kept = vec![item(DeletionSubject::ClientRegister), item(DeletionSubject::AccessLog)];
        let open = holds::of(&self.kernel.pool, person).await.map_err(grpc::fault)?;
        let veto = |id: uuid::Uuid| DeletionVeto { reason: DeletionVetoReason::OpenConversation.into(), object_id: id.to_string() };
        let preview = DeletionPreview { erased, kept, vetoes: open.into_iter().map(veto).collect() };
        Ok(Response::new(PreviewAccountDeletionResponse { preview: Some(preview), regret_days: self.regret_days }))
    }

    async fn ask_deletion(&self, request: Request<AskDeletionRequest>) -> Result<Response<AskDeletionResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let person = rpc.in_own_name()?;
        let meta = rpc.command(&request)?;
        let open = holds::of(&self.kernel.pool, person).await.map_err(grpc::fault)?.len();
        let now = self.kernel.clock.now();
        let command = Command::Ask {
            confirmed: request.confirmed,
            due_at: now.saturating_add(SignedDuration::from_hours(24 * i64::from(self.regret_days))).unwrap_or(now),
            open: u32::try_from(open).unwrap_or(u32::MAX),
        };
        self.kernel.store.execute::<Account>(AccountId::from_uuid(person.uuid()), command, meta).await?;
        Ok(Response::new(AskDeletionResponse { deletion: self.pending(person).await? }))
    }

    async fn withdraw_deletion(&self, request: Request<WithdrawDeletionRequest>) -> Result<Response<WithdrawDeletionResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let meta = rpc.command(&request.into_inner())?;
        self.kernel.store.execute::<Account>(AccountId::from_uuid(rpc.in_own_name()?.uuid()), Command::Withdraw, meta).await?;
        Ok(Response::new(WithdrawDeletionResponse {}))
    }
}

impl Accounts {
    async fn pending(&self, person: PersonId) -> Result<Option<PendingDeletion>, Status> {
        let pending = accounts::pending(&self.kernel.pool, person).await.map_err(grpc::fault)?;
        Ok(pending.map(|pending| PendingDeletion {
            receipt_id: pending.receipt_id.to_string(),
            asked_at: Some(timestamp(pending.asked_at)),
            due_at: Some(timestamp(pending.due_at)),
            postponed: pending.postponed,
        }))
    }
}
