//! Who reads answers.

use chassis_domain::{Matter, Uuid};

use super::{DOMAINS, Details, of_domain};

const NURSE: Uuid = Uuid::from_u128(1);
const DOCTOR: Uuid = Uuid::from_u128(2);
const HERE: Uuid = Uuid::from_u128(3);
const THERE: Uuid = Uuid::from_u128(4);

#[test]
fn sur_05_whoever_works_in_one_of_the_roles_at_one_of_the_locations_reads_and_where_none_are_named_nobody() {
    let details = |roles: &[Uuid], locations: &[Uuid]| Details {
        roles: roles.iter().copied().collect(),
        locations: locations.iter().copied().collect(),
        ..Details::default()
    };
    let of = |details: Details| [(NURSE, HERE), (NURSE, THERE), (DOCTOR, HERE)].map(|(role, location)| details.admits(role, location));
    assert_eq!(of(details(&[NURSE], &[HERE])), [true, false, false]);
    assert_eq!(of(details(&[NURSE, DOCTOR], &[HERE, THERE])), [true; 3]);
    for nobody in [details(&[NURSE], &[]), details(&[], &[HERE]), Details::default()] {
        assert_eq!(of(nobody), [false; 3]);
    }
}

#[test]
fn sur_05_health_and_social_have_an_id_each_and_what_is_not_told_has_none() {
    assert_eq!([Matter::Health, Matter::Social].map(of_domain), DOMAINS.map(|(_, id)| Some(id)));
    assert_eq!(of_domain(Matter::Unsaid), None);
}
