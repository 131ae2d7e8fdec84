//! Calls, for those who take part.

use chassis::{Kernel, access::Rpc, grpc, store::ExecuteError};
use chassis_domain::{Refusal as _, Uuid};
use kajo_proto::chat_queue::v1::{
    AdmitToCallRequest, AdmitToCallResponse, AnswerCallInvitationRequest, AnswerCallInvitationResponse, ChatCall, EndCallRequest, EndCallResponse,
    EnterCallRequest, EnterCallResponse, GetCallAccessRequest, GetCallAccessResponse, InviteToCallRequest, InviteToCallResponse, KeepCallRequest,
    KeepCallResponse, LeaveCallRequest, LeaveCallResponse, OutgoingCallSignal, SendCallSignalsRequest, SendCallSignalsResponse,
    call_service_server::CallService, get_call_access_response::Way,
};
use tonic::{Code, Request, Response, Status};

use super::{
    call_keeping,
    call_party::Attended,
    chat_moments,
    who::{about, chat_id, ground, open_to, practitioner},
};
use crate::{
    call::{Command, Ending, Refused},
    call_moves,
    call_of_chat::invite,
    call_seats::Coming,
    call_signals::{self, LONGEST, Place, Signal},
    chat::{Chat, ChatId, Who},
    ice::Ice,
    projections::calls,
};

pub(super) struct Calls {
    pub(super) kernel: Kernel,
    pub(super) ice: Ice,
}

impl Calls {
    async fn attended(&self, rpc: &Rpc, call: &str) -> Result<Attended, Status> {
        Attended::find(&self.kernel, rpc, call).await
    }
}

/// The newest call of a chat, to one of its sides.
pub(super) async fn of_chat(kernel: &Kernel, chat: ChatId, who: &Who) -> Result<Option<ChatCall>, Status> {
    let newest = calls::newest(&kernel.pool, chat.uuid()).await.map_err(grpc::fault)?;
    Ok(newest.map(|call| call.message(matches!(who, Who::Practitioner(_)))))
}

/// An id that the contract has held to be one.
fn id(text: &str) -> Result<Uuid, Status> {
    Uuid::try_parse(text).map_err(|_| grpc::not_found())
}

/// What the others read of the caller: a guest says it, everybody else is called as the platform knows them; nothing of a visitor.
fn name(rpc: &Rpc, attended: &Attended, said: &str) -> Result<String, Status> {
    if attended.party.attendee.is_guest() {
        let said = said.trim();
        return if said.is_empty() { Err(grpc::invalid_field("name", "required")) } else { Ok(said.to_owned()) };
    }
    Ok(match rpc.caller.impersonator() {
        _ if rpc.caller.is_visitor() => String::new(),
        Some(somebody) => somebody.display_name.clone(),
        None => rpc.caller.display_name().to_owned(),
    })
}

/// Refused for good when it is too long: sent again it would be as long.
fn signal(outgoing: OutgoingCallSignal) -> Result<Signal, Status> {
    if outgoing.payload.len() > LONGEST {
        return Err(grpc::invalid_field("signals.payload", "too_long"));
    }
    Ok(Signal { participant: id(&outgoing.participant_id)?, seat: id(&outgoing.seat_id)?, payload: outgoing.payload })
}

/// Who sends too often has done nothing wrong that stays so: a moment later it is taken.
fn not_sent(error: ExecuteError<Refused>) -> Status {
    match error {
        ExecuteError::Refused(often @ Refused::SignalsTooMany) => grpc::status(Code::ResourceExhausted, often.code(), &[]),
        other => other.into(),
    }
}

#[tonic::async_trait]
impl CallService for Calls {
    async fn invite_to_call(&self, request: Request<InviteToCallRequest>) -> Result<Response<InviteToCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let by = practitioner(&rpc, None)?;
        let chat = self.kernel.store.load::<Chat>(id).await?.state;
        let standing = open_to(&chat, &Who::Practitioner(by.clone()))?;
        let meta = meta.with_access(about(&rpc, standing.subject(), id.uuid(), ground(standing)));
        let call = invite(&self.kernel, meta, id, by).await?;
        chat_moments::heard(&self.kernel, &rpc, id, &chat).await?;
        Ok(Response::new(InviteToCallResponse { call_id: call.to_string() }))
    }

    async fn answer_call_invitation(&self, request: Request<AnswerCallInvitationRequest>) -> Result<Response<AnswerCallInvitationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let attended = self.attended(&rpc, &request.call_id).await?;
        let command = Command::Answer { by: attended.me(), accepted: request.accepted };
        call_moves::change(&self.kernel, attended.logged(&rpc, meta), attended.id, command).await?;
        Ok(Response::new(AnswerCallInvitationResponse {}))
    }

    async fn enter_call(&self, request: Request<EnterCallRequest>) -> Result<Response<EnterCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let attended = self.attended(&rpc, &request.call_id).await?;
        let name = name(&rpc, &attended, &request.name)?;
        let coming = Coming { participant: attended.me(), seat: id(&request.seat_id)?, name };
        Ok(Response::new(call_moves::enter(&self.kernel, attended.logged(&rpc, meta), attended.id, coming).await?))
    }

    async fn admit_to_call(&self, request: Request<AdmitToCallRequest>) -> Result<Response<AdmitToCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let attended = self.attended(&rpc, &request.call_id).await?;
        let command = Command::Admit { by: attended.me(), participant: id(&request.participant_id)? };
        call_moves::change(&self.kernel, attended.logged(&rpc, meta), attended.id, command).await?;
        Ok(Response::new(AdmitToCallResponse {}))
    }

    async fn keep_call(&self, request: Request<KeepCallRequest>) -> Result<Response<KeepCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let attended = self.attended(&rpc, &request.call_id).await?;
        Ok(Response::new(call_keeping::keep(&self.kernel, &rpc, &attended, &request).await?))
    }

    async fn get_call_access(&self, request: Request<GetCallAccessRequest>) -> Result<Response<GetCallAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let attended = self.attended(&rpc, &request.into_inner().call_id).await?;
        if !attended.call.is_in(attended.me()) {
            return Err(grpc::refused(&Refused::NotAdmitted));
        }
        let mesh = self.ice.mesh(attended.me(), self.kernel.clock.now());
        Ok(Response::new(GetCallAccessResponse { way: Some(Way::Mesh(mesh)) }))
    }

    async fn send_call_signals(&self, request: Request<SendCallSignalsRequest>) -> Result<Response<SendCallSignalsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let attended = self.attended(&rpc, &request.call_id).await?;
        let from = Place { participant: attended.me(), seat: id(&request.seat_id)? };
        let signals = request.signals.into_iter().map(signal).collect::<Result<Vec<_>, _>>()?;
        let reached = call_signals::send(&self.kernel, (attended.id, &attended.call), from, &signals).await.map_err(not_sent)?;
        call_moves::tell(&self.kernel, attended.id, &attended.call, &reached).await;
        Ok(Response::new(SendCallSignalsResponse {}))
    }

    async fn leave_call(&self, request: Request<LeaveCallRequest>) -> Result<Response<LeaveCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let attended = self.attended(&rpc, &request.call_id).await?;
        call_moves::leave(&self.kernel, attended.logged(&rpc, meta), attended.id, attended.me(), id(&request.seat_id)?).await?;
        Ok(Response::new(LeaveCallResponse {}))
    }

    async fn end_call(&self, request: Request<EndCallRequest>) -> Result<Response<EndCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let attended = self.attended(&rpc, &request.call_id).await?;
        let command = Command::End { ending: Ending::Side(attended.party.attendee.side) };
        call_moves::change(&self.kernel, attended.logged(&rpc, meta), attended.id, command).await?;
        Ok(Response::new(EndCallResponse {}))
    }
}
