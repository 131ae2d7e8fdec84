//! One of every event of an activation.

use chassis_domain::{Date, Matter, PersonId, RetentionClass, Sealed, Uuid};
use survey::{
    activation::{Event, EventKind, Standing},
    doer::{Doer, Side},
};

/// In the order of a stream.
pub(crate) fn samples() -> Vec<Event> {
    let [patient, practitioner, representative] = [1, 2, 3].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let care_record = |name: &str| Sealed::new(patient, RetentionClass::CareRecord, name.to_owned());
    let standing = Standing {
        patient,
        survey: Uuid::from_u128(4),
        matter: Matter::Social,
        from: Date::constant(2026, 3, 29),
        answer_by: Some(Date::constant(2026, 10, 25)),
        visible_to_guardians: true,
    };
    let event = |what| Event { what, standing: standing.clone(), informs: Some(practitioner) };
    let professional = Doer {
        side: Side::Practitioner,
        person: Some(practitioner),
        name: Some(Sealed::new(practitioner, RetentionClass::Professional, "Liisa Virtanen".to_owned())),
        representative: None,
    };
    let resident = Doer {
        side: Side::Resident,
        person: Some(patient),
        name: Some(care_record("Aino Lehtonen")),
        representative: Some((representative, care_record("Eino Saarinen"))),
    };
    let teenager = Doer { representative: None, ..resident.clone() };
    let platform = Doer { side: Side::Platform, person: None, name: None, representative: None };
    vec![
        event(EventKind::Activated { by: professional.clone(), patient_name: care_record("Aino Lehtonen") }),
        Event { informs: None, ..event(EventKind::Activated { by: platform, patient_name: care_record("Aino Lehtonen") }) },
        event(EventKind::Opened),
        event(EventKind::ShownToGuardians { by: teenager }),
        event(EventKind::Answered { by: resident, response: Uuid::from_u128(5) }),
        event(EventKind::Expired),
        event(EventKind::Withdrawn { by: professional }),
    ]
}
