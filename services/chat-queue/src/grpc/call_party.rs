//! A call, as the caller takes part in it. For everybody else there is no such call.

use chassis::{Kernel, access::Rpc, grpc, store::CommandMeta};
use chassis_domain::{Aggregate as _, Mandates, Uuid};
use tonic::Status;

use super::who::{GUEST, OWN, OWNER, who};
use crate::{
    call::{Attendee, BelongsTo, Call, CallId, Party, Side},
    chat::Who,
    projections::chats,
};

/// See the top.
pub(super) struct Attended {
    pub(super) id: CallId,
    pub(super) call: Call,
    /// The caller.
    pub(super) party: Party,
}

impl Attended {
    pub(super) async fn find(kernel: &Kernel, rpc: &Rpc, call: &str) -> Result<Self, Status> {
        let id = CallId::parse(call).ok_or_else(grpc::not_found)?;
        let call = kernel.store.load::<Call>(id).await?.state;
        let who = who(rpc, None)?;
        let party = call.party_of(attendee(&who)).copied().ok_or_else(grpc::not_found)?;
        // Who acts for somebody may still do so in what it is about. A guest does nothing in the patient's name.
        let acting = if party.attendee.is_guest() { None } else { acting(&who) };
        if let (Some(mandates), Some(standing)) = (acting, &call.standing) {
            let matter = match &standing.belongs_to {
                BelongsTo::Chat(chat) => chats::matter(&kernel.pool, *chat).await.map_err(grpc::fault)?,
                BelongsTo::Appointment(appointment) => appointment.matter,
            };
            if !mandates.cover(matter.needs()) {
                return Err(grpc::not_found());
            }
        }
        Ok(Self { id, call, party })
    }

    /// What the others know the caller by.
    pub(super) fn me(&self) -> Uuid {
        self.party.participant
    }

    /// With the row of the access log for a command of the caller.
    pub(super) fn logged(&self, rpc: &Rpc, meta: CommandMeta) -> CommandMeta {
        let ground = match self.party.attendee.side {
            Side::Customer => OWN,
            Side::Practitioner => OWNER,
            Side::Guest(_) => GUEST,
        };
        meta.with_access(rpc.entry(self.call.subject(), (Call::CATEGORY, Some(self.id.uuid())), ground))
    }
}

/// What the caller may do for somebody else; `None`: they act for nobody.
fn acting(who: &Who) -> Option<Mandates> {
    match who {
        Who::Customer(customer) => customer.mandates,
        Who::Practitioner(_) => None,
    }
}

/// The caller, as calls know people: one of them may be a guest.
fn attendee(who: &Who) -> Attendee {
    match who {
        Who::Customer(customer) => {
            Attendee { side: Side::Customer, person: customer.resident, at_screen: customer.at_screen, visitor: customer.visitor }
        }
        Who::Practitioner(practitioner) => Attendee::practitioner(practitioner.person),
    }
}
