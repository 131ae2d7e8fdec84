//! Rules of documents.

use std::collections::BTreeSet;

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, EventMeta, PublicationBody, PublicationCommand, PublicationEvent, Refusal, Timestamp, Uuid,
    testing::{
        chart::{arrow, drawn},
        given,
    },
};

use super::{Body, Document, DocumentWords, Kind, Languages};

const LINKED: [Kind; 3] = [Kind::AnnouncementImportant, Kind::AnnouncementInfo, Kind::CriticalAnnouncement];
const LEGAL: [Kind; 3] = [Kind::PrivacyPolicy, Kind::Accessibility, Kind::Cookies];

fn page(title: &str, text: &str) -> DocumentWords {
    DocumentWords { title: title.to_owned(), text: text.to_owned(), ..DocumentWords::default() }
}

fn linked(title: &str) -> DocumentWords {
    DocumentWords { link_text: "Lue lisää".to_owned(), link_url: "https://kajo.example/huolto".to_owned(), ..page(title, "**Teksti**") }
}

/// In Finnish, Swedish and English, with every field that the kind has.
fn body(kind: Kind) -> Body {
    let of = |title: &str| linked(title).of_kind(kind);
    let languages = Languages { fi: of("Huoltokatko"), sv: of("Driftsavbrott"), en: of("Maintenance break"), ..Languages::default() };
    Body { kind, languages }
}

fn with(kind: Kind, change: impl FnOnce(&mut Languages)) -> Body {
    let mut body = body(kind);
    change(&mut body.languages);
    body
}

fn publish(body: Body) -> PublicationCommand<Body> {
    PublicationCommand::Publish { body }
}

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() }
}

/// Fields at fault with their reasons and values.
fn told(body: Body) -> Vec<(&'static str, &'static str, String)> {
    let refused = Document::default().decide(&publish(body), &context()).expect_err("refused");
    let value = |params: Vec<(&'static str, String)>| params.into_iter().map(|(_, value)| value).collect::<String>();
    refused.violations().into_iter().map(|each| (each.field, each.code, value(each.params))).collect()
}

fn plain<const N: usize>(expected: [(&'static str, &'static str); N]) -> [(&'static str, &'static str, String); N] {
    expected.map(|(field, code)| (field, code, String::new()))
}

#[test]
fn cms_10_there_is_one_document_of_each_kind_under_an_id_of_its_own() {
    for kind in Kind::ALL {
        assert_eq!(Kind::of_id(kind.id().uuid()), Some(kind));
        assert_eq!(Kind::from_number(kind.number()), Some(kind));
        assert_eq!(Kind::from_public(kind.public()), Some(kind));
        assert_eq!(u32::try_from(i32::from(kind.public())), Ok(kind.number()));
    }
    assert_eq!(Kind::of_id(Uuid::nil()), None);
    let names = Kind::ALL.map(Kind::name);
    assert_eq!(
        names,
        ["landing-page", "announcement-important", "announcement-info", "critical-announcement", "privacy-policy", "accessibility", "cookies"]
    );
}

#[test]
fn cms_10_fields_that_belong_together_are_all_filled_or_all_empty() {
    for kind in LINKED {
        let wrong = with(kind, |languages| {
            languages.fi.link_text = " ".to_owned();
            languages.sv = DocumentWords::default();
            languages.en = page("", "Text");
            languages.sme.link_text = "Loga".to_owned();
        });
        let expected = plain([
            ("details.fi.link_text", "all_or_nothing"),
            ("details.sv.title", "translation_missing"),
            ("details.sv.text", "translation_missing"),
            ("details.sv.link_text", "translation_missing"),
            ("details.sv.link_url", "translation_missing"),
            ("details.en.title", "all_or_nothing"),
            ("details.en.link_text", "all_or_nothing"),
            ("details.en.link_url", "all_or_nothing"),
            ("details.sme.title", "all_or_nothing"),
            ("details.sme.text", "all_or_nothing"),
            ("details.sme.link_url", "all_or_nothing"),
        ]);
        assert_eq!(told(wrong), expected, "{kind:?}");
    }
    for kind in [Kind::LandingPage].into_iter().chain(LEGAL) {
        let wrong = with(kind, |languages| {
            languages.fi.title = String::new();
            languages.en = DocumentWords::default();
            languages.sms.text = "Teksti".to_owned();
        });
        let expected = plain([
            ("details.fi.title", "all_or_nothing"),
            ("details.en.title", "translation_missing"),
            ("details.en.text", "translation_missing"),
            ("details.sms.title", "all_or_nothing"),
        ]);
        assert_eq!(told(wrong), expected, "{kind:?}");
    }
}

#[test]
fn cms_10_finnish_swedish_and_english_are_published_together_and_a_sami_language_whole_beside_them() {
    for kind in Kind::ALL {
        given::<Document>([]).when(&publish(body(kind))).then([PublicationEvent::Published { version: 1, body: body(kind) }]);
        let whole = with(kind, |languages| languages.smn = linked("Huolâttâs").of_kind(kind));
        given::<Document>([]).when(&publish(whole.clone())).then([PublicationEvent::Published { version: 1, body: whole }]);
    }
    // A Sami language alone lacks all that it would be a translation of.
    let mut alone = Body::unwritten(Kind::LandingPage);
    alone.languages.sme = page("Fuolahus", "Teaksta");
    assert!(told(alone).into_iter().all(|(_, code, _)| code == "translation_missing"));
}

#[test]
fn cms_01_an_announcement_is_taken_away_by_publishing_nothing_and_a_legal_page_always_says_something() {
    for kind in LINKED.into_iter().chain([Kind::LandingPage]) {
        let shown = PublicationEvent::Published { version: 1, body: body(kind) };
        let gone = PublicationEvent::Published { version: 2, body: Body::unwritten(kind) };
        given::<Document>([shown]).when(&publish(Body::unwritten(kind))).then([gone]);
    }
    for kind in LEGAL {
        let lacking = told(Body::unwritten(kind));
        assert_eq!(lacking.len(), 6, "{kind:?}");
        assert!(lacking.into_iter().all(|(_, code, _)| code == "translation_missing"), "{kind:?}");
    }
}

#[test]
fn cms_01_a_text_and_a_link_that_break_a_rule_are_told_at_their_fields_and_may_stand_in_a_draft() {
    let wrong = with(Kind::CriticalAnnouncement, |languages| {
        languages.sv.text = "Rad\n\n<script>alert(1)</script>".to_owned();
        languages.sv.link_url = "javascript:alert(1)".to_owned();
        languages.en.link_url = "https://user@kajo.example".to_owned();
    });
    let expected = [
        ("details.sv.text", "markdown_refused", "3".to_owned()),
        ("details.sv.link_url", "link_refused", String::new()),
        ("details.en.link_url", "link_refused", String::new()),
    ];
    assert_eq!(told(wrong.clone()), expected);
    let draft = PublicationCommand::SaveDraft { body: wrong.clone() };
    given::<Document>([]).when(&draft).then([PublicationEvent::Drafted(wrong)]);
}

#[test]
fn cms_03_a_kind_keeps_the_fields_that_it_has_and_never_becomes_another() {
    for kind in LEGAL.into_iter().chain([Kind::LandingPage]) {
        let typed = Body { kind, languages: Languages { fi: linked(" Otsikko "), ..Languages::default() } };
        assert_eq!(typed.kept_after(None).languages.fi, page("Otsikko", "**Teksti**"), "{kind:?}");
    }
    let kept = body(Kind::CriticalAnnouncement).kept_after(Some(&body(Kind::AnnouncementInfo)));
    assert_eq!(kept, body(Kind::AnnouncementInfo));
}

#[test]
fn cms_03_a_translation_lags_behind_finnish_words_that_change_until_it_changes_too_or_is_said_to_be_right() {
    let kind = Kind::AnnouncementImportant;
    let kept = |body: &Body, before: &Body| {
        body.kept_after(Some(before)).languages.by_code().filter(|(_, words)| words.stale).map(|(code, _)| code).collect::<Vec<_>>()
    };
    let changes: [fn(&mut DocumentWords); 4] =
        [|words| words.title.push('!'), |words| words.text.push('!'), |words| words.link_text.push('!'), |words| words.link_url.push('2')];
    for change in changes {
        let now = with(kind, |languages| {
            change(&mut languages.fi);
            change(&mut languages.sv);
        });
        assert_eq!(kept(&now, &body(kind)), ["en"]);
        let lagging = now.kept_after(Some(&body(kind)));
        assert_eq!(kept(&lagging, &lagging), ["en"], "as long as nobody says otherwise");
        let mut said = lagging.clone();
        said.languages.en.stale = false;
        assert_eq!(kept(&said, &lagging), [""; 0]);
    }
}

#[test]
fn cms_10_the_words_in_force_are_not_published_again() {
    let kind = Kind::Cookies;
    let shown = PublicationEvent::Published { version: 1, body: body(kind) };
    let state = Document::replay([&shown]);
    assert_eq!(state.decide(&publish(body(kind)), &context()).expect_err("refused").code(), "publication_unchanged");
}

#[test]
fn cms_10_old_words_that_break_a_rule_of_today_become_the_draft() {
    let kind = Kind::AnnouncementInfo;
    let old = with(kind, |languages| languages.en.link_url = "http://kajo.example".to_owned());
    let history = [PublicationEvent::Published { version: 1, body: old.clone() }, PublicationEvent::Published { version: 2, body: body(kind) }];
    given::<Document>(history).when(&PublicationCommand::RollBack { body: old.clone() }).then([PublicationEvent::Drafted(old)]);
}

#[test]
fn everybody_may_hear_that_a_document_is_published_and_nobody_what_is_being_written() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Kind::LandingPage.id().uuid(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let fact = PublicationEvent::Published { version: 1, body: body(Kind::LandingPage) }.publish(&meta).expect("a fact");
    assert_eq!(fact.message, "kajo.content.v1.DocumentPublished");
    assert!(fact.payload.len() <= Uuid::nil().to_string().len() + 4);
    for private in [PublicationEvent::Drafted(body(Kind::LandingPage)), PublicationEvent::DraftDropped] {
        assert_eq!(private.publish(&meta), None);
    }
}

#[test]
fn the_state_chart_of_a_document_is_what_is_decided() {
    let kind = Kind::AnnouncementInfo;
    // Finnish words that change would mark translations, and the draft would not be dropped.
    let other = with(kind, |languages| languages.sv.title = "Avbrott".to_owned());
    let broken = with(kind, |languages| languages.en.link_url = "http://kajo.example".to_owned());
    let state = |of: &Document| match (of.version() > 0, of.has_draft()) {
        (false, false) => "NotWritten",
        (false, true) => "Draft",
        (true, false) => "Published",
        (true, true) => "DraftBeside",
    };
    let shown = || PublicationEvent::Published { version: 1, body: body(kind) };
    let drafted = || PublicationEvent::Drafted(other.clone());
    let commands = [body(kind), other.clone(), broken].map(|body| {
        [
            ("SaveDraft", PublicationCommand::SaveDraft { body: body.clone() }),
            ("Publish", publish(body.clone())),
            ("RollBack", PublicationCommand::RollBack { body }),
        ]
    });
    let mut arrows = BTreeSet::new();
    for history in [vec![], vec![drafted()], vec![shown()], vec![shown(), drafted()]] {
        for (name, command) in commands.iter().flatten() {
            let before = Document::replay(&history);
            let Ok(events) = before.decide(command, &context()) else { continue };
            let mut after = before.clone();
            for event in &events {
                after.evolve(event);
            }
            let (from, to) = (state(&before), state(&after));
            if from != to {
                arrows.insert(arrow(from == "NotWritten", from, to, name));
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../docs/state-charts.md"), "A document"));
}
