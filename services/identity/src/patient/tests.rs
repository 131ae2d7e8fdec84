//! Rules of patients.

use chassis_domain::{PersonId, RetentionClass, Sealed, Uuid, testing::given};

use super::{Event, Patient, Register, Standing};
use crate::ssn::Ssn;

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));

fn register() -> Register {
    Register {
        person: AINO,
        ssn: Ssn::parse("290288-922S").expect("a code"),
        first_name: "Aino".to_owned(),
        last_name: "Lehtonen".to_owned(),
        standing: Standing::NoConsent,
    }
}

fn registered() -> Event {
    let sealed = |text: &str| Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    Event::Registered { ssn: sealed("290288-922S"), first_name: sealed("Aino"), last_name: sealed("Lehtonen"), standing: Standing::NoConsent }
}

#[test]
fn a_patient_is_registered_once() {
    given::<Patient>([]).when(&register()).then([registered()]);
    given::<Patient>([registered()]).when(&register()).then_nothing();
}
