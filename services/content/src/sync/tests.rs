//! Rules of syncing.

use chassis_domain::{Aggregate, PublicationEvent, Refusal, Refusals, SignedDuration, Timestamp, Translated, Uuid};

use super::{
    CONTENT, Entry, Failed, Failure, Part, SERVICE, Said, SyncState, Texts, differing, is_being_written, lacking, of_content, of_service, taken,
    with_content_texts, with_service_texts,
};
use crate::{
    service,
    service_content::{Body, LanguageVersion, Languages, ServiceContent},
};

fn texts<const N: usize>(texts: [(&'static str, &str); N]) -> Texts {
    texts.into_iter().map(|(name, text)| (name, text.to_owned())).collect()
}

fn entry(said: &[(Part, &'static str, &str)]) -> Entry {
    let said = said.iter().map(|(part, language, text)| Said { part: *part, language, text: (*text).to_owned() });
    Entry { id: Uuid::nil(), said: said.collect() }
}

const WHOLE: [(Part, &str, &str); 9] = [
    (Part::Name, "fi", "Hammashoito"),
    (Part::Name, "sv", "Tandvård"),
    (Part::Name, "en", "Dental care"),
    (Part::Summary, "fi", "Lyhyesti"),
    (Part::Summary, "sv", "Kort"),
    (Part::Summary, "en", "In short"),
    (Part::Description, "fi", "Kaikki"),
    (Part::Description, "sv", "Allt"),
    (Part::Description, "en", "All of it"),
];

#[test]
fn svc_04_names_and_short_texts_fill_a_service_and_names_and_whole_texts_a_content() {
    let whole = entry(&WHOLE);
    let expected = [
        ("name.fi", "Hammashoito"),
        ("name.sv", "Tandvård"),
        ("name.en", "Dental care"),
        ("description.fi", "Lyhyesti"),
        ("description.sv", "Kort"),
        ("description.en", "In short"),
    ];
    assert_eq!(whole.texts(&SERVICE), texts(expected));
    let service = with_service_texts(service::Details::default(), &whole.texts(&SERVICE));
    assert_eq!(service.description, Translated { fi: "Lyhyesti".to_owned(), sv: "Kort".to_owned(), en: "In short".to_owned() });
    assert_eq!(of_service(&service), texts(expected));
    let body = with_content_texts(Body::default(), &whole.texts(&CONTENT));
    assert_eq!(body.languages.sv, LanguageVersion { title: "Tandvård".to_owned(), text: "Allt".to_owned(), stale: false });
    assert_eq!(with_content_texts(Body::default(), &of_content(&body)), body);
}

#[test]
fn svc_04_texts_are_taken_as_they_would_be_kept_and_a_sami_language_whole_or_not_at_all() {
    let said = entry(&[
        (Part::Name, "fi", " Hammashoito "),
        (Part::Description, "fi", "Ensin\r\n\r\nsitten\n"),
        (Part::Description, "sv", "  "),
        (Part::Name, "sme", "Bátnedikšu"),
        (Part::Name, "smn", "Pänitipšo"),
        (Part::Description, "smn", "Puoh"),
    ]);
    let expected = [("fi.title", "Hammashoito"), ("fi.text", "Ensin\n\nsitten"), ("smn.title", "Pänitipšo"), ("smn.text", "Puoh")];
    assert_eq!(said.texts(&CONTENT), texts(expected));
}

#[test]
fn svc_04_a_text_follows_the_source_until_an_editor_changes_it_and_again_once_both_say_the_same() {
    let said = texts([("name.fi", "Uusi"), ("name.sv", "Ny"), ("name.en", "New"), ("description.fi", "Kuvaus")]);
    let before = texts([("name.fi", "Vanha"), ("name.sv", "Gammal"), ("name.en", "Old"), ("description.fi", "Oli")]);
    // Followed, changed by an editor, said as the source says it now, emptied by an editor.
    let here = texts([("name.fi", "Vanha"), ("name.sv", "Redaktörens"), ("name.en", "New"), ("description.fi", "")]);
    assert_eq!(taken(&here, &before, &said, &[], true), texts([("name.fi", "Uusi")]));
    assert_eq!(
        differing(&SERVICE, &with(&here, [("name.fi", "Uusi")]), &said),
        [("name.sv", "Redaktörens".to_owned(), "Ny".to_owned()), ("description.fi", String::new(), "Kuvaus".to_owned())],
    );
    // The one that says the same is followed from then on.
    let next = texts([("name.fi", "Uusi"), ("name.sv", "Ny"), ("name.en", "Newer")]);
    assert_eq!(taken(&with(&here, [("name.fi", "Uusi")]), &said, &next, &[], true), texts([("name.en", "Newer")]));
}

fn with<const N: usize>(here: &Texts, changed: [(&'static str, &str); N]) -> Texts {
    here.clone().into_iter().chain(texts(changed)).collect()
}

#[test]
fn svc_04_the_first_sync_fills_what_is_empty_and_leaves_what_is_written() {
    let said = texts([("name.fi", "Rekisterin"), ("description.fi", "Kuvaus")]);
    let here = texts([("name.fi", "Oma"), ("description.fi", "")]);
    assert_eq!(taken(&here, &Texts::new(), &said, &[], true), texts([("description.fi", "Kuvaus")]));
}

#[test]
fn svc_04_what_is_asked_for_is_taken_whatever_stands_here_and_alone_where_words_wait() {
    let said = texts([("name.fi", "Rekisterin"), ("name.sv", "Registrets"), ("description.fi", "Kuvaus")]);
    let here = texts([("name.fi", "Oma"), ("name.sv", "Eget"), ("description.fi", "")]);
    let asked = ["name.fi".to_owned(), "unknown".to_owned()];
    assert_eq!(taken(&here, &Texts::new(), &said, &asked, false), texts([("name.fi", "Rekisterin")]));
    assert_eq!(taken(&here, &Texts::new(), &said, &asked, true), texts([("name.fi", "Rekisterin"), ("description.fi", "Kuvaus")]));
    assert_eq!(taken(&here, &Texts::new(), &said, &[], false), Texts::new());
}

#[test]
fn svc_04_what_the_source_says_no_more_is_removed_nowhere() {
    let here = texts([("name.fi", "Hammashoito"), ("description.fi", "Kuvaus")]);
    assert_eq!(taken(&here, &here, &texts([("name.fi", "Hammashoito")]), &[], true), Texts::new());
    let now = Timestamp::UNIX_EPOCH;
    let state = SyncState::default().succeeded(here.clone(), &[], now).succeeded(texts([("name.fi", "Suun hoito")]), &["sv"], now);
    assert_eq!((state.texts, state.lacking), (with(&here, [("name.fi", "Suun hoito")]), vec!["sv".to_owned()]));
}

#[test]
fn svc_04_finnish_swedish_and_english_are_needed_and_of_a_services_description_all_or_none() {
    let without =
        |gone: &[(Part, &str)]| entry(&WHOLE.into_iter().filter(|(part, language, _)| !gone.contains(&(*part, *language))).collect::<Vec<_>>());
    let of_service = |gone: &[(Part, &str)]| lacking(&SERVICE, &without(gone).texts(&SERVICE));
    assert_eq!(of_service(&[]), [""; 0]);
    assert_eq!(of_service(&[(Part::Name, "sv")]), ["sv"]);
    assert_eq!(of_service(&[(Part::Summary, "fi"), (Part::Summary, "en")]), ["fi", "en"]);
    assert_eq!(of_service(&[(Part::Summary, "fi"), (Part::Summary, "sv"), (Part::Summary, "en"), (Part::Description, "fi")]), [""; 0]);
    let of_content = |gone: &[(Part, &str)]| lacking(&CONTENT, &without(gone).texts(&CONTENT));
    assert_eq!(of_content(&[(Part::Summary, "sv")]), [""; 0]);
    assert_eq!(of_content(&[(Part::Description, "sv"), (Part::Name, "en")]), ["sv", "en"]);
    assert_eq!(of_content(&[(Part::Description, "fi"), (Part::Description, "sv"), (Part::Description, "en")]), ["fi", "sv", "en"]);
}

fn body(title: &str) -> Body {
    let fi = LanguageVersion { title: title.to_owned(), text: "Teksti".to_owned(), stale: false };
    Body { name: "Ohje".to_owned(), languages: Languages { fi, ..Languages::default() }, ..Body::default() }
}

#[test]
fn svc_04_a_draft_with_words_of_an_editor_is_theirs_and_one_that_came_by_a_sync_is_not() {
    let (published, drafted) = (|title: &str| PublicationEvent::Published { version: 1, body: body(title) }, |body| PublicationEvent::Drafted(body));
    let of = |events: &[PublicationEvent<Body>], before: &Texts| is_being_written(&ServiceContent::replay(events), before);
    let synced = of_content(&body("Rekisterin"));
    assert!(!of(&[published("Voimassa")], &synced));
    assert!(!of(&[published("Voimassa"), drafted(body("Rekisterin"))], &synced));
    assert!(!of(&[drafted(body("Rekisterin"))], &synced));
    assert!(of(&[published("Voimassa"), drafted(body("Toimittajan"))], &synced));
    assert!(of(&[drafted(body("Toimittajan"))], &Texts::new()));
    assert!(of(&[published("Voimassa"), drafted(Body { name: "Toinen".to_owned(), ..body("Voimassa") })], &synced));
    // One that was begun to be filled.
    assert!(!of(&[drafted(Body { name: "Ohje".to_owned(), ..Body::default() })], &Texts::new()));
}

#[test]
fn svc_04_a_failure_says_since_when_and_why_keeps_the_last_words_and_is_told_aloud_the_third_time_in_a_row() {
    let at = |minutes: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes);
    let said = texts([("name.fi", "Hammashoito")]);
    let good = SyncState::default().succeeded(said.clone(), &[], at(0));
    assert_eq!((good.tried_at, good.succeeded_at, good.failing.as_ref()), (Some(at(0)), Some(at(0)), None));
    let mut state = good;
    for (number, failed) in [(1, Failed::Unavailable), (2, Failed::Malformed), (3, Failed::Gone), (4, Failed::Gone)] {
        state = state.failed(Failure::of(&failed), at(number));
        let failing = state.failing.clone().unwrap_or_else(|| panic!("it fails"));
        assert_eq!((failing.since, i64::from(failing.in_a_row), failing.failure.reason.as_str()), (at(1), number, failed.code()));
        assert_eq!(SyncState::alerts_at(failing.in_a_row), number == 3);
        assert_eq!((state.tried_at, state.succeeded_at, &state.texts), (Some(at(number)), Some(at(0)), &said));
    }
    let again = state.succeeded(said, &[], at(5)).failed(Failure::of(&Failed::Unavailable), at(6));
    assert_eq!(again.failing.map(|failing| (failing.since, failing.in_a_row)), Some((at(6), 1)));
}

#[test]
fn svc_04_it_is_fetched_at_its_interval_and_after_a_failure_within_the_hour() {
    let at = |minutes: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes);
    assert!(SyncState::default().is_due(720, at(0)));
    let good = SyncState::default().succeeded(Texts::new(), &[], at(0));
    let bad = good.clone().failed(Failure::of(&Failed::Unavailable), at(0));
    for (interval, minutes, is_due, is_due_after_failure) in
        [(1, 59, false, false), (1, 60, true, true), (24, 60, false, true), (24, 1439, false, true), (24, 1440, true, true)]
    {
        let due = (good.is_due(interval, at(minutes)), bad.is_due(interval, at(minutes)));
        assert_eq!(due, (is_due, is_due_after_failure), "{interval} {minutes}");
    }
}

#[test]
fn svc_04_a_failure_is_told_by_the_first_field_at_fault_in_the_words_of_refusals() {
    let told = |refusal: &dyn Fn() -> Failure| {
        let Failure { reason, field, params } = refusal();
        (reason, field, params.into_iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>())
    };
    let of = |failed: Failed| told(&|| Failure::of(&failed));
    assert_eq!(of(Failed::Unavailable), ("service_register_unavailable".to_owned(), String::new(), vec![]));
    assert_eq!(of(Failed::Markdown { field: "sv.text", line: 3 }), ("markdown_refused".to_owned(), "sv.text".to_owned(), vec!["line 3".to_owned()]));
    assert_eq!(of(Failed::TooLong { field: "name.fi", max: 200 }), ("too_long".to_owned(), "name.fi".to_owned(), vec!["max 200".to_owned()]));
    let lacking = of(Failed::LanguageMissing { languages: vec!["sv", "en"] });
    assert_eq!(lacking, ("service_register_language_missing".to_owned(), String::new(), vec!["languages sv en".to_owned()]));
    let exists = Refusals::from(service::Refused::NameExists { names: "Lastenneuvola".to_owned() });
    assert_eq!(told(&|| Failure::of(&exists)), ("service_name_exists".to_owned(), String::new(), vec!["names Lastenneuvola".to_owned()]));
    let broken = Refusals::of_broken([(true, service::Refused::TranslationMissing("details.name.sv")), (true, service::Refused::CategoryMissing)]);
    let broken = broken.err().unwrap_or_else(|| panic!("two rules are broken"));
    assert_eq!(told(&|| Failure::of(&broken)), ("translation_missing".to_owned(), "name.sv".to_owned(), vec![]));
}
