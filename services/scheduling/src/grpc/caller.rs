//! Who calls, as the rules know callers.

use chassis::access::Rpc;
use chassis_domain::{Mandates, PersonId, Representative};
use kajo_proto::options::v1::Domain;
use tonic::Status;

use crate::appointment::value::By;

/// A resident, or who acts for one.
pub(super) fn resident(rpc: &Rpc) -> Result<(PersonId, By), Status> {
    let person = rpc.person()?;
    let representative = rpc.caller.impersonator().map(|somebody| Representative {
        person: somebody.person,
        name: somebody.display_name.clone(),
        mandates: Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) },
        of_teenager: rpc.caller.is_teenager(),
    });
    let name = rpc.caller.display_name().to_owned();
    Ok((person, By::Resident { person, name, representative, teenager: rpc.caller.is_teenager() }))
}

/// A professional.
pub(super) fn practitioner(rpc: &Rpc, patient_opened: bool) -> Result<By, Status> {
    Ok(By::Practitioner { person: rpc.person()?, name: rpc.caller.display_name().to_owned(), patient_opened })
}
