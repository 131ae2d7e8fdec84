//! The account of a resident: what its deletion would do, asking for it and taking that back.

use chassis::{Kernel, access::Rpc, grpc, personal_data, store::WorkError};
use chassis_domain::PersonId;
use jiff::SignedDuration;
use kajo_proto::identity::v1::{
    AskDeletionRequest, AskDeletionResponse, GetAccountRequest, GetAccountResponse, PendingDeletion, PreviewAccountDeletionRequest,
    PreviewAccountDeletionResponse, WithdrawDeletionRequest, WithdrawDeletionResponse, account_service_server::AccountService,
};
use tonic::{Request, Response, Status};

use super::{fresh::FreshSignIn, timestamp};
use crate::{
    account::{Account, AccountId, Command, Refused},
    deletion, deletion_vetoes,
    notice::Notice,
    notices,
    personal_data::AccountData,
    projections::accounts,
    resident::ResidentId,
};

pub(super) struct Accounts {
    pub(super) kernel: Kernel,
    /// How long a request can be taken back.
    pub(super) regret_days: u32,
    pub(super) fresh: FreshSignIn,
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
        let preview = personal_data::preview::<AccountData>(&self.kernel, person).await?;
        Ok(Response::new(PreviewAccountDeletionResponse { preview: Some(preview), regret_days: self.regret_days }))
    }

    async fn ask_deletion(&self, request: Request<AskDeletionRequest>) -> Result<Response<AskDeletionResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let person = rpc.in_own_name()?;
        let meta = rpc.command(&request)?;
        let open = deletion_vetoes::of(&self.kernel.pool, person).await.map_err(grpc::fault)?.len();
        let now = self.kernel.clock.now();
        let command = Command::Ask {
            confirmed: request.confirmed,
            fresh: self.fresh.holds(&rpc).await?,
            due_at: now.saturating_add(SignedDuration::from_hours(24 * i64::from(self.regret_days))).unwrap_or(now),
            open: u32::try_from(open).unwrap_or(u32::MAX),
        };
        let (account, resident, language) = (AccountId::from_uuid(person.uuid()), ResidentId::from_uuid(person.uuid()), request.language);
        let asked = self.kernel.store.transact(meta, move |unit| {
            let (command, language) = (command.clone(), language.clone());
            Box::pin(async move {
                let asked = unit.execute(account, &command).await?;
                if !asked.events.is_empty() {
                    let reached_at = unit.load(resident).await?.state;
                    notices::tell_in_tx(unit, Notice::DeletionAsked, &reached_at, person, &language).await?;
                }
                Ok::<_, WorkError<Refused>>(AskDeletionResponse::default())
            })
        });
        asked.await?;
        notices::soon(&self.kernel).await;
        // Where there are no days of regret.
        self.kernel.due.soon(deletion::JOB).await.map_err(grpc::fault)?;
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
