//! Rules of booking roles.

use chassis_domain::{
    Actor, AdminCommand, AdminEvent, Aggregate, DecideContext, DomainEvent, EventMeta, Refusal, Taken, Timestamp, Translated, Uses, Uuid,
    testing::given,
};

use super::{BY_DEFAULT, BY_SEARCHES, BookingRole, Details};

fn texts(fi: &str, sv: &str, en: &str) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}

fn details() -> Details {
    Details { name: texts("Lääkäri", "Läkare", "Doctor") }
}

#[test]
fn a_name_is_written_in_every_language_and_is_no_other_role_s() {
    let details = Details { name: texts("Lääkäri", " ", "Doctor") };
    let command = AdminCommand::Save { details, taken: ["details.name.fi"].into_iter().collect(), around: () };
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = BookingRole::default().decide(&command, &context).expect_err("refused");
    let told: Vec<_> = refused.violations().into_iter().map(|each| (each.field, each.code)).collect();
    assert_eq!(told, [("details.name.sv", "translation_missing"), ("details.name.fi", "booking_role_name_taken")]);
    let save = AdminCommand::Save { details: self::details(), taken: Taken::default(), around: () };
    given::<BookingRole>([]).when(&save).then([AdminEvent::Defined(self::details())]);
}

#[test]
fn svc_05_the_default_role_is_not_removed_and_one_that_searches_name_only_when_that_is_meant() {
    let kept = || given::<BookingRole>([AdminEvent::Defined(details())]);
    kept().when(&AdminCommand::Remove { uses: Uses::default().and(BY_DEFAULT, 1) }).then_refused("booking_role_is_default");
    kept().when(&AdminCommand::Remove { uses: Uses::default() }).then([AdminEvent::Removed]);
    let uses = Uses::default().and(BY_SEARCHES, 2);
    kept().when(&AdminCommand::Remove { uses: uses.clone() }).then_refused("booking_role_in_use");
    kept().when(&AdminCommand::Remove { uses: uses.without(BY_SEARCHES) }).then([AdminEvent::Removed]);
}

#[test]
fn everybody_may_hear_of_a_role_and_hears_its_id_alone() {
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
        ["BookingRoleDefined", "BookingRoleArchived", "BookingRoleRestored", "BookingRoleRemoved"]
    );
    for fact in facts {
        assert_eq!(fact.payload.len(), Uuid::nil().to_string().len() + 2, "{}", fact.message);
    }
}
