//! Rules of care teams.

use chassis_domain::{Taken, Uses, testing::given};

use super::{Around, CareTeam, Command, Details, Event};
use crate::resident::{ServiceAreaId, service_area_of};

const FREE: Around = Around { name_taken: false, area_known: true };

fn details() -> Details {
    Details { name: "Tiimi Koivu".to_owned(), description: "Lapsiperheet".to_owned(), service_area: area("Lehtola"), enabled: true }
}

fn area(name: &str) -> Option<ServiceAreaId> {
    service_area_of(name)
}

fn save(details: Details) -> Command {
    Command::Save { details, taken: Taken::default(), around: FREE }
}

#[test]
fn a_care_team_is_saved_without_blanks_around_its_words_and_again_only_when_it_changes() {
    let blanks = Details { name: "  Tiimi Koivu ".to_owned(), ..details() };
    given::<CareTeam>([]).when(&save(blanks.clone())).then([Event::Defined(details())]);
    given::<CareTeam>([Event::Defined(details())]).when(&save(blanks)).then_nothing();
    let off = Details { enabled: false, ..details() };
    given::<CareTeam>([Event::Defined(details())]).when(&save(off.clone())).then([Event::Defined(off)]);
}

#[test]
fn a_name_of_its_own_and_a_known_area_are_needed() {
    given::<CareTeam>([]).when(&save(Details { name: " ".to_owned(), ..details() })).then_refused("care_team_name_missing");
    given::<CareTeam>([]).when(&save(Details { service_area: None, ..details() })).then_refused("service_area_missing");
    let around = |around| Command::Save { details: details(), taken: Taken::default(), around };
    given::<CareTeam>([]).when(&around(Around { name_taken: true, ..FREE })).then_refused("care_team_name_taken");
    given::<CareTeam>([]).when(&around(Around { area_known: false, ..FREE })).then_refused("service_area_unknown");
}

#[test]
fn an_area_that_was_saved_once_stays_when_the_county_has_it_no_more() {
    let command = |details| Command::Save { details, taken: Taken::default(), around: Around { area_known: false, ..FREE } };
    let renamed = Details { name: "Tiimi Kuusi".to_owned(), ..details() };
    given::<CareTeam>([Event::Defined(details())]).when(&command(renamed.clone())).then([Event::Defined(renamed)]);
    let elsewhere = Details { service_area: area("Kaukola"), ..details() };
    given::<CareTeam>([Event::Defined(details())]).when(&command(elsewhere)).then_refused("service_area_unknown");
}

#[test]
fn a_care_team_with_patients_is_not_removed_and_a_removed_one_is_gone() {
    let known = Event::Defined(details());
    given::<CareTeam>([known.clone()]).when(&Command::Remove { uses: Uses::default().and("patients", 2) }).then_refused("care_team_in_use");
    given::<CareTeam>([known.clone()]).when(&Command::Remove { uses: Uses::default() }).then([Event::Removed]);
    given::<CareTeam>([known.clone(), Event::Removed]).when(&Command::Remove { uses: Uses::default() }).then_refused("not_found");
    given::<CareTeam>([known, Event::Removed]).when(&save(details())).then_refused("not_found");
    given::<CareTeam>([]).when(&Command::Remove { uses: Uses::default() }).then_refused("not_found");
}
