//! Rules of notification templates.

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, Encoded, EventMeta, PublicationBody, PublicationCommand, PublicationEvent, Refusal, Stored,
    Timestamp, Uuid,
    testing::{NothingSealed, given},
};
use kajo_proto::content::store::v1 as store;
use prost::Message;

use super::{Body, Languages, NotificationTemplate, Words, filling::allowed, kind_of_id, template_id};
use crate::notification::Kind;

const LANGUAGES: [&str; 6] = ["fi", "sv", "en", "sme", "smn", "sms"];

fn words(subject: &str, email: &str, sms: &str, push: &str) -> Words {
    Words { subject: subject.to_owned(), email: email.to_owned(), sms: sms.to_owned(), push: push.to_owned(), stale: false }
}

fn told_by(word: &str) -> Words {
    words(word, &[word, "\n\n{link}"].concat(), &["Kajo: ", word, " {link}"].concat(), word)
}

/// Each of the texts, changed.
const CHANGES: [fn(&mut Words); 4] =
    [|words| words.subject.push('!'), |words| words.email.push('!'), |words| words.sms.push('!'), |words| words.push.push('!')];

/// In Finnish, Swedish and English.
fn body(kind: Kind) -> Body {
    let languages = Languages { fi: told_by("Uutta"), sv: told_by("Nytt"), en: told_by("News"), ..Languages::default() };
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
    let refused = NotificationTemplate::default().decide(&publish(body), &context()).expect_err("refused");
    let value = |params: Vec<(&'static str, String)>| params.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<String>();
    refused.violations().into_iter().map(|each| (each.field, each.code, value(each.params))).collect()
}

fn plain<const N: usize>(expected: [(&'static str, &'static str); N]) -> [(&'static str, &'static str, String); N] {
    expected.map(|(field, code)| (field, code, String::new()))
}

/// Which translations lag once this is kept.
fn lagging(body: &Body, before: Option<&Body>) -> Vec<&'static str> {
    body.kept_after(before).languages.by_code().filter(|(_, words)| words.stale).map(|(code, _)| code).collect()
}

#[test]
fn cms_04_there_is_one_template_of_each_kind_under_an_id_of_its_own() {
    for kind in Kind::ALL {
        assert_eq!(kind_of_id(template_id(kind).uuid()), Some(kind));
        assert_eq!(body(kind).kind(), kind.number());
        assert_eq!(body(kind).name(), kind.name());
    }
    assert_eq!(kind_of_id(Uuid::nil()), None);
}

#[test]
fn cms_04_built_in_words_stand_in_every_language_and_break_no_rule() {
    for kind in Kind::ALL {
        let built_in = Body::built_in(kind);
        assert!(built_in.languages.all().into_iter().all(|words| *words != Words::default()), "{kind:?}");
        assert_eq!(built_in.kept_after(None), built_in, "{kind:?}");
        given::<NotificationTemplate>([]).when(&publish(built_in.clone())).then([PublicationEvent::Published { version: 1, body: built_in }]);
    }
}

#[test]
fn cms_04_fields_of_a_language_are_all_filled_or_all_empty() {
    for kind in Kind::ALL {
        let wrong = with(kind, |languages| {
            languages.fi.subject = " ".to_owned();
            languages.sv = Words::default();
            languages.en = words("", "Open {link}", "\n", "Open Kajo");
            languages.sme.email = "{link}".to_owned();
            languages.smn.sms = "{link}".to_owned();
            languages.sms.push = "Uutta".to_owned();
        });
        let expected = plain([
            ("details.fi.subject", "all_or_nothing"),
            ("details.sv.subject", "translation_missing"),
            ("details.sv.email", "translation_missing"),
            ("details.sv.sms", "translation_missing"),
            ("details.sv.push", "translation_missing"),
            ("details.en.subject", "all_or_nothing"),
            ("details.en.sms", "all_or_nothing"),
            ("details.sme.subject", "all_or_nothing"),
            ("details.sme.sms", "all_or_nothing"),
            ("details.sme.push", "all_or_nothing"),
            ("details.smn.subject", "all_or_nothing"),
            ("details.smn.email", "all_or_nothing"),
            ("details.smn.push", "all_or_nothing"),
            ("details.sms.subject", "all_or_nothing"),
            ("details.sms.email", "all_or_nothing"),
            ("details.sms.sms", "all_or_nothing"),
        ]);
        assert_eq!(told(wrong), expected, "{kind:?}");
    }
}

#[test]
fn cms_04_finnish_swedish_and_english_are_published_together_and_a_sami_language_whole_beside_them() {
    for kind in Kind::ALL {
        given::<NotificationTemplate>([]).when(&publish(body(kind))).then([PublicationEvent::Published { version: 1, body: body(kind) }]);
        let whole = with(kind, |languages| languages.smn = told_by("Uđđâ"));
        given::<NotificationTemplate>([]).when(&publish(whole.clone())).then([PublicationEvent::Published { version: 1, body: whole }]);
        // Nothing at all, and a Sami language alone, lack all that has to be there.
        let alone = Languages { sme: told_by("Ođas"), ..Languages::default() };
        for languages in [Languages::default(), alone] {
            let lacking = told(Body { kind, languages });
            assert_eq!(lacking.len(), 12, "{kind:?}");
            assert!(lacking.into_iter().all(|(_, code, _)| code == "translation_missing"), "{kind:?}");
        }
    }
}

#[test]
fn cms_04_a_link_stands_in_mail_and_text_message_and_neither_in_a_subject_nor_on_a_device() {
    for kind in Kind::ALL {
        for (at, language) in LANGUAGES.into_iter().enumerate() {
            let mut wrong = with(kind, |languages| *languages = languages.map(|_| told_by("Uutta")));
            let Languages { fi, sv, en, sme, smn, sms } = &mut wrong.languages;
            *[fi, sv, en, sme, smn, sms][at] = words("Avaa {link}", "Avaa Kajo", "Kajo: {Link} { link } link", "Avaa {link}");
            let at = |field: &str| format!("details.{language}.{field}");
            let expected = [
                (at("subject"), "placeholder_unknown", "name=link".to_owned()),
                (at("email"), "placeholder_missing", "name=link".to_owned()),
                (at("sms"), "placeholder_missing", "name=link".to_owned()),
                (at("push"), "placeholder_unknown", "name=link".to_owned()),
            ];
            let found: Vec<_> = told(wrong).into_iter().map(|(field, code, params)| (field.to_owned(), code, params)).collect();
            assert_eq!(found, expected, "{kind:?}");
        }
    }
}

#[test]
fn cms_04_a_time_stands_anywhere_in_what_has_one_and_nowhere_else() {
    for kind in Kind::ALL {
        let timed = with(kind, |languages| languages.sv = words("Tid {time}", "{time}: {link}", "Kajo: {time} {link}", "Tid {time}"));
        if kind.has_time() {
            assert_eq!(allowed(kind), ["link", "time"], "{kind:?}");
            given::<NotificationTemplate>([]).when(&publish(timed.clone())).then([PublicationEvent::Published { version: 1, body: timed }]);
        } else {
            assert_eq!(allowed(kind), ["link"], "{kind:?}");
            let unknown = |field| (field, "placeholder_unknown", "name=time".to_owned());
            let expected = ["details.sv.subject", "details.sv.email", "details.sv.sms", "details.sv.push"].map(unknown);
            assert_eq!(told(timed), expected, "{kind:?}");
        }
    }
}

#[test]
fn cms_04_a_placeholder_that_is_none_is_told_at_its_field_by_the_first_and_may_stand_in_a_draft() {
    let kind = Kind::AppointmentBooked;
    let wrong = with(kind, |languages| {
        languages.fi.subject = "Aika {start-time}".to_owned();
        languages.sv.email = "{tid} {link} {plats}".to_owned();
        // What is unknown is told before what is missing: it may be a slip of the pen.
        languages.en.sms = "Kajo: {lnk}".to_owned();
    });
    let expected = [
        ("details.fi.subject", "placeholder_unknown", "name=start-time".to_owned()),
        ("details.sv.email", "placeholder_unknown", "name=tid".to_owned()),
        ("details.en.sms", "placeholder_unknown", "name=lnk".to_owned()),
    ];
    assert_eq!(told(wrong.clone()), expected);
    let draft = PublicationCommand::SaveDraft { body: wrong.clone() };
    given::<NotificationTemplate>([]).when(&draft).then([PublicationEvent::Drafted(wrong)]);
    // Braces around anything else are text.
    let text = with(kind, |languages| languages.en.email = "{} {A} {a b} { {link} }".to_owned());
    given::<NotificationTemplate>([]).when(&publish(text.clone())).then([PublicationEvent::Published { version: 1, body: text }]);
}

#[test]
fn cms_04_words_are_kept_without_blanks_subject_and_words_on_devices_on_one_line_and_never_become_another_kind() {
    let typed = with(Kind::Survey, |languages| {
        languages.fi = words(" Uusi\r\nkysely ", "\r\nHei\r\n\r\n{link} ", " Kajo:\n{link}\n", "\nUusi\r\n\r\nkysely ");
    });
    let kept = typed.kept_after(Some(&body(Kind::Message)));
    assert_eq!(kept.kind, Kind::Message);
    assert_eq!(kept.languages.fi, words("Uusi kysely", "Hei\n\n{link}", "Kajo:\n{link}", "Uusi kysely"));
}

#[test]
fn cms_04_translations_lag_behind_finnish_words_that_were_changed_from_the_built_in_ones() {
    for kind in Kind::ALL {
        let built_in = Body::built_in(kind);
        assert_eq!(lagging(&built_in, None), [""; 0], "{kind:?}");
        for change in CHANGES {
            let mut now = built_in.clone();
            change(&mut now.languages.fi);
            assert_eq!(lagging(&now, None), ["sv", "en", "sme", "smn", "sms"], "{kind:?}");
            let kept = PublicationEvent::Drafted(now.kept_after(None));
            given::<NotificationTemplate>([]).when(&PublicationCommand::SaveDraft { body: now.clone() }).then([kept]);
            // What changes too, and what is not written any more, does not lag.
            change(&mut now.languages.sv);
            now.languages.smn = Words::default();
            assert_eq!(lagging(&now, None), ["en", "sme", "sms"], "{kind:?}");
        }
    }
}

#[test]
fn cms_04_a_translation_lags_until_it_changes_too_or_is_said_to_be_right() {
    let kind = Kind::CustomerTask;
    for change in CHANGES {
        let now = with(kind, |languages| {
            change(&mut languages.fi);
            change(&mut languages.sv);
        });
        assert_eq!(lagging(&now, Some(&body(kind))), ["en"]);
        let kept = now.kept_after(Some(&body(kind)));
        assert_eq!(lagging(&kept, Some(&kept)), ["en"], "as long as nobody says otherwise");
        let mut said = kept.clone();
        said.languages.en.stale = false;
        assert_eq!(lagging(&said, Some(&kept)), [""; 0]);
    }
}

#[test]
fn cms_04_the_words_in_force_are_not_published_again() {
    let kind = Kind::Content;
    let shown = PublicationEvent::Published { version: 1, body: body(kind) };
    let state = NotificationTemplate::replay([&shown]);
    assert_eq!(state.decide(&publish(body(kind)), &context()).expect_err("refused").code(), "publication_unchanged");
}

#[test]
fn cms_04_old_words_that_break_a_rule_of_today_become_the_draft() {
    let kind = Kind::LabResult;
    let old = with(kind, |languages| languages.en.sms = "Kajo: open the app".to_owned());
    let history = [PublicationEvent::Published { version: 1, body: old.clone() }, PublicationEvent::Published { version: 2, body: body(kind) }];
    given::<NotificationTemplate>(history).when(&PublicationCommand::RollBack { body: old.clone() }).then([PublicationEvent::Drafted(old)]);
}

#[test]
fn cms_04_what_was_published_before_there_were_devices_is_read_as_it_was_and_published_anew_with_words_for_them() {
    let kind = Kind::Survey;
    let words = |word: &str| store::NotificationWords {
        subject: word.to_owned(),
        email: [word, "\n\n{link}"].concat(),
        sms: ["Kajo: ", word, " {link}"].concat(),
        ..store::NotificationWords::default()
    };
    let stored = store::NotificationTemplateBody {
        kind: kind.number(),
        fi: Some(words("Uutta")),
        sv: Some(words("Nytt")),
        en: Some(words("News")),
        ..store::NotificationTemplateBody::default()
    };
    let payload = store::NotificationTemplatePublished { version: 3, body: Some(stored) }.encode_to_vec();
    let published = Stored { event_type: "notification_template.published".to_owned(), schema: 1, payload };
    let before = with(kind, |languages| *languages = languages.map(|words| Words { push: String::new(), ..words.clone() }));
    let read = PublicationEvent::decode(&published, &NothingSealed).expect("read");
    assert_eq!(read, PublicationEvent::Published { version: 3, body: before.clone() });

    let lacking = ["details.fi.push", "details.sv.push", "details.en.push"].map(|field| (field, "all_or_nothing"));
    assert_eq!(told(before.clone()), plain(lacking));
    given::<NotificationTemplate>([read]).when(&publish(body(kind))).then([PublicationEvent::Published { version: 4, body: body(kind) }]);
    // Finnish words for devices are new ones, which the translations follow.
    let begun = Body { languages: Languages { fi: told_by("Uutta"), ..before.languages.clone() }, ..before.clone() };
    assert_eq!(lagging(&begun, Some(&before)), ["sv", "en"]);
}

#[test]
fn cms_04_what_is_stored_of_a_template_is_read_back_whole_and_a_kind_that_is_none_is_not_read() {
    let stored = |event: &PublicationEvent<Body>| {
        let Encoded { schema, payload } = event.encode(&mut NothingSealed);
        Stored { event_type: event.event_type().0.to_owned(), schema, payload }
    };
    for kind in Kind::ALL {
        let body = with(kind, |languages| {
            languages.sme = told_by("Ođas");
            languages.en.stale = true;
        });
        for event in [PublicationEvent::Drafted(body.clone()), PublicationEvent::Published { version: 7, body }, PublicationEvent::DraftDropped] {
            assert_eq!(PublicationEvent::decode(&stored(&event), &NothingSealed).expect("read"), event, "{kind:?}");
        }
    }
    for number in [0, 99] {
        let unknown = store::NotificationTemplateBody { kind: number, ..store::NotificationTemplateBody::default() };
        let payload = store::NotificationTemplateDrafted { body: Some(unknown) }.encode_to_vec();
        let drafted = Stored { payload, ..stored(&PublicationEvent::Drafted(body(Kind::Message))) };
        assert!(PublicationEvent::<Body>::decode(&drafted, &NothingSealed).is_err(), "{number}");
    }
}

#[test]
fn cms_04_everybody_may_hear_that_a_template_is_published_and_nobody_what_is_being_written() {
    let kind = Kind::Message;
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: template_id(kind).uuid(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let fact = PublicationEvent::Published { version: 1, body: body(kind) }.publish(&meta).expect("a fact");
    assert_eq!(fact.message, "kajo.content.v1.NotificationTemplatePublished");
    assert!(fact.payload.len() <= Uuid::nil().to_string().len() + 4);
    for private in [PublicationEvent::Drafted(body(kind)), PublicationEvent::DraftDropped] {
        assert_eq!(private.publish(&meta), None);
    }
}
