//! Who calls, as the rules of chats know callers.

use chassis::{access::Rpc, grpc};
use chassis_domain::{Mandates, PersonId, Uuid};
use kajo_proto::options::v1::Domain;
use tonic::Status;

use super::chat_work::works_through;
use crate::{
    chat::{Chat, ChatId, Customer, Practitioner, Standing, Who},
    chat_queue::Details,
};

/// A resident, who acts for one, or a visitor.
pub(super) fn customer(rpc: &Rpc) -> Result<Customer, Status> {
    let resident = rpc.person()?;
    if rpc.caller.is_visitor() {
        return Ok(Customer::visitor(resident));
    }
    let impersonator = rpc.caller.impersonator();
    Ok(Customer {
        resident,
        at_screen: impersonator.map_or(resident, |somebody| somebody.person),
        mandates: impersonator.map(|_| Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) }),
        visitor: false,
    })
}

/// A professional; `details`: of the queue of the chat, where that is used.
pub(super) fn practitioner(rpc: &Rpc, details: Option<&Details>) -> Result<Practitioner, Status> {
    let works_through = details.is_some_and(|details| works_through(rpc, details));
    Ok(Practitioner { person: rpc.person()?, name: rpc.caller.display_name().to_owned(), works_through })
}

/// Whether the caller is on the side of those who join.
pub(super) fn is_customer(rpc: &Rpc) -> bool {
    rpc.caller.is_resident() || rpc.caller.is_visitor()
}

/// Either of them.
pub(super) fn who(rpc: &Rpc, details: Option<&Details>) -> Result<Who, Status> {
    if is_customer(rpc) { Ok(Who::Customer(customer(rpc)?)) } else { Ok(Who::Practitioner(practitioner(rpc, details)?)) }
}

/// The id of a chat.
pub(super) fn chat_id(text: &str) -> Result<ChatId, Status> {
    ChatId::parse(text).ok_or_else(grpc::not_found)
}

/// Whose chat it is, and in which queue, when somebody takes part or may come to.
pub(super) fn open_to<'a>(chat: &'a Chat, who: &Who) -> Result<&'a Standing, Status> {
    chat.side_of(who).and(chat.standing.as_ref()).ok_or_else(grpc::not_found)
}

/// As the access log names why somebody may look.
pub(super) const OWN: &str = "own";
/// They work through the queue.
pub(super) const QUEUE: &str = "queue";
/// They have accepted.
pub(super) const OWNER: &str = "owner";
/// They were invited to the appointment.
pub(super) const GUEST: &str = "guest";

/// Why somebody may look who takes part.
pub(super) fn ground_of(who: &Who, standing: &Standing) -> &'static str {
    match who {
        Who::Customer(_) => OWN,
        Who::Practitioner(_) => ground(standing),
    }
}

/// Why a professional may look.
pub(super) fn ground(standing: &Standing) -> &'static str {
    if standing.practitioner.is_some() { OWNER } else { QUEUE }
}

/// A row of the access log about a chat, for a command.
pub(super) fn about(rpc: &Rpc, subject: Option<PersonId>, chat: Uuid, ground: &'static str) -> chassis::access::AccessEntry {
    rpc.entry(subject, (<Chat as chassis_domain::Aggregate>::CATEGORY, Some(chat)), ground)
}
