//! Rules of service contents.

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, EventMeta, PublicationBody, PublicationCommand, PublicationEvent, Refusal, Timestamp, Uuid,
    testing::given,
};

use super::{Body, ContentType, LanguageVersion, Languages, ServiceContent};

fn version(title: &str, text: &str) -> LanguageVersion {
    LanguageVersion { title: title.to_owned(), text: text.to_owned(), stale: false }
}

fn body() -> Body {
    Body {
        name: "Verikoe".to_owned(),
        content_type: ContentType::PreparationInstructions,
        languages: Languages {
            fi: version("Ennen verikoetta", "Ole **ravinnotta** 10 tuntia."),
            sv: version("Före blodprovet", "Var **fastande** i 10 timmar."),
            en: version("Before the blood test", "**Fast** for 10 hours."),
            ..Languages::default()
        },
    }
}

fn with(change: impl FnOnce(&mut Languages)) -> Body {
    let mut body = body();
    change(&mut body.languages);
    body
}

fn publish(body: Body) -> PublicationCommand<Body> {
    PublicationCommand::Publish { body }
}

/// Fields at fault with their reasons and values.
fn told(body: Body) -> Vec<(&'static str, &'static str, String)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = ServiceContent::default().decide(&publish(body), &context).expect_err("refused");
    let value = |params: Vec<(&'static str, String)>| params.into_iter().map(|(_, value)| value).collect::<String>();
    refused.violations().into_iter().map(|each| (each.field, each.code, value(each.params))).collect()
}

#[test]
fn svc_03_finnish_swedish_and_english_are_published_together_each_whole() {
    let wrong = with(|languages| {
        languages.fi.title = " ".to_owned();
        languages.sv = LanguageVersion::default();
        languages.en.text = String::new();
    });
    let missing = |field| (field, "translation_missing", String::new());
    let expected = ["details.fi.title", "details.sv.title", "details.sv.text", "details.en.text"].map(missing);
    assert_eq!(told(wrong), expected);
    given::<ServiceContent>([]).when(&publish(body())).then([PublicationEvent::Published { version: 1, body: body() }]);
}

#[test]
fn svc_03_a_sami_language_is_published_whole_or_not_at_all() {
    let wrong = with(|languages| {
        languages.sme.title = "Ovdal varraiskosa".to_owned();
        languages.sms.text = "Teksti".to_owned();
    });
    let expected = ["details.sme.text", "details.sms.title"].map(|field| (field, "all_or_nothing", String::new()));
    assert_eq!(told(wrong), expected);
    let whole = with(|languages| languages.smn = version("Ovdil", "Teksti"));
    given::<ServiceContent>([]).when(&publish(whole.clone())).then([PublicationEvent::Published { version: 1, body: whole }]);
}

#[test]
fn svc_03_what_has_no_place_in_a_text_is_told_with_its_line_and_may_stand_in_a_draft() {
    let wrong = with(|languages| {
        languages.sv.text = "Rad\n\n<script>alert(1)</script>".to_owned();
        languages.sme = version("Otsikko", "# Ensimmäinen taso");
    });
    let expected = [("details.sv.text", "markdown_refused", "3".to_owned()), ("details.sme.text", "markdown_refused", "1".to_owned())];
    assert_eq!(told(wrong.clone()), expected);
    let draft = PublicationCommand::SaveDraft { body: wrong.clone() };
    given::<ServiceContent>([]).when(&draft).then([PublicationEvent::Drafted(wrong)]);
}

#[test]
fn svc_03_a_translation_lags_behind_finnish_words_that_change_until_it_changes_too_or_is_said_to_be_right() {
    let changed = |languages: &mut Languages| languages.fi.text = "Ole ravinnotta 12 tuntia.".to_owned();
    let kept = |body: Body, before: &Body| {
        body.kept_after(Some(before)).languages.by_code().filter(|(_, version)| version.stale).map(|(code, _)| code).collect::<Vec<_>>()
    };
    // Swedish was translated at once, English was not; what is not written cannot lag.
    let now = with(|languages| {
        changed(languages);
        languages.sv.text = "Var fastande i 12 timmar.".to_owned();
    });
    assert_eq!(kept(now.clone(), &body()), ["en"]);
    let lagging = now.kept_after(Some(&body()));
    assert_eq!(kept(lagging.clone(), &lagging), ["en"], "as long as nobody says otherwise");
    let mut said = lagging.clone();
    said.languages.en.stale = false;
    assert_eq!(kept(said, &lagging), [""; 0]);
    let mut translated = lagging.clone();
    translated.languages.en.text = "Fast for 12 hours.".to_owned();
    assert_eq!(kept(translated, &lagging), [""; 0]);
    // Whoever writes it first cannot say that it lags.
    assert!(!with(|languages| languages.sv.stale = true).kept_after(None).languages.sv.stale);
}

#[test]
fn blanks_around_words_are_not_kept_and_lines_end_as_everywhere() {
    let typed = with(|languages| languages.fi = version(" Ennen verikoetta ", "Ensin\r\n\r\nsitten \n"));
    let kept = Body { name: " Verikoe ".to_owned(), ..typed }.kept_after(None);
    assert_eq!((kept.name.as_str(), &kept.languages.fi), ("Verikoe", &version("Ennen verikoetta", "Ensin\n\nsitten")));
}

#[test]
fn cms_07_titles_stand_on_the_first_line_of_what_is_searched_and_the_administrative_name_does_not() {
    let words = with(|languages| languages.sme = version("Ovdal\nvarraiskosa", "Teaksta")).words();
    let (titles, rest) = words.split_once('\n').expect("titles, and the rest");
    assert_eq!(titles, "Ennen verikoetta Före blodprovet Before the blood test Ovdal varraiskosa");
    assert!(rest.starts_with("Verikoe ") && rest.contains("fastande") && rest.ends_with("Teaksta"), "{rest}");
}

#[test]
fn everybody_may_hear_that_a_content_is_published_and_nobody_what_is_being_written() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let facts = [PublicationEvent::Published { version: 1, body: body() }, PublicationEvent::Archived, PublicationEvent::Restored]
        .map(|event| event.publish(&meta).expect("a fact"));
    let names = facts.each_ref().map(|fact| fact.message.rsplit('.').next().unwrap_or_default());
    assert_eq!(names, ["ContentPublished", "ContentArchived", "ContentRestored"]);
    for private in [PublicationEvent::Drafted(body()), PublicationEvent::DraftDropped] {
        assert_eq!(private.publish(&meta), None);
    }
    assert!(facts.iter().all(|fact| fact.payload.len() <= Uuid::nil().to_string().len() + 4));
}
