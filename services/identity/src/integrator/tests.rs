//! Rules of integrators.

use chassis_domain::{
    Actor, AdminCommand, AdminEvent, Aggregate, Date, DecideContext, DomainEvent, EventMeta, Refusal, Stored, Taken, Timestamp, Uuid,
    testing::{NothingSealed, given},
};

use super::{Details, Integrator, Scope, Secret};

fn details() -> Details {
    Details {
        name: "Lehtolan laboratorio".to_owned(),
        contact: "Laura Laine, laura@kajo.example".to_owned(),
        scopes: [Scope::HealthRecords].into(),
        valid_until: "2027-03-28".to_owned(),
        secret: Some(Secret { digest: [7; 32], issued_at: Timestamp::UNIX_EPOCH }),
    }
}

fn save(details: Details) -> AdminCommand<Details> {
    AdminCommand::Save { details, taken: Taken::default(), around: () }
}

/// Fields at fault with their reasons.
fn told(command: &AdminCommand<Details>) -> Vec<(&'static str, &'static str)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = Integrator::default().decide(command, &context).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

#[test]
fn an_integrator_is_kept_without_blanks_around_its_words_and_again_only_when_it_changes() {
    let blanks = Details { name: " Lehtolan laboratorio ".to_owned(), valid_until: " 2027-03-28 ".to_owned(), ..details() };
    given::<Integrator>([]).when(&save(blanks.clone())).then([AdminEvent::Defined(details())]);
    given::<Integrator>([AdminEvent::Defined(details())]).when(&save(blanks)).then_nothing();
    let without_end = Details { valid_until: String::new(), contact: String::new(), ..details() };
    given::<Integrator>([]).when(&save(without_end.clone())).then([AdminEvent::Defined(without_end)]);
}

#[test]
fn all_that_is_wrong_with_an_integrator_is_told_at_its_field() {
    let wrong = Details { name: " ".to_owned(), scopes: [].into(), valid_until: "28.3.2027".to_owned(), ..details() };
    let malformed = ("details.valid_until", "integrator_valid_until_malformed");
    assert_eq!(told(&save(wrong)), [("details.name", "required"), ("details.scopes", "integrator_scope_missing"), malformed]);
    for no_day in ["2027-02-29", "2027-3-28", "20270328", "2027-03-28T10", "tomorrow"] {
        assert_eq!(told(&save(Details { valid_until: no_day.to_owned(), ..details() })), [malformed], "{no_day}");
    }
    let taken = AdminCommand::Save { details: details(), taken: ["details.name"].into_iter().collect(), around: () };
    assert_eq!(told(&taken), [("details.name", "integrator_name_taken")]);
}

#[test]
fn an_integrator_is_admitted_to_its_scopes_until_its_last_day_is_over() {
    let admits = |details: &Details, today: &str| details.admits(Scope::HealthRecords, day(today));
    for (today, expected) in [("2026-11-28", true), ("2027-03-28", true), ("2027-03-29", false)] {
        assert_eq!(admits(&details(), today), expected, "{today}");
    }
    assert!(admits(&Details { valid_until: String::new(), ..details() }, "2199-12-31"));
    assert!(!admits(&Details { scopes: [].into(), ..details() }, "2026-11-28"));
    assert!(!details().admits(Scope::SurveyResponses, day("2026-11-28")), "one right says nothing of another");
    let both = Details { scopes: [Scope::HealthRecords, Scope::SurveyResponses].into(), ..details() };
    assert!([Scope::HealthRecords, Scope::SurveyResponses].iter().all(|scope| both.admits(*scope, day("2026-11-28"))));
    assert!(!admits(&Details { valid_until: "some day".to_owned(), ..details() }, "2026-11-28"), "what cannot be read is over");
}

#[test]
fn an_integrator_is_read_as_it_was_stored_and_half_a_secret_is_not_read() {
    let both = Details { scopes: [Scope::HealthRecords, Scope::SurveyResponses].into(), ..details() };
    for kept in [details(), Details { secret: None, ..details() }, both] {
        let event = AdminEvent::Defined(kept);
        let encoded = event.encode(&mut NothingSealed);
        let stored = Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload };
        assert_eq!(AdminEvent::<Details>::decode(&stored, &NothingSealed), Ok(event));
    }
    let cut = kajo_proto::identity::store::v1::IntegratorDefined {
        secret_digest: vec![7; 31].into(),
        ..chassis_domain::AdminDetails::to_stored(&details())
    };
    let stored = Stored { event_type: "integrator.defined".to_owned(), schema: 1, payload: prost::Message::encode_to_vec(&cut) };
    assert!(AdminEvent::<Details>::decode(&stored, &NothingSealed).is_err());
}

#[test]
fn nobody_else_hears_of_integrators() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    for event in [AdminEvent::Defined(details()), AdminEvent::Archived, AdminEvent::Restored] {
        assert!(event.publish(&meta).is_none(), "{event:?}");
    }
}
