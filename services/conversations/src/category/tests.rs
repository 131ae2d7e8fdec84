//! The rules of categories and queues.

use chassis_domain::{Actor, Admission, Aggregate, DecideContext, Id, Matter, Refusal, Refusals, Timestamp, Uuid, testing::given};
use kajo_proto::conversations::v1::TaskDueUnit;

use super::{
    Category, CategoryDetails, Command, Due, Event, LinkState, Links, Module, QueueDetails, QueueKind, Refused, SubcategoryId, Texts, over, places,
    written,
};
use crate::conversation::value::ServiceAreaId;

fn texts(text: &str) -> Texts {
    ["fi", "sv", "en"].map(|language| (language.to_owned(), format!("{text} {language}"))).into()
}

fn area() -> ServiceAreaId {
    Id::from_uuid(Uuid::from_u128(3))
}

fn queue() -> SubcategoryId {
    Id::from_uuid(Uuid::from_u128(4))
}

fn category(module: Module) -> CategoryDetails {
    CategoryDetails {
        name: texts("Terveys"),
        icon: "heart".to_owned(),
        service_areas: if module == Module::Inbox { [(area(), "Etelä".to_owned())].into() } else { [].into() },
        place: 1,
        matter: Matter::Health,
        module,
        ..CategoryDetails::default()
    }
}

fn defined() -> Event {
    Event::Defined(category(Module::Inbox))
}

/// A queue with everything that its kind must have.
fn details(kind: QueueKind) -> QueueDetails {
    let full = QueueDetails {
        name: texts("Hoitaja"),
        roles: [Uuid::from_u128(5)].into(),
        locations: [Uuid::from_u128(6)].into(),
        place: 1,
        kind,
        service: Some(Uuid::from_u128(7)),
        survey: Some(Uuid::from_u128(8)),
        url_tail: "palaute".to_owned(),
        content: Some(Uuid::from_u128(9)),
        due: Some(Due { unit: TaskDueUnit::Days, amount: 3 }),
        patient_marks_done: true,
        sends_expired: true,
        ..QueueDetails::default()
    };
    full.fitting()
}

/// What it is linked to is there.
const OPEN: Links = Links { service: LinkState::Open, content: LinkState::Open };

fn add(details: QueueDetails) -> Command {
    Command::AddSubcategory { subcategory: queue(), details: Box::new(details), tail_taken: false, links: OPEN }
}

fn added(kind: QueueKind) -> Event {
    Event::SubcategoryAdded { subcategory: queue(), details: details(kind) }
}

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) }
}

/// Fields and codes of all that is wrong.
fn wrong(before: Vec<Event>, command: &Command) -> Vec<(String, &'static str)> {
    let refused: Refusals<Refused> = Category::replay(&before).decide(command, &context()).expect_err("refused");
    refused.violations().into_iter().map(|violation| (violation.field.trim_start_matches("details.").to_owned(), violation.code)).collect()
}

#[test]
fn a_queue_joins_its_category_and_accepts_from_its_areas() {
    let category = given::<Category>([defined()]).when(&add(details(QueueKind::Message))).then([added(QueueKind::Message)]);
    assert!(category.accepts_from(queue(), area()));
    assert!(!category.accepts_from(queue(), Id::from_uuid(Uuid::from_u128(99))));
}

#[test]
fn adding_the_same_again_changes_nothing() {
    given::<Category>([defined(), added(QueueKind::Message)]).when(&add(details(QueueKind::Message))).then_nothing();
}

#[test]
fn all_that_is_wrong_with_a_category_is_told_at_once() {
    let define = |details| Command::Define(Box::new(details));
    let told = [("name.fi", "translation_missing"), ("name.sv", "translation_missing"), ("name.en", "translation_missing")];
    let inbox = [told.as_slice(), &[("matter", "matter_missing"), ("service_area_ids", "service_area_missing")]].concat();
    let told: Vec<_> = inbox.iter().map(|(field, code)| ((*field).to_owned(), *code)).collect();
    assert_eq!(wrong(vec![], &define(CategoryDetails::default())), told);
    let half = CategoryDetails { description: [("fi".to_owned(), "Kuvaus".to_owned())].into(), ..category(Module::Tasks) };
    let told = ["description.sv", "description.en"].map(|field| (field.to_owned(), "all_or_nothing"));
    assert_eq!(wrong(vec![], &define(half)), told);
}

#[test]
fn every_kind_has_what_the_table_says_and_nothing_else() {
    let tasks = || vec![Event::Defined(category(Module::Tasks))];
    for (kind, lacks) in [
        (QueueKind::Message, vec![("service_id", "service_missing")]),
        (QueueKind::Form, vec![("service_id", "service_missing"), ("survey_id", "survey_missing")]),
        (QueueKind::AnonymousForm, vec![("service_id", "service_missing"), ("survey_id", "survey_missing"), ("url_tail", "url_missing")]),
        (QueueKind::Consultation, vec![]),
        (QueueKind::PatientTask, vec![("content_id", "content_missing"), ("due", "due_missing")]),
        (QueueKind::SharedMessage, vec![]),
    ] {
        let full = details(kind);
        let category = Category::replay(&tasks()).decide(&add(full.clone()), &context());
        assert_eq!(category.expect("taken"), [added(kind)], "{kind:?}");
        let bare = QueueDetails { kind, ..QueueDetails::default() };
        let everywhere = [("name.fi", "translation_missing"), ("name.sv", "translation_missing"), ("name.en", "translation_missing")];
        let access = [("role_ids", "queue_roles_missing"), ("location_ids", "queue_locations_missing")];
        let told: Vec<_> = everywhere.into_iter().chain(lacks).chain(access).map(|(field, code)| (field.to_owned(), code)).collect();
        assert_eq!(wrong(tasks(), &add(bare)), told, "{kind:?}");
        // What does not belong to the kind is not kept.
        let has = (full.service.is_some(), full.survey.is_some(), !full.url_tail.is_empty(), full.content.is_some(), full.due.is_some());
        let expected = match kind {
            QueueKind::Message | QueueKind::SharedMessage => (true, false, false, false, false),
            QueueKind::Form => (true, true, false, false, false),
            QueueKind::AnonymousForm => (true, true, true, false, false),
            QueueKind::PatientTask => (true, false, false, true, true),
            QueueKind::Consultation | QueueKind::Unknown => (false, false, false, false, false),
        };
        assert_eq!(has, expected, "{kind:?}");
        assert_eq!((full.patient_marks_done, full.sends_expired), (kind == QueueKind::PatientTask, kind == QueueKind::PatientTask), "{kind:?}");
    }
}

#[test]
fn the_inbox_takes_messages_and_a_kind_stays() {
    for kind in [QueueKind::Form, QueueKind::AnonymousForm, QueueKind::Consultation, QueueKind::PatientTask, QueueKind::SharedMessage] {
        assert_eq!(wrong(vec![defined()], &add(details(kind))), [("kind".to_owned(), "kind_not_in_inbox")], "{kind:?}");
    }
    assert_eq!(wrong(vec![defined()], &add(details(QueueKind::Unknown))), [("kind".to_owned(), "queue_kind_missing")]);
    let before = vec![Event::Defined(category(Module::Tasks)), added(QueueKind::Form)];
    assert_eq!(wrong(before, &add(details(QueueKind::Message))), [("kind".to_owned(), "kind_fixed")]);
}

#[test]
fn sur_10_a_tail_is_refused_where_it_is_typed() {
    let tasks = || vec![Event::Defined(category(Module::Tasks))];
    let with = |tail: &str| QueueDetails { url_tail: tail.to_owned(), ..details(QueueKind::AnonymousForm) };
    for (tail, code) in [("", "url_missing"), ("Pääte!", "url_special_characters"), ("ab", "url_length")] {
        assert_eq!(wrong(tasks(), &add(with(tail))), [("url_tail".to_owned(), code)], "{tail}");
    }
    let taken = Command::AddSubcategory { subcategory: queue(), details: Box::new(with("palaute")), tail_taken: true, links: OPEN };
    assert_eq!(wrong(tasks(), &taken), [("url_tail".to_owned(), "url_taken")]);
    let capitals = Category::replay(&tasks()).decide(&add(with("PALAUTE")), &context()).expect("taken");
    assert_eq!(capitals, [added(QueueKind::AnonymousForm)]);
}

#[test]
fn con_19_a_queue_is_linked_to_a_service_that_is_there_and_not_archived_and_keeps_the_one_it_has() {
    let tasks = || vec![Event::Defined(category(Module::Tasks))];
    let with = |service| {
        let links = Links { service, ..OPEN };
        Command::AddSubcategory { subcategory: queue(), details: Box::new(details(QueueKind::Message)), tail_taken: false, links }
    };
    assert_eq!(wrong(tasks(), &with(LinkState::Missing)), [("service_id".to_owned(), "service_missing")]);
    assert_eq!(wrong(tasks(), &with(LinkState::Archived)), [("service_id".to_owned(), "service_archived")]);
    let kept = [tasks(), vec![added(QueueKind::Message)]].concat();
    for state in [LinkState::Missing, LinkState::Archived, LinkState::Open] {
        given::<Category>(kept.clone()).when(&with(state)).then_nothing();
    }
}

#[test]
fn con_19_a_patient_is_given_a_content_that_is_in_force_and_not_archived_and_the_queue_keeps_the_one_it_has() {
    let tasks = || vec![Event::Defined(category(Module::Tasks))];
    let with = |content| {
        let links = Links { content, ..OPEN };
        Command::AddSubcategory { subcategory: queue(), details: Box::new(details(QueueKind::PatientTask)), tail_taken: false, links }
    };
    assert_eq!(wrong(tasks(), &with(LinkState::Missing)), [("content_id".to_owned(), "service_content_unknown")]);
    assert_eq!(wrong(tasks(), &with(LinkState::Archived)), [("content_id".to_owned(), "service_content_archived")]);
    let kept = [tasks(), vec![added(QueueKind::PatientTask)]].concat();
    for state in [LinkState::Missing, LinkState::Archived, LinkState::Open] {
        given::<Category>(kept.clone()).when(&with(state)).then_nothing();
    }
}

#[test]
fn a_due_time_is_as_soon_as_possible_or_between_one_and_a_thousand() {
    let tasks = || vec![Event::Defined(category(Module::Tasks))];
    let due = |unit, amount| QueueDetails { due: Some(Due { unit, amount }), ..details(QueueKind::PatientTask) };
    for (unit, amount, refused) in [
        (TaskDueUnit::Days, 0, Some("due_out_of_range")),
        (TaskDueUnit::Days, 1, None),
        (TaskDueUnit::Months, 1000, None),
        (TaskDueUnit::Minutes, 1001, Some("due_out_of_range")),
        (TaskDueUnit::AsSoonAsPossible, 77, None),
        (TaskDueUnit::Unspecified, 7, Some("due_missing")),
    ] {
        let decided = Category::replay(&tasks()).decide(&add(due(unit, amount)), &context());
        assert_eq!(decided.err().map(|refused| refused.code()), refused, "{unit:?} {amount}");
    }
    assert_eq!(due(TaskDueUnit::AsSoonAsPossible, 77).fitting().due, Some(Due { unit: TaskDueUnit::AsSoonAsPossible, amount: 0 }));
}

#[test]
fn an_unknown_category_takes_no_queue() {
    given::<Category>([]).when(&add(details(QueueKind::Message))).then_refused("not_found");
    given::<Category>([]).when(&Command::Archive { subcategory: None }).then_refused("not_found");
    given::<Category>([]).when(&Command::Place { place: 3 }).then_refused("not_found");
    given::<Category>([defined()]).when(&Command::OrderQueues { order: vec![queue()] }).then_refused("not_found");
}

#[test]
fn an_archived_queue_accepts_nothing_new_until_it_is_restored() {
    let (archive, restore) = (Command::Archive { subcategory: Some(queue()) }, Command::Restore { subcategory: Some(queue()) });
    let archived = Event::Archived { subcategory: Some(queue()) };
    let before = || vec![defined(), added(QueueKind::Message)];
    let category = given::<Category>(before()).when(&archive).then([archived.clone()]);
    assert_eq!((category.accepts_from(queue(), area()), category.accepts_begun(queue())), (false, false));
    let with_archive = || [before(), vec![archived.clone()]].concat();
    given::<Category>(with_archive()).when(&archive).then_nothing();
    let category = given::<Category>(with_archive()).when(&restore).then([Event::Restored { subcategory: Some(queue()) }]);
    assert!(category.accepts_from(queue(), area()));
    given::<Category>(before()).when(&restore).then_nothing();
    // What is said of it can still be mended, and it stays archived.
    let renamed = QueueDetails { name: texts("Sairaanhoitaja"), ..details(QueueKind::Message) };
    let event = Event::SubcategoryAdded { subcategory: queue(), details: renamed.clone() };
    let category = given::<Category>(with_archive()).when(&add(renamed)).then([event]);
    assert!(!category.accepts_from(queue(), area()));
}

#[test]
fn an_archived_category_accepts_nothing_new_and_no_queues() {
    let archived = || vec![defined(), added(QueueKind::Message), Event::Archived { subcategory: None }];
    let category = Category::replay(&archived());
    assert!(!category.accepts_from(queue(), area()) && !category.accepts_begun(queue()));
    let another = Command::AddSubcategory {
        subcategory: Id::from_uuid(Uuid::from_u128(44)),
        details: Box::new(details(QueueKind::Message)),
        tail_taken: false,
        links: OPEN,
    };
    given::<Category>(archived()).when(&another).then_refused("category_archived");
    let with_queue = || [archived(), vec![Event::Archived { subcategory: Some(queue()) }]].concat();
    given::<Category>(with_queue()).when(&Command::Restore { subcategory: Some(queue()) }).then_refused("category_archived");
    let category = given::<Category>(with_queue()).when(&Command::Restore { subcategory: None }).then([Event::Restored { subcategory: None }]);
    // A queue that was archived on its own stays so.
    assert!(!category.accepts_from(queue(), area()));
}

#[test]
fn what_is_forwarded_goes_to_its_like() {
    for (kind, forwarded, consultation, begun) in [
        (QueueKind::Message, true, false, true),
        (QueueKind::Form, true, false, false),
        (QueueKind::AnonymousForm, true, false, false),
        (QueueKind::Consultation, false, true, false),
        (QueueKind::PatientTask, true, false, false),
        (QueueKind::SharedMessage, true, false, true),
        (QueueKind::Unknown, false, false, false),
    ] {
        assert_eq!((kind.takes_forwarded(false), kind.takes_forwarded(true), kind.takes_begun()), (forwarded, consultation, begun), "{kind:?}");
    }
    let tasks = Category::replay(&[Event::Defined(category(Module::Tasks)), added(QueueKind::Message)]);
    assert!(!tasks.accepts_from(queue(), area()), "residents choose the inbox alone");
    assert!(tasks.accepts_begun(queue()));
}

#[test]
fn sur_06_a_queue_of_forms_takes_them_in_as_long_as_it_and_its_category_are_open_and_no_other_queue_does() {
    let with = |kind, then: &[Event]| {
        let mut history = vec![Event::Defined(category(Module::Tasks)), added(kind)];
        history.extend_from_slice(then);
        Category::replay(&history)
    };
    let survey = |category: &Category| category.open_form(queue()).map(|(details, survey)| (details.name["fi"].clone(), survey));
    assert_eq!(survey(&with(QueueKind::Form, &[])), Some(("Hoitaja fi".to_owned(), Uuid::from_u128(8))));
    for kind in [QueueKind::Message, QueueKind::AnonymousForm, QueueKind::PatientTask, QueueKind::SharedMessage] {
        assert_eq!(survey(&with(kind, &[])), None, "{kind:?}");
    }
    for subcategory in [Some(queue()), None] {
        assert_eq!(survey(&with(QueueKind::Form, &[Event::Archived { subcategory }])), None, "{subcategory:?}");
        let again = [Event::Archived { subcategory }, Event::Restored { subcategory }];
        assert!(survey(&with(QueueKind::Form, &again)).is_some(), "{subcategory:?}");
    }
    assert_eq!(survey(&Category::replay(&[defined()])), None, "there is no such queue");
}

#[test]
fn a_save_has_to_have_seen_what_it_changes_and_nothing_else() {
    let mut category = Category::replay(&[defined(), added(QueueKind::Message)]);
    let versions = |category: &Category| (category.version, category.subcategories[&queue()].version);
    assert_eq!(versions(&category), (1, 2));
    category.evolve(&Event::Placed { place: 7 });
    category.evolve(&Event::QueuesOrdered { order: vec![queue()] });
    assert_eq!(versions(&category), (1, 2), "the order is nobody's work");
    category.evolve(&defined());
    assert_eq!(versions(&category), (5, 2));
    category.evolve(&Event::Archived { subcategory: Some(queue()) });
    assert_eq!(versions(&category), (5, 6));
}

#[test]
fn what_is_not_named_in_an_order_comes_behind() {
    assert_eq!(places(&[3, 1], [(1, 0), (2, 1), (3, 2), (4, 3)].into_iter()), [(3, 0), (1, 1), (2, 2), (4, 3)]);
    given::<Category>([defined(), added(QueueKind::Message), Event::QueuesOrdered { order: vec![queue()] }])
        .when(&Command::OrderQueues { order: vec![queue()] })
        .then_nothing();
}

#[test]
fn translations_stay_as_long_as_the_text_that_they_translate() {
    let mut kept = texts("Terveys");
    kept.insert("smn".to_owned(), "Tiervâsvuotâ".to_owned());
    let mut text = written(&kept);
    text.sv = "Hälsa".to_owned();
    let saved = over(&kept, &text);
    assert_eq!((saved["sv"].as_str(), saved["smn"].as_str()), ("Hälsa", "Tiervâsvuotâ"));
    text.fi = "Sairaus".to_owned();
    assert_eq!(over(&kept, &text).keys().map(String::as_str).collect::<Vec<_>>(), ["en", "fi", "sv"]);
}

#[test]
fn a_queue_is_open_to_who_works_it_in_role_and_at_location_alike() {
    for (role, location) in [(false, false), (false, true), (true, false), (true, true)] {
        assert_eq!(Admission { role, location }.is_given(), (role, location) == (true, true), "{role} {location}");
    }
}
