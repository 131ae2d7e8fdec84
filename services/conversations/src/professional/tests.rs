//! What is written down of a professional.

use chassis_domain::{Id, RetentionClass, Sealed, Uuid, testing::given};

use super::{Command, Event, Professional};

fn appear(name: &str, location: u128) -> Command {
    Command::Appear {
        person: Id::from_uuid(Uuid::from_u128(7)),
        name: name.to_owned(),
        role: Uuid::from_u128(1),
        location: Uuid::from_u128(location),
    }
}

fn appeared(name: &str, location: u128) -> Event {
    let name = Sealed::new(Id::from_uuid(Uuid::from_u128(7)), RetentionClass::Professional, name.to_owned());
    Event::Appeared { name, role: Uuid::from_u128(1), location: Uuid::from_u128(location) }
}

#[test]
fn a_professional_is_written_down_once() {
    given::<Professional>([]).when(&appear("Aino", 2)).then([appeared("Aino", 2)]);
    given::<Professional>([appeared("Aino", 2)]).when(&appear("Aino", 2)).then_nothing();
}

#[test]
fn another_location_is_written_down() {
    given::<Professional>([appeared("Aino", 2)]).when(&appear("Aino", 3)).then([appeared("Aino", 3)]);
}
