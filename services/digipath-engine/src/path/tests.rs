//! Rules of digital paths.

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, EventMeta, Matter, PublicationBody, PublicationCommand, PublicationEvent, Refusal, Stored,
    Timestamp, Translated, Uuid,
    testing::{NothingSealed, given},
};
use kajo_proto::{
    common::v1::Translated as Texts,
    digipath_engine::{
        store::v1::PathDrafted,
        v1::{ActionKind, ConditionKind, EntryMode, PathAction, PathBlock, PathCondition, PathEntry, PathStep},
    },
};
use prost::Message;

use super::{Body, Path};
use crate::plan::PathKind;

fn step(id: u128, condition: ConditionKind) -> PathStep {
    let content = PathAction { kind: ActionKind::Content.into(), service_content_id: Uuid::from_u128(5).to_string(), ..PathAction::default() };
    PathStep {
        step_id: Uuid::from_u128(id).to_string(),
        condition: Some(PathCondition { kind: condition.into(), ..PathCondition::default() }),
        delay: None,
        action: Some(content),
    }
}

fn block(id: u128, steps: Vec<PathStep>) -> PathBlock {
    PathBlock { block_id: Uuid::from_u128(id).to_string(), steps, off: false }
}

/// With this of blocks.
fn body(blocks: Vec<PathBlock>) -> Body {
    Body {
        name: Translated { fi: "Polvi".to_owned(), sv: "Knä".to_owned(), en: "Knee".to_owned() },
        category: Some(Uuid::from_u128(9)),
        matter: Matter::Health,
        blocks,
        ..Body::default()
    }
}

/// A path against which nothing stands.
fn path() -> Body {
    body(vec![block(100, vec![step(1, ConditionKind::Manual), step(2, ConditionKind::AfterPrevious)])])
}

fn publish(body: Body) -> PublicationCommand<Body> {
    PublicationCommand::Publish { body }
}

/// Fields at fault with their reasons and values.
fn told(body: Body) -> Vec<(&'static str, &'static str, String)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = Path::default().decide(&publish(body), &context).expect_err("refused");
    let value = |params: Vec<(&'static str, String)>| params.into_iter().map(|(_, value)| value).collect::<String>();
    refused.violations().into_iter().map(|each| (each.field, each.code, value(each.params))).collect()
}

#[test]
fn dig_02_what_is_missing_is_told_field_by_field_and_may_be_missing_in_a_draft() {
    let half = Translated { fi: "Polvi".to_owned(), sv: " ".to_owned(), en: String::new() };
    let wrong = Body { name: half.clone(), description: half, ..Body::default() };
    let expected = [
        ("details.name.sv", "translation_missing", ""),
        ("details.name.en", "translation_missing", ""),
        ("details.description.sv", "all_or_nothing", ""),
        ("details.description.en", "all_or_nothing", ""),
        ("details.path_category_id", "path_category_missing", ""),
        ("details.matter", "matter_missing", ""),
        ("details.blocks", "path_incomplete", ":path_empty"),
    ];
    assert_eq!(told(wrong.clone()), expected.map(|(field, code, problems)| (field, code, problems.to_owned())));
    let kept = wrong.kept_after(None);
    given::<Path>([]).when(&PublicationCommand::SaveDraft { body: wrong }).then([PublicationEvent::Drafted(kept)]);
}

#[test]
fn dig_02_what_stands_against_blocks_is_told_step_by_step() {
    let (empty, one) = (Uuid::from_u128(101), Uuid::from_u128(1));
    let wrong = body(vec![block(100, vec![step(1, ConditionKind::TaskDone)]), block(101, vec![])]);
    let problems = format!(":path_without_entry,{one}:queue_missing,{empty}:block_empty");
    assert_eq!(told(wrong), [("details.blocks", "path_incomplete", problems)]);
    let many = body((0..400).map(|id| block(id, vec![])).collect());
    assert_eq!(told(many).remove(0).2.split(',').count(), 50, "a header does not hold all of them");
}

#[test]
fn dig_02_a_published_version_never_changes_and_the_next_one_stands_beside_it() {
    let (first, second) = (path(), body(vec![block(100, vec![step(1, ConditionKind::Manual)])]));
    let published = PublicationEvent::Published { version: 1, body: first.clone() };
    given::<Path>([]).when(&publish(first.clone())).then([published.clone()]);
    given::<Path>([published.clone()]).when(&publish(first.clone())).then_refused("publication_unchanged");
    let draft = given::<Path>([published.clone()]).when(&PublicationCommand::SaveDraft { body: second.clone() });
    let draft = draft.then([PublicationEvent::Drafted(second.clone())]);
    assert_eq!((draft.published(), draft.version()), (Some(&first), 1), "a draft changes nothing that is in force");
    let next = given::<Path>([published, PublicationEvent::Drafted(second.clone())]).when(&publish(second.clone()));
    let next = next.then([PublicationEvent::Published { version: 2, body: second }]);
    assert_eq!((next.version(), next.has_draft()), (2, false));
}

#[test]
fn dig_08_a_path_is_published_without_blocks_against_which_something_stands() {
    let mut partly = path();
    partly.blocks.push(block(101, vec![step(3, ConditionKind::TaskDone)]));
    partly.blocks[1].off = true;
    let published = given::<Path>([]).when(&publish(partly.clone())).then([PublicationEvent::Published { version: 1, body: partly.clone() }]);
    assert_eq!(published.published().map(Body::plan), Some(path().plan()));
    partly.blocks[1].off = false;
    assert_eq!(told(partly).len(), 1);
}

#[test]
fn dig_02_the_next_version_has_the_matter_of_what_is_in_force() {
    let in_force = path();
    let moved = Body { matter: Matter::Social, ..path() };
    let told: Vec<_> = moved.stays_in_place(&in_force).expect_err("refused").violations().into_iter().map(|each| (each.field, each.code)).collect();
    assert_eq!(told, [("details.matter", "path_matter_fixed")]);
    assert_eq!(path().stays_in_place(&in_force), Ok(()));
    let unsaid = Body { matter: Matter::Unsaid, ..path() };
    assert_eq!(unsaid.stays_in_place(&in_force), Ok(()), "publishing tells what is missing");
}

/// Begins when the resident has booked in one of these, as the first editor builds it.
fn begun_by(events: &[&[u128]]) -> Body {
    let event = |services: &&[u128]| PathCondition {
        kind: ConditionKind::Booked.into(),
        service_ids: services.iter().map(|service| Uuid::from_u128(*service).to_string()).collect(),
        ..PathCondition::default()
    };
    let entry = PathEntry { mode: EntryMode::All.into(), events: events.iter().map(event).collect() };
    let blocks = vec![block(100, vec![step(1, ConditionKind::AfterPrevious)])];
    Body { kind: PathKind::Events, entry: Some(entry), ..body(blocks) }
}

#[test]
fn dig_01_a_path_that_begins_with_events_is_published_and_what_stands_against_them_is_told_by_number() {
    let good = begun_by(&[&[10], &[11]]);
    let published = given::<Path>([]).when(&publish(good.clone())).then([PublicationEvent::Published { version: 1, body: good.clone() }]);
    let entry = published.published().and_then(|body| body.plan().entry).expect("it begins with events");
    assert_eq!((entry.all, entry.events.len()), (true, 2));
    assert_eq!(told(begun_by(&[&[10], &[]])), [("details.blocks", "path_incomplete", "2:services_missing".to_owned())]);
    assert_eq!((good.kind(), path().kind()), (1, 2), "lists are narrowed by it");
}

#[test]
fn dig_01_how_a_path_is_built_stays_as_it_was_first_saved() {
    let (by_events, by_blocks) = (begun_by(&[&[10]]), path());
    for (kept, other) in [(&by_events, &by_blocks), (&by_blocks, &by_events)] {
        let told: Vec<_> = other.keeps_kind(kept).expect_err("refused").violations().into_iter().map(|each| (each.field, each.code)).collect();
        assert_eq!(told, [("details.kind", "path_kind_fixed")]);
        assert_eq!(kept.keeps_kind(kept), Ok(()));
    }
}

#[test]
fn dig_01_what_was_stored_before_there_were_two_kinds_is_built_with_blocks() {
    let event = PublicationEvent::Drafted(path());
    let written = event.encode(&mut NothingSealed);
    let mut drafted = PathDrafted::decode(written.payload.as_slice()).expect("a draft");
    drafted.body.as_mut().expect("with a body").kind = 0;
    let stored = Stored { event_type: event.event_type().0.to_owned(), schema: written.schema, payload: drafted.encode_to_vec() };
    assert_eq!(PublicationEvent::<Body>::decode(&stored, &NothingSealed).expect("it is read"), event);
}

#[test]
fn blanks_around_words_are_not_kept() {
    let of = |blank: &str| {
        let texts = |word: &str| Texts { fi: format!("{blank}{word}"), sv: blank.to_owned(), en: format!("{word}{blank}") };
        let task = PathAction { title: Some(texts("Kävele")), instruction: Some(texts("Joka päivä")), ..PathAction::default() };
        let mut typed = path();
        typed.name.sv.push_str(blank);
        typed.description.fi.push_str(blank);
        typed.blocks[0].steps[1].action = Some(task);
        typed
    };
    assert_eq!(of(" ").kept_after(None), of(""));
    assert_eq!(path().kept_after(None), path(), "what is not said stays so");
}

#[test]
fn a_path_is_found_by_its_names_and_its_description_in_any_language() {
    let described = Body { description: Translated { fi: "Leikkaukseen".to_owned(), sv: "Till operation".to_owned(), en: String::new() }, ..path() };
    assert_eq!(described.words(), "Polvi Knä Knee\nLeikkaukseen Till operation");
    assert_eq!(path().words(), "Polvi Knä Knee\n");
}

#[test]
fn everybody_may_hear_that_a_path_is_published_and_nobody_what_is_being_built() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let facts = [PublicationEvent::Published { version: 1, body: path() }, PublicationEvent::Archived, PublicationEvent::Restored]
        .map(|event| event.publish(&meta).expect("a fact"));
    let names = facts.each_ref().map(|fact| fact.message.rsplit('.').next().unwrap_or_default());
    assert_eq!(names, ["PathPublished", "PathArchived", "PathRestored"]);
    for private in [PublicationEvent::Drafted(path()), PublicationEvent::DraftDropped] {
        assert_eq!(private.publish(&meta), None);
    }
    assert!(facts.iter().all(|fact| fact.payload.len() <= Uuid::nil().to_string().len() + 4));
}
