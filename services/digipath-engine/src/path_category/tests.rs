//! Rules of path categories.

use chassis_domain::{
    Actor, AdminCommand, AdminEvent, Aggregate, DecideContext, DomainEvent, EventMeta, Refusal, Taken, Timestamp, Translated, Uses, Uuid,
    testing::given,
};

use super::{Details, PathCategory};

fn named(fi: &str, sv: &str, en: &str) -> Details {
    Details { name: Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() } }
}

fn details() -> Details {
    named("Kuntoutus", "Rehabilitering", "Rehabilitation")
}

fn save(details: Details) -> AdminCommand<Details> {
    AdminCommand::Save { details, taken: Taken::default(), around: () }
}

/// Fields at fault with their reasons.
fn told(command: &AdminCommand<Details>) -> Vec<(&'static str, &'static str)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = PathCategory::default().decide(command, &context).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

#[test]
fn dig_02_a_name_of_a_category_is_written_in_every_language_and_each_that_is_missing_is_told() {
    let command = save(named("Kuntoutus", " ", ""));
    assert_eq!(told(&command), [("details.name.sv", "translation_missing"), ("details.name.en", "translation_missing")]);
    given::<PathCategory>([]).when(&save(named(" Kuntoutus", "Rehabilitering ", "Rehabilitation"))).then([AdminEvent::Defined(details())]);
}

#[test]
fn dig_02_the_name_of_another_category_is_told_with_all_else() {
    let command =
        AdminCommand::Save { details: named("Kuntoutus", "", "Rehabilitation"), taken: ["details.name.fi"].into_iter().collect(), around: () };
    assert_eq!(told(&command), [("details.name.sv", "translation_missing"), ("details.name.fi", "path_category_name_taken")]);
}

#[test]
fn dig_02_a_category_is_not_removed_while_paths_belong_to_it_and_the_refusal_knows_how_many() {
    let kept = || given::<PathCategory>([AdminEvent::Defined(details())]);
    kept().when(&AdminCommand::Remove { uses: Uses::default() }).then([AdminEvent::Removed]);
    let uses = Uses::default().and("paths", 2);
    kept().when(&AdminCommand::Remove { uses: uses.clone() }).then_refused("category_has_paths");
    assert_eq!(super::Refused::HasPaths(uses).params(), [("paths", "2".to_owned())]);
}

#[test]
fn everybody_may_hear_of_a_category_and_hears_its_id_alone() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let facts = [AdminEvent::Defined(details()), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed]
        .map(|event| event.publish(&meta).expect("a fact"));
    assert_eq!(
        facts.each_ref().map(|fact| fact.message.rsplit('.').next().unwrap_or_default()),
        ["PathCategoryDefined", "PathCategoryArchived", "PathCategoryRestored", "PathCategoryRemoved"]
    );
    for fact in facts {
        assert_eq!(fact.payload.len(), Uuid::nil().to_string().len() + 2, "{}", fact.message);
    }
}
