//! Both sides of a chat, and what they do in a call.

use chassis::testkit::Calls;
use kajo_proto::chat_queue::v1::{
    AdmitToCallRequest, AnswerCallInvitationRequest, CallPresence, ChatCall, EndCallRequest, EnterCallRequest, GetCallAccessRequest,
    InviteToCallRequest, KeepCallRequest, KeepCallResponse, LeaveCallRequest, OutgoingCallSignal, SendCallSignalsRequest,
    call_service_client::CallServiceClient,
};
use tonic::Status;

use crate::waiting_room::{Customer, Professional, WaitingRoom, read};

/// The seats that the two come with first, and others.
pub(crate) const LIISAS: &str = "00000000-0000-7000-8000-000000000001";
pub(crate) const AINOS: &str = "00000000-0000-7000-8000-000000000002";
pub(crate) const ANOTHER: &str = "00000000-0000-7000-8000-000000000003";

fn client(calls: &Calls) -> CallServiceClient<Calls> {
    CallServiceClient::new(calls.clone())
}

pub(crate) async fn invite(by: &Calls, chat: &str) -> Result<String, Status> {
    Ok(client(by).invite_to_call(InviteToCallRequest { chat_id: chat.to_owned() }).await?.into_inner().call_id)
}

pub(crate) async fn answer(by: &Calls, call: &str, accepted: bool) -> Result<(), Status> {
    client(by).answer_call_invitation(AnswerCallInvitationRequest { call_id: call.to_owned(), accepted }).await.map(drop)
}

pub(crate) async fn enter(by: &Calls, call: &str, seat: &str) -> Result<CallPresence, Status> {
    enter_as(by, call, seat, "").await
}

/// Called as they say themselves.
pub(crate) async fn enter_as(by: &Calls, call: &str, seat: &str, name: &str) -> Result<CallPresence, Status> {
    let asked = EnterCallRequest { call_id: call.to_owned(), seat_id: seat.to_owned(), name: name.to_owned() };
    Ok(client(by).enter_call(asked).await?.into_inner().presence())
}

pub(crate) async fn admit(by: &Calls, call: &str, participant: &str) -> Result<(), Status> {
    let asked = AdmitToCallRequest { call_id: call.to_owned(), participant_id: participant.to_owned() };
    client(by).admit_to_call(asked).await.map(drop)
}

/// With camera and microphone off, and everything that has come.
pub(crate) async fn keep(by: &Calls, call: &str, seat: &str) -> Result<KeepCallResponse, Status> {
    keep_with(by, KeepCallRequest { call_id: call.to_owned(), seat_id: seat.to_owned(), ..KeepCallRequest::default() }).await
}

pub(crate) async fn keep_with(by: &Calls, asked: KeepCallRequest) -> Result<KeepCallResponse, Status> {
    Ok(client(by).keep_call(asked).await?.into_inner())
}

pub(crate) async fn access(by: &Calls, call: &str) -> Result<(), Status> {
    client(by).get_call_access(GetCallAccessRequest { call_id: call.to_owned() }).await.map(|answered| assert!(answered.get_ref().way.is_some()))
}

/// The same text to a seat, so many times.
pub(crate) async fn send(by: &Calls, call: &str, seat: &str, to: (&str, &str), text: &str, times: usize) -> Result<(), Status> {
    let signal = OutgoingCallSignal { participant_id: to.0.to_owned(), seat_id: to.1.to_owned(), payload: text.to_owned() };
    let asked = SendCallSignalsRequest { call_id: call.to_owned(), seat_id: seat.to_owned(), signals: vec![signal; times] };
    client(by).send_call_signals(asked).await.map(drop)
}

pub(crate) async fn leave(by: &Calls, call: &str, seat: &str) -> Result<(), Status> {
    client(by).leave_call(LeaveCallRequest { call_id: call.to_owned(), seat_id: seat.to_owned() }).await.map(drop)
}

pub(crate) async fn hang_up(by: &Calls, call: &str) -> Result<(), Status> {
    client(by).end_call(EndCallRequest { call_id: call.to_owned() }).await.map(drop)
}

/// As the chat tells of it.
pub(crate) async fn shown(by: &Calls, chat: &str) -> ChatCall {
    read(by, chat, 0).await.unwrap().chat.unwrap().call.unwrap()
}

/// Somebody in a chat with Liisa.
pub(crate) struct Talk {
    pub(crate) aino: Customer,
    pub(crate) liisa: Professional,
    pub(crate) chat: String,
}

/// What the two know each other by in a call.
pub(crate) struct Met {
    pub(crate) call: String,
    pub(crate) aino: String,
    pub(crate) liisa: String,
}

impl Talk {
    pub(crate) async fn of(room: &WaitingRoom, aino: Customer) -> Self {
        let (chat, liisa) = (aino.join(&room.queue).await.unwrap(), room.liisa());
        liisa.accept(&chat).await.unwrap();
        Self { aino, liisa, chat }
    }

    pub(crate) async fn begin(room: &WaitingRoom) -> Self {
        Self::of(room, room.somebody()).await
    }

    /// Liisa invites, and it is accepted.
    pub(crate) async fn accepted(&self) -> String {
        let call = invite(&self.liisa.calls, &self.chat).await.unwrap();
        answer(&self.aino.calls, &call, true).await.unwrap();
        call
    }

    /// What the person at the screen is let in by.
    pub(crate) async fn waiting(&self) -> String {
        shown(&self.liisa.calls, &self.chat).await.customer_participant_id
    }

    /// Both are in a call.
    pub(crate) async fn meet(&self) -> Met {
        let call = self.accepted().await;
        enter(&self.liisa.calls, &call, LIISAS).await.unwrap();
        enter(&self.aino.calls, &call, AINOS).await.unwrap();
        let aino = self.waiting().await;
        admit(&self.liisa.calls, &call, &aino).await.unwrap();
        let liisa = keep(&self.aino.calls, &call, AINOS).await.unwrap().participants.into_iter().find(|each| !each.own).unwrap();
        Met { call, aino, liisa: liisa.participant_id }
    }
}
