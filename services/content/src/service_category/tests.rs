//! Rules of service categories.

use chassis_domain::{
    Actor, AdminCommand, AdminEvent, Aggregate, DecideContext, DomainEvent, EventMeta, Matter, Refusal, Taken, Timestamp, Translated, Uses, Uuid,
    testing::given,
};

use super::{Details, ServiceCategory};

fn texts(fi: &str, sv: &str, en: &str) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}

fn details() -> Details {
    Details {
        name: texts("Hammashoito", "Tandvård", "Dental care"),
        description: Translated::default(),
        icon: "tooth".to_owned(),
        matter: Matter::Health,
    }
}

fn save(details: Details) -> AdminCommand<Details> {
    AdminCommand::Save { details, taken: Taken::default(), around: () }
}

/// Fields at fault with their reasons.
fn told(command: &AdminCommand<Details>) -> Vec<(&'static str, &'static str)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = ServiceCategory::default().decide(command, &context).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

#[test]
fn svc_01_a_name_is_written_in_every_language_and_each_that_is_missing_is_told() {
    let command = save(Details { name: texts("Hammashoito", " ", ""), ..details() });
    assert_eq!(told(&command), [("details.name.sv", "translation_missing"), ("details.name.en", "translation_missing")]);
    given::<ServiceCategory>([]).when(&save(details())).then([AdminEvent::Defined(details())]);
}

#[test]
fn svc_01_a_description_is_written_in_every_language_or_in_none() {
    let command = save(Details { description: texts("", "Allt om tänder", ""), ..details() });
    assert_eq!(told(&command), [("details.description.fi", "all_or_nothing"), ("details.description.en", "all_or_nothing")]);
    let whole = Details { description: texts("Hampaat", "Tänder", "Teeth"), ..details() };
    given::<ServiceCategory>([]).when(&save(whole.clone())).then([AdminEvent::Defined(whole)]);
}

#[test]
fn svc_01_the_name_of_another_category_and_a_missing_matter_are_told_with_all_else() {
    let wrong = Details { name: texts("Hammashoito", "", "Dental care"), matter: Matter::Unsaid, ..details() };
    let command = AdminCommand::Save { details: wrong, taken: ["details.name.fi"].into_iter().collect(), around: () };
    let expected =
        [("details.name.sv", "translation_missing"), ("details.name.fi", "service_category_name_taken"), ("details.matter", "matter_missing")];
    assert_eq!(told(&command), expected);
}

#[test]
fn svc_01_a_category_is_not_removed_while_services_belong_to_it_and_the_refusal_knows_how_many() {
    let kept = || given::<ServiceCategory>([AdminEvent::Defined(details())]);
    kept().when(&AdminCommand::Remove { uses: Uses::default() }).then([AdminEvent::Removed]);
    let uses = Uses::default().and("services", 3);
    kept().when(&AdminCommand::Remove { uses: uses.clone() }).then_refused("category_has_services");
    assert_eq!(super::Refused::HasServices(uses).params(), [("services", "3".to_owned())]);
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
        ["ServiceCategoryDefined", "ServiceCategoryArchived", "ServiceCategoryRestored", "ServiceCategoryRemoved"]
    );
    for fact in facts {
        assert_eq!(fact.payload.len(), Uuid::nil().to_string().len() + 2, "{}", fact.message);
    }
}
