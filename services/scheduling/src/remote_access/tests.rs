//! Who works with remote appointments.

use chassis_domain::{AdminDetails, Refusal, Taken, Uuid};

use super::Details;

const NURSE: Uuid = Uuid::from_u128(1);
const DOCTOR: Uuid = Uuid::from_u128(2);
const HERE: Uuid = Uuid::from_u128(3);
const THERE: Uuid = Uuid::from_u128(4);

#[test]
fn sch_11_without_a_restriction_all_professionals_and_with_one_those_who_are_in_a_role_at_its_location() {
    let open = Details { restricted: false, grants: [(NURSE, [HERE].into())].into() };
    let closed = Details { restricted: true, ..open.clone() };
    let of = |details: &Details| [(NURSE, HERE), (NURSE, THERE), (DOCTOR, HERE)].map(|(role, location)| details.admits(role, location));
    assert_eq!(of(&open), [true, true, true]);
    assert_eq!(of(&closed), [true, false, false]);
}

#[test]
fn sch_11_a_restriction_names_roles_and_each_of_them_a_location() {
    let code = |details: Details| details.check(None, &Taken::default(), &()).err().map(|refused| refused.code());
    assert_eq!(code(Details { restricted: true, ..Details::default() }), Some("remote_roles_missing"));
    assert_eq!(code(Details { restricted: true, grants: [(NURSE, [].into())].into() }), Some("remote_locations_missing"));
    assert_eq!(code(Details::default()), None);
}
