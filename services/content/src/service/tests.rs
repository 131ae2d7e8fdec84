//! Rules of services.

use chassis_domain::{
    Actor, AdminCommand, AdminDetails, AdminEvent, Aggregate, DecideContext, DomainEvent, EventMeta, Refusal, Taken, Timestamp, Translated, Uuid,
    testing::given,
};

use super::{Around, Availability, CategoryState, Details, Service, SexFilter};
use crate::service_category::ServiceCategoryId;

const CATEGORY: Uuid = Uuid::from_u128(1);

fn texts(fi: &str, sv: &str, en: &str) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}

fn details() -> Details {
    Details {
        name: texts("Hammastarkastus", "Tandkontroll", "Dental check"),
        administrative_name: "HT-1 sisäinen".to_owned(),
        category: Some(ServiceCategoryId::from_uuid(CATEGORY)),
        age_min: Some(7),
        age_max: Some(17),
        sex: SexFilter::All,
        availability: Availability::All,
        ..Details::default()
    }
}

fn open() -> Around {
    Around { category: CategoryState::Open, ..Around::default() }
}

fn save(details: Details) -> AdminCommand<Details> {
    AdminCommand::Save { details, taken: Taken::default(), around: open() }
}

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() }
}

/// Fields at fault with their reasons.
fn told(command: &AdminCommand<Details>) -> Vec<(&'static str, &'static str)> {
    let refused = Service::default().decide(command, &context()).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

#[test]
fn both_errors_of_the_age_range_are_told_at_once_each_at_its_field() {
    let ages = |age_min, age_max| save(Details { age_min, age_max, ..details() });
    assert_eq!(told(&ages(Some(18), Some(17))), [("details.age_min", "age_min_above_max"), ("details.age_max", "age_max_below_min")]);
    assert_eq!(told(&ages(Some(121), None)), [("details.age_min", "age_out_of_range")]);
    for (min, max) in [(None, None), (Some(18), None), (None, Some(0)), (Some(0), Some(0)), (Some(120), Some(120))] {
        let fitting = Details { age_min: min, age_max: max, ..details() };
        given::<Service>([]).when(&save(fitting.clone())).then([AdminEvent::Defined(fitting)]);
    }
}

#[test]
fn a_name_is_written_in_every_language_and_every_other_text_in_all_or_none() {
    let wrong = Details {
        name: texts("Hammastarkastus", "", " "),
        description: texts("", "Om tänder", ""),
        preparation_instructions: texts("Harjaa", "", "Brush"),
        default_appointment_name: texts("", "", "Visit"),
        default_role_name: texts("Hoitaja", "Skötare", ""),
        ..details()
    };
    let expected = [
        ("details.name.sv", "translation_missing"),
        ("details.name.en", "translation_missing"),
        ("details.description.fi", "all_or_nothing"),
        ("details.description.en", "all_or_nothing"),
        ("details.preparation_instructions.sv", "all_or_nothing"),
        ("details.default_appointment_name.fi", "all_or_nothing"),
        ("details.default_appointment_name.sv", "all_or_nothing"),
        ("details.default_role_name.en", "all_or_nothing"),
    ];
    assert_eq!(told(&save(wrong)), expected);
}

#[test]
fn a_service_comes_into_a_category_that_is_there_and_open_and_stays_in_one_that_was_archived_since() {
    let around = |category| Around { category, ..open() };
    let into = |category| AdminCommand::Save { details: details(), taken: Taken::default(), around: around(category) };
    assert_eq!(told(&into(CategoryState::Missing)), [("details.service_category_id", "service_category_missing")]);
    assert_eq!(told(&into(CategoryState::Archived)), [("details.service_category_id", "service_category_archived")]);
    let changed = Details { age_min: None, ..details() };
    let again = AdminCommand::Save { details: changed.clone(), taken: Taken::default(), around: around(CategoryState::Archived) };
    given::<Service>([AdminEvent::Defined(details())]).when(&again).then([AdminEvent::Defined(changed)]);
}

#[test]
fn svc_02_new_contents_are_in_force_and_not_archived_and_those_that_it_tells_already_stay() {
    let [open, archived, unknown] = [1, 2, 3].map(Uuid::from_u128);
    let around = Around { contents: [(open, false), (archived, true)].into(), ..self::open() };
    let with = |contents: &[Uuid]| {
        let details = Details { contents: contents.to_vec(), ..details() };
        AdminCommand::Save { details, taken: Taken::default(), around: around.clone() }
    };
    assert_eq!(told(&with(&[open, unknown])), [("details.content_ids", "service_content_unknown")]);
    assert_eq!(told(&with(&[archived])), [("details.content_ids", "service_content_archived")]);
    let fitting = Details { contents: vec![open], ..details() };
    given::<Service>([]).when(&with(&[open])).then([AdminEvent::Defined(fitting)]);
    let kept = Details { contents: vec![unknown, archived], ..details() };
    let more = Details { contents: vec![open, archived, unknown], ..details() };
    given::<Service>([AdminEvent::Defined(kept)]).when(&with(&[open, archived, unknown])).then([AdminEvent::Defined(more)]);
}

#[test]
fn a_name_that_exists_is_asked_about_when_it_is_new_and_passes_once_confirmed() {
    let taken: Taken = ["details.name.fi", "details.name.en"].into_iter().collect();
    let with = |details: Details, same_name_confirmed| AdminCommand::Save {
        details,
        taken: taken.clone(),
        around: Around { same_name_confirmed, ..open() },
    };
    let refused = Service::default().decide(&with(details(), false), &context()).expect_err("asked about");
    assert_eq!((refused.code(), refused.field()), ("service_name_exists", None));
    assert_eq!(refused.params(), [("names", "Hammastarkastus, Dental check".to_owned())]);
    given::<Service>([]).when(&with(details(), true)).then([AdminEvent::Defined(details())]);

    // What it is called already was confirmed before; a capital letter makes no other name.
    let same = Details { name: texts("HAMMASTARKASTUS", "Tandkontroll", "Dental check"), age_min: None, ..details() };
    given::<Service>([AdminEvent::Defined(details())]).when(&with(same.clone(), false)).then([AdminEvent::Defined(same)]);
    let renamed = Details { name: texts("Purennan tarkastus", "Tandkontroll", "Dental check"), ..details() };
    given::<Service>([AdminEvent::Defined(details())]).when(&with(renamed, false)).then_refused("service_name_exists");

    // What is wrong is told before anything is asked.
    let wrong = with(Details { age_min: Some(18), ..details() }, false);
    assert_eq!(told(&wrong), [("details.age_min", "age_min_above_max"), ("details.age_max", "age_max_below_min")]);
}

#[test]
fn what_comes_from_elsewhere_is_fetched_every_five_minutes_to_once_a_week() {
    for minutes in [0, 4, 10_081] {
        let wrong = save(Details { fetch_interval_minutes: Some(minutes), ..details() });
        assert_eq!(told(&wrong), [("details.fetch_interval_minutes", "fetch_interval_out_of_range")]);
    }
    for minutes in [None, Some(5), Some(10_080)] {
        let fitting = Details { fetch_interval_minutes: minutes, ..details() };
        given::<Service>([]).when(&save(fitting.clone())).then([AdminEvent::Defined(fitting)]);
    }
}

#[test]
fn contents_keep_their_order_and_stand_in_it_once() {
    let content = Uuid::from_u128;
    let kept = Details { contents: vec![content(3), content(1), content(3)], ..details() }.trimmed();
    assert_eq!(kept.contents, [content(3), content(1)]);
    assert_eq!(kept.refers(), [CATEGORY, content(3), content(1)]);
}

#[test]
fn svc_06_neither_a_fact_nor_a_name_that_others_are_told_has_the_administrative_name() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let facts = [AdminEvent::Defined(details()), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    let facts = facts.map(|event| event.publish(&meta).expect("a fact"));
    assert_eq!(
        facts.each_ref().map(|fact| fact.message.rsplit('.').next().unwrap_or_default()),
        ["ServiceDefined", "ServiceArchived", "ServiceRestored", "ServiceRemoved"]
    );
    for fact in facts {
        assert_eq!(fact.payload.len(), Uuid::nil().to_string().len() + 2, "{}", fact.message);
    }
    assert_eq!(details().names(), details().name);
}
