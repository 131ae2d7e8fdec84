//! Calls, each in a chat of its own that was accepted: both sides are in it, or it is over.

use kajo_proto::{
    chat_queue::v1::{
        AdmitToCallRequest, AdmitToCallResponse, AnswerCallInvitationRequest, AnswerCallInvitationResponse, EndCallRequest, EndCallResponse,
        EnterCallRequest, EnterCallResponse, GetChatRequest, GetChatResponse, InviteToCallRequest, InviteToCallResponse,
    },
    options::v1::Caller as Kind,
};
use tonic::Status;

use super::{Objects, Relation};
use crate::browser::Browser;

const CALLS: &str = "/kajo.chat_queue.v1.CallService";
/// Both seats.
const CUSTOMERS: &str = "0198c0de-0000-7000-8000-00000000c001";
const OWNERS: &str = "0198c0de-0000-7000-8000-00000000c002";

/// The seat with which somebody of this kind comes.
pub(crate) fn seat_of(kind: Option<Kind>) -> &'static str {
    if matches!(kind, Some(Kind::Resident | Kind::Visitor)) { CUSTOMERS } else { OWNERS }
}

impl Objects {
    /// A call in which both are, also when it was made a while ago; or one that the owner has ended.
    pub(crate) async fn call_in_chat(&mut self, about: &'static str, relation: Relation) -> String {
        let key = ("call", about, relation);
        if let Some(call_id) = self.kept.get(&key).cloned()
            && (relation == Relation::Ended || self.are_there(&call_id, about, relation).await)
        {
            return call_id;
        }
        let place = if relation == Relation::Missing { None } else { self.place_in_line(about, relation).await };
        let Some((resident, _, chat_id)) = place else { return self.id("call", about, Relation::Missing).await };
        self.accept_chat(&chat_id).await;
        let call_id = self.invite(&chat_id).await;
        let answer = AnswerCallInvitationRequest { call_id: call_id.clone(), accepted: true };
        let _: AnswerCallInvitationResponse = resident.call(&format!("{CALLS}/AnswerCallInvitation"), &answer).await.unwrap();
        enter(&self.nurse, &call_id, OWNERS).await.unwrap();
        enter(&resident, &call_id, CUSTOMERS).await.unwrap();
        let read = GetChatRequest { chat_id, after_number: 0 };
        let shown: GetChatResponse = self.nurse.call("/kajo.chat_queue.v1.ChatService/GetChat", &read).await.unwrap();
        let participant_id = shown.chat.unwrap().call.unwrap().customer_participant_id;
        let admit = AdmitToCallRequest { call_id: call_id.clone(), participant_id };
        let _: AdmitToCallResponse = self.nurse.call(&format!("{CALLS}/AdmitToCall"), &admit).await.unwrap();
        if relation == Relation::Ended {
            self.end_call(&call_id).await;
        }
        self.kept.insert(key, call_id.clone());
        call_id
    }

    /// Comes again for both sides: who is not heard of has left, and after a while a call in which nobody is is over.
    async fn are_there(&self, call_id: &str, about: &'static str, relation: Relation) -> bool {
        let Some(resident) = self.who_began(about, relation) else { return false };
        let both = [enter(&self.nurse, call_id, OWNERS).await, enter(resident, call_id, CUSTOMERS).await];
        both.iter().all(Result::is_ok)
    }

    /// Beside a chat, a call that was over before anybody came: nothing of it changes while time passes.
    pub(super) async fn withdrawn_call(&self, chat_id: &str) {
        let call_id = self.invite(chat_id).await;
        self.end_call(&call_id).await;
    }

    async fn invite(&self, chat_id: &str) -> String {
        let invite = InviteToCallRequest { chat_id: chat_id.to_owned() };
        let invited: InviteToCallResponse = self.nurse.call(&format!("{CALLS}/InviteToCall"), &invite).await.unwrap();
        invited.call_id
    }

    async fn end_call(&self, call_id: &str) {
        let end = EndCallRequest { call_id: call_id.to_owned() };
        let _: EndCallResponse = self.nurse.call(&format!("{CALLS}/EndCall"), &end).await.unwrap();
    }
}

async fn enter(by: &Browser, call_id: &str, seat_id: &str) -> Result<EnterCallResponse, Status> {
    let asked = EnterCallRequest { call_id: call_id.to_owned(), seat_id: seat_id.to_owned(), ..EnterCallRequest::default() };
    by.call(&format!("{CALLS}/EnterCall"), &asked).await
}
