//! Who reads answers. Both a survey and a domain are told, which none is of: every field has to be there.

use chassis_domain::{AdminEvent, Matter, Uuid};
use survey::survey_access::Details;

pub(crate) fn samples() -> Vec<AdminEvent<Details>> {
    let details = Details {
        survey: Some(Uuid::from_u128(1)),
        matter: Matter::Social,
        roles: [Uuid::from_u128(2), Uuid::from_u128(3)].into(),
        locations: [Uuid::from_u128(4)].into(),
    };
    vec![AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed]
}
