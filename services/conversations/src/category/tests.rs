//! The rules of categories.

use chassis_domain::{Aggregate, Id, Uuid, testing::given};

use super::{Admission, Category, Command, Event, SubcategoryId, Texts};
use crate::{conversation::value::ServiceAreaId, representation::Matter};

fn texts(text: &str) -> Texts {
    [("fi".to_owned(), text.to_owned())].into()
}

fn area() -> ServiceAreaId {
    Id::from_uuid(Uuid::from_u128(3))
}

fn queue() -> SubcategoryId {
    Id::from_uuid(Uuid::from_u128(4))
}

fn defined() -> Event {
    Event::Defined {
        name: texts("Terveys"),
        description: Texts::new(),
        icon: "heart".to_owned(),
        service_areas: [(area(), "Etelä".to_owned())].into(),
        place: 1,
        matter: Matter::Health,
    }
}

fn added() -> Event {
    Event::SubcategoryAdded {
        subcategory: queue(),
        name: texts("Hoitaja"),
        description: Texts::new(),
        roles: [Uuid::from_u128(5)].into(),
        locations: [Uuid::from_u128(6)].into(),
        place: 1,
    }
}

fn add(roles: &[u128]) -> Command {
    Command::AddSubcategory {
        subcategory: queue(),
        name: texts("Hoitaja"),
        description: Texts::new(),
        roles: roles.iter().map(|role| Uuid::from_u128(*role)).collect(),
        locations: [Uuid::from_u128(6)].into(),
        place: 1,
    }
}

#[test]
fn a_queue_joins_its_category_and_accepts_from_its_areas() {
    let category = given::<Category>([defined()]).when(&add(&[5])).then([added()]);
    assert!(category.accepts_from(queue(), area()));
    assert!(!category.accepts_from(queue(), Id::from_uuid(Uuid::from_u128(99))));
}

#[test]
fn adding_the_same_again_changes_nothing() {
    given::<Category>([defined(), added()]).when(&add(&[5])).then_nothing();
}

#[test]
fn a_queue_needs_somebody_who_works_it() {
    given::<Category>([defined()]).when(&add(&[])).then_refused("queue_without_access");
}

#[test]
fn a_category_needs_a_finnish_name() {
    let define = Command::Define {
        name: Texts::new(),
        description: Texts::new(),
        icon: String::new(),
        service_areas: [].into(),
        place: 1,
        matter: Matter::Health,
    };
    given::<Category>([]).when(&define).then_refused("name_missing");
}

#[test]
fn an_unknown_category_takes_no_queue() {
    given::<Category>([]).when(&add(&[5])).then_refused("not_found");
    given::<Category>([]).when(&Command::Archive { subcategory: None }).then_refused("not_found");
}

#[test]
fn an_archived_queue_accepts_nothing_new() {
    let archive = Command::Archive { subcategory: Some(queue()) };
    let archived = Event::Archived { subcategory: Some(queue()) };
    let category = given::<Category>([defined(), added()]).when(&archive).then([archived.clone()]);
    assert!(!category.accepts(queue()));
    given::<Category>([defined(), added(), archived]).when(&archive).then_nothing();
}

#[test]
fn an_archived_category_accepts_nothing_new() {
    let category = Category::replay(&[defined(), added(), Event::Archived { subcategory: None }]);
    assert!(!category.accepts(queue()));
    given::<Category>([defined(), added(), Event::Archived { subcategory: None }]).when(&add(&[5])).then_refused("category_archived");
}

#[test]
fn a_queue_is_open_to_who_works_it_in_role_and_at_location_alike() {
    for (role, location) in [(false, false), (false, true), (true, false), (true, true)] {
        assert_eq!(Admission { role, location }.is_given(), (role, location) == (true, true), "{role} {location}");
    }
}
