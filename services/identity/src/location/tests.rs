//! Rules of locations.

use chassis_domain::{Actor, Aggregate, DecideContext, Refusal, Taken, Timestamp, Uses, Uuid, testing::given};

use super::{Around, Command, Details, Event, Location};
use crate::resident::service_area_of;

const OID: &str = "1.2.246.10.9999999.10.1";

fn details() -> Details {
    Details { name: "Lehtolan terveysasema".to_owned(), municipality: service_area_of("lehtola"), oid: OID.to_owned(), ..Details::default() }
}

fn known() -> Around {
    Around { area_known: true, ..Around::default() }
}

fn save(details: Details) -> Command {
    Command::Save { details, taken: Taken::default(), around: known() }
}

#[test]
fn a_location_is_saved_without_blanks_around_its_words_and_again_only_when_it_changes() {
    let blanks = Details { name: "  Lehtolan terveysasema ".to_owned(), ..details() };
    given::<Location>([]).when(&save(blanks.clone())).then([Event::Defined(details())]);
    given::<Location>([Event::Defined(details())]).when(&save(blanks)).then_nothing();
}

#[test]
fn name_and_municipality_are_needed() {
    given::<Location>([]).when(&save(Details { name: " ".to_owned(), ..details() })).then_refused("location_name_missing");
    given::<Location>([]).when(&save(Details { municipality: None, ..details() })).then_refused("location_municipality_missing");
}

#[test]
fn the_municipality_is_a_service_area_of_the_county_or_one_that_it_had() {
    let unknown = |details| Command::Save { details, taken: Taken::default(), around: Around::default() };
    given::<Location>([]).when(&unknown(details())).then_refused("service_area_unknown");
    let renamed = Details { name: "Lehtola".to_owned(), ..details() };
    given::<Location>([Event::Defined(details())]).when(&unknown(renamed.clone())).then([Event::Defined(renamed)]);
    let moved = Details { municipality: service_area_of("tunturi"), ..details() };
    given::<Location>([Event::Defined(details())]).when(&unknown(moved)).then_refused("service_area_unknown");
}

#[test]
fn what_another_location_has_is_refused() {
    let command = |around| Command::Save { details: Details { external_id: "77".to_owned(), ..details() }, taken: Taken::default(), around };
    given::<Location>([]).when(&command(Around { oid_taken: true, ..known() })).then_refused("oid_taken");
    given::<Location>([]).when(&command(Around { external_id_taken: true, ..known() })).then_refused("external_id_taken");
    // Nothing is taken by being empty.
    let empty = Details { oid: String::new(), external_id: String::new(), ..details() };
    let around = Around { oid_taken: true, external_id_taken: true, ..known() };
    given::<Location>([]).when(&Command::Save { details: empty.clone(), taken: Taken::default(), around }).then([Event::Defined(empty)]);
}

#[test]
fn an_oid_is_given_later_and_stays_from_then_on() {
    let without = Details { oid: String::new(), ..details() };
    given::<Location>([Event::Defined(without.clone())]).when(&save(details())).then([Event::Defined(details())]);
    given::<Location>([Event::Defined(details())]).when(&save(without)).then_refused("oid_immutable");
    let other = Details { oid: format!("{OID}1"), ..details() };
    given::<Location>([Event::Defined(details())]).when(&save(other)).then_refused("oid_immutable");
}

#[test]
fn an_oid_lies_below_the_finnish_arc() {
    for wrong in ["1.2.246", "1.2.246.10", "1.2.246.10.", "1.2.246.010.1", "1.2.247.10.1", "1.2.246.10.a", "urn:oid:1.2.246.10.1"] {
        given::<Location>([]).when(&save(Details { oid: wrong.to_owned(), ..details() })).then_refused("oid_malformed");
    }
    let good = Details { oid: "1.2.246.10.0".to_owned(), ..details() };
    given::<Location>([]).when(&save(good.clone())).then([Event::Defined(good)]);
}

#[test]
fn a_location_that_can_be_chosen_is_not_removed_and_a_removed_one_is_gone() {
    let known = [Event::Defined(details())];
    given::<Location>(known.clone()).when(&Command::Remove { uses: Uses::default().and("professionals", 2) }).then_refused("location_in_use");
    given::<Location>(known.clone()).when(&Command::Remove { uses: Uses::default() }).then([Event::Removed]);
    let [known] = known;
    given::<Location>([known.clone(), Event::Removed]).when(&Command::Remove { uses: Uses::default() }).then_refused("not_found");
    given::<Location>([known, Event::Removed]).when(&save(details())).then_refused("not_found");
    given::<Location>([]).when(&Command::Remove { uses: Uses::default() }).then_refused("not_found");
}

#[test]
fn all_that_is_wrong_is_told_at_once_of_a_field_the_first() {
    let around = Around { external_id_taken: true, area_known: false, ..known() };
    let nothing = Details { name: String::new(), municipality: None, oid: "1.2".to_owned(), external_id: "17".to_owned(), ..details() };
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = Location::default().decide(&Command::Save { details: nothing, taken: Taken::default(), around }, &context).expect_err("refused");
    assert_eq!(refused.code(), "fields_wrong");
    let told: Vec<_> = refused.violations().into_iter().map(|each| (each.field, each.code)).collect();
    let expected = [
        ("details.name", "location_name_missing"),
        ("details.municipality", "location_municipality_missing"),
        ("details.oid", "oid_malformed"),
        ("details.external_id", "external_id_taken"),
    ];
    assert_eq!(told, expected);
}
