//! Rules of role groups.

use chassis_domain::{Taken, Uses, Uuid, testing::given};

use super::{Around, Command, Details, Event, RoleGroup};
use crate::role::RoleId;

const FREE: Around = Around { name_taken: false, directory_group_taken: false, role_known: true };

fn details() -> Details {
    Details { name: "Sairaanhoitajat".to_owned(), directory_group: "KAJO-Sairaanhoitajat".to_owned(), role: RoleId::from_uuid(Uuid::from_u128(7)) }
}

fn save(details: Details) -> Command {
    Command::Save { details, taken: Taken::default(), around: FREE }
}

#[test]
fn a_role_group_is_saved_without_blanks_around_its_words_and_again_only_when_it_changes() {
    let blanks = Details { name: "  Sairaanhoitajat ".to_owned(), directory_group: " KAJO-Sairaanhoitajat".to_owned(), ..details() };
    given::<RoleGroup>([]).when(&save(blanks.clone())).then([Event::Defined(details())]);
    given::<RoleGroup>([Event::Defined(details())]).when(&save(blanks)).then_nothing();
    let other = Details { role: RoleId::from_uuid(Uuid::from_u128(8)), ..details() };
    given::<RoleGroup>([Event::Defined(details())]).when(&save(other.clone())).then([Event::Defined(other)]);
}

#[test]
fn name_directory_group_and_a_known_role_are_needed() {
    given::<RoleGroup>([]).when(&save(Details { name: " ".to_owned(), ..details() })).then_refused("role_group_name_missing");
    given::<RoleGroup>([]).when(&save(Details { directory_group: " ".to_owned(), ..details() })).then_refused("directory_group_missing");
    let around = Around { role_known: false, ..FREE };
    given::<RoleGroup>([]).when(&Command::Save { details: details(), taken: Taken::default(), around }).then_refused("role_unknown");
}

#[test]
fn what_another_role_group_has_is_refused() {
    let command = |around| Command::Save { details: details(), taken: Taken::default(), around };
    given::<RoleGroup>([]).when(&command(Around { name_taken: true, ..FREE })).then_refused("role_group_name_taken");
    given::<RoleGroup>([]).when(&command(Around { directory_group_taken: true, ..FREE })).then_refused("directory_group_taken");
}

#[test]
fn a_removed_role_group_is_gone() {
    let known = Event::Defined(details());
    given::<RoleGroup>([known.clone()]).when(&Command::Remove { uses: Uses::default() }).then([Event::Removed]);
    given::<RoleGroup>([known.clone(), Event::Removed]).when(&Command::Remove { uses: Uses::default() }).then_refused("not_found");
    given::<RoleGroup>([known, Event::Removed]).when(&save(details())).then_refused("not_found");
    given::<RoleGroup>([]).when(&Command::Remove { uses: Uses::default() }).then_refused("not_found");
}
