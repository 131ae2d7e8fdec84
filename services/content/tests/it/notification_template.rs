//! Notification templates, as administrators write and publish them.

use chassis::testkit::{
    Calls, World,
    refusals::{fields, param, said, told},
};
use chassis_domain::Uuid;
use content::{
    notification::Kind,
    notification_template::{Body, Words, template_id},
};
use futures::future::join_all;
use kajo_proto::{
    common::v1::PageRequest,
    content::v1::{
        GetNotificationTemplateRequest, GetNotificationTemplateVersionRequest, ListNotificationTemplateVersionsRequest,
        ListNotificationTemplatesRequest, NotificationTemplate, NotificationTemplateDetails, NotificationTemplateSummary, NotificationWords,
        PublishNotificationTemplateRequest, RollBackNotificationTemplateRequest, SaveNotificationTemplateDraftRequest,
        notification_template_service_client::NotificationTemplateServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{by, start};

type Client = NotificationTemplateServiceClient<Calls>;

const LANGUAGES: [&str; 6] = ["fi", "sv", "en", "sme", "smn", "sms"];

fn client(world: &World, kind: Caller) -> Client {
    NotificationTemplateServiceClient::new(by(world, kind))
}

fn id(kind: Kind) -> String {
    template_id(kind).to_string()
}

fn words(subject: &str, email: &str, sms: &str, push: &str) -> Option<NotificationWords> {
    Some(NotificationWords { subject: subject.to_owned(), email: email.to_owned(), sms: sms.to_owned(), push: push.to_owned(), stale: false })
}

fn told_by(word: &str) -> Option<NotificationWords> {
    words(word, &[word, "\n\n{link}"].concat(), &["Kajo: ", word, " {link}"].concat(), word)
}

/// In the three languages that it must have.
fn news(kind: Kind, fi: &str) -> NotificationTemplateDetails {
    NotificationTemplateDetails {
        kind: kind.public().into(),
        fi: told_by(fi),
        sv: told_by("Nytt"),
        en: told_by("News"),
        ..NotificationTemplateDetails::default()
    }
}

/// What stands in until something is published.
fn built_in(kind: Kind) -> NotificationTemplateDetails {
    let of = |found: &Words| words(&found.subject, &found.email, &found.sms, &found.push);
    let [fi, sv, en, sme, smn, sms] = Body::built_in(kind).languages.all().map(of);
    NotificationTemplateDetails { kind: kind.public().into(), fi, sv, en, sme, smn, sms }
}

fn lagging(details: &NotificationTemplateDetails) -> Vec<&'static str> {
    let NotificationTemplateDetails { fi, sv, en, sme, smn, sms, .. } = details;
    let by_code = LANGUAGES.into_iter().zip([fi, sv, en, sme, smn, sms]);
    by_code.filter(|(_, words)| words.as_ref().is_some_and(|words| words.stale)).map(|(code, _)| code).collect()
}

fn names(fields: &[&str]) -> Vec<String> {
    fields.iter().map(|field| (*field).to_owned()).collect()
}

async fn list(client: &mut Client) -> Vec<NotificationTemplateSummary> {
    client.list_notification_templates(ListNotificationTemplatesRequest {}).await.unwrap().into_inner().notification_templates
}

async fn get(client: &mut Client, id: &str) -> Result<NotificationTemplate, Status> {
    let asked = GetNotificationTemplateRequest { notification_template_id: id.to_owned() };
    Ok(client.get_notification_template(asked).await?.into_inner().notification_template.unwrap())
}

async fn draft(client: &mut Client, kept: &NotificationTemplate, fields: &[&str], details: NotificationTemplateDetails) -> Result<(), Status> {
    let asked = SaveNotificationTemplateDraftRequest {
        notification_template_id: kept.notification_template_id.clone(),
        details: Some(details),
        fields: names(fields),
        version: kept.version,
    };
    client.save_notification_template_draft(asked).await.map(drop)
}

async fn publish(client: &mut Client, kept: &NotificationTemplate, fields: &[&str], details: NotificationTemplateDetails) -> Result<(), Status> {
    let asked = PublishNotificationTemplateRequest {
        notification_template_id: kept.notification_template_id.clone(),
        details: Some(details),
        fields: names(fields),
        version: kept.version,
    };
    client.publish_notification_template(asked).await.map(drop)
}

async fn roll_back(client: &mut Client, kept: &NotificationTemplate, published_version: u32) -> Result<bool, Status> {
    let asked = RollBackNotificationTemplateRequest {
        notification_template_id: kept.notification_template_id.clone(),
        published_version,
        version: kept.version,
    };
    Ok(client.roll_back_notification_template(asked).await?.into_inner().became_draft)
}

/// Numbers and Finnish subjects of what was published, the newest first, in pages of two.
async fn versions(client: &mut Client, id: &str) -> Vec<(u32, String)> {
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let page = Some(PageRequest { size: 2, token });
        let asked = ListNotificationTemplateVersionsRequest { notification_template_id: id.to_owned(), page };
        let answer = client.list_notification_template_versions(asked).await.unwrap().into_inner();
        found.extend(answer.versions.into_iter().map(|version| (version.published_version, version.subject)));
        token = answer.next_page_token;
        if token.is_empty() {
            return found;
        }
    }
}

async fn version(client: &mut Client, id: &str, published_version: u32) -> Result<NotificationTemplateDetails, Status> {
    let asked = GetNotificationTemplateVersionRequest { notification_template_id: id.to_owned(), published_version };
    Ok(client.get_notification_template_version(asked).await?.into_inner().details.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_04_an_administrator_reads_the_built_in_words_of_each_kind_before_anything_is_written() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let found = list(&mut paula).await;
    let expected = Kind::ALL.map(|kind| NotificationTemplateSummary {
        notification_template_id: id(kind),
        kind: kind.public().into(),
        ..NotificationTemplateSummary::default()
    });
    assert_eq!(found, expected);
    for kind in Kind::ALL {
        let allowed: &[&str] = if kind.has_time() { &["link", "time"] } else { &["link"] };
        let unwritten = NotificationTemplate {
            notification_template_id: id(kind),
            details: Some(built_in(kind)),
            placeholders: names(allowed),
            ..NotificationTemplate::default()
        };
        assert_eq!(get(&mut paula, &id(kind)).await.unwrap(), unwritten);
        assert!(versions(&mut paula, &id(kind)).await.is_empty());
        assert_eq!(told(&version(&mut paula, &id(kind), 1).await.unwrap_err()), said(Code::NotFound, "not_found"));
        assert_eq!(told(&roll_back(&mut paula, &unwritten, 1).await.unwrap_err()), said(Code::NotFound, "not_found"));
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_04_an_administrator_drafts_over_the_built_in_words_publishes_and_rolls_back_with_every_word() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = Kind::Message;
    let template_id = id(kind);
    let unwritten = get(&mut paula, &template_id).await.unwrap();

    // All that is not named stays as it stood in, and lags behind the Finnish words.
    draft(&mut paula, &unwritten, &["fi"], news(kind, "Uutta")).await.unwrap();
    let drafted = get(&mut paula, &template_id).await.unwrap();
    let details = drafted.details.clone().unwrap();
    assert_eq!((drafted.has_draft, drafted.published_version, drafted.version), (true, 0, 1));
    assert!(drafted.updated_at.is_some() && drafted.published_at.is_none());
    assert_eq!(details.fi, told_by("Uutta"));
    assert_eq!(details.sms.clone().unwrap().subject, built_in(kind).sms.unwrap().subject);
    assert_eq!(lagging(&details), ["sv", "en", "sme", "smn", "sms"]);
    assert!(versions(&mut paula, &template_id).await.is_empty(), "a draft is nobody's yet");

    publish(&mut paula, &drafted, &LANGUAGES, news(kind, "Uutta")).await.unwrap();
    let first = get(&mut paula, &template_id).await.unwrap();
    assert_eq!((first.details.clone(), first.has_draft, first.published_version), (Some(news(kind, "Uutta")), false, 1));
    assert!(first.published_at.is_some());
    let listed = list(&mut paula).await.into_iter().find(|found| found.notification_template_id == template_id).unwrap();
    assert_eq!((listed.has_draft, listed.published_version, listed.published_at), (false, 1, first.published_at));
    let again = publish(&mut paula, &first, &LANGUAGES, news(kind, "Uutta")).await.unwrap_err();
    assert_eq!(told(&again), said(Code::FailedPrecondition, "publication_unchanged"));

    // Beside what is in force.
    draft(&mut paula, &first, &["fi"], news(kind, "Toinen")).await.unwrap();
    let beside = get(&mut paula, &template_id).await.unwrap();
    assert_eq!((beside.has_draft, beside.published_version, lagging(&beside.details.clone().unwrap())), (true, 1, vec!["sv", "en"]));
    let second = NotificationTemplateDetails { sme: told_by("Ođas"), ..news(kind, "Toinen") };
    publish(&mut paula, &beside, &LANGUAGES, second.clone()).await.unwrap();
    assert_eq!(version(&mut paula, &template_id, 1).await.unwrap(), news(kind, "Uutta"));
    assert_eq!(version(&mut paula, &template_id, 2).await.unwrap(), second);

    // Going back loses nobody's draft; going back to what is in force gives it up.
    let kept = get(&mut paula, &template_id).await.unwrap();
    draft(&mut paula, &kept, &["fi"], news(kind, "Kesken")).await.unwrap();
    let beside = get(&mut paula, &template_id).await.unwrap();
    assert!(!roll_back(&mut paula, &beside, 1).await.unwrap());
    let third = get(&mut paula, &template_id).await.unwrap();
    assert_eq!((third.published_version, third.has_draft, third.details.clone().unwrap().fi), (3, true, told_by("Kesken")));
    assert_eq!(version(&mut paula, &template_id, 3).await.unwrap(), news(kind, "Uutta"));
    assert!(!roll_back(&mut paula, &third, 3).await.unwrap());
    let back = get(&mut paula, &template_id).await.unwrap();
    assert_eq!((back.details.clone(), back.has_draft), (Some(news(kind, "Uutta")), false));
    assert_eq!(told(&roll_back(&mut paula, &back, 3).await.unwrap_err()), said(Code::FailedPrecondition, "publication_unchanged"));
    assert_eq!(told(&roll_back(&mut paula, &back, 4).await.unwrap_err()), said(Code::NotFound, "not_found"));
    let subjects = [(3, "Uutta"), (2, "Toinen"), (1, "Uutta")];
    assert_eq!(versions(&mut paula, &template_id).await, subjects.map(|(number, subject)| (number, subject.to_owned())));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_04_an_administrator_is_told_all_that_is_wrong_at_its_field_and_keeps_it_in_the_draft() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = Kind::Survey;
    let unwritten = get(&mut paula, &id(kind)).await.unwrap();
    let wrong = NotificationTemplateDetails {
        fi: words("Kysely {link}", "Vastaa: {link}", "Kajo: {link}", "Vastaa: {link}"),
        sv: None,
        en: words("Survey", "On {time}: {link}", "Kajo: open the app", "A survey"),
        sme: words("Jearahallan", "", "Kajo: {link}", ""),
        ..news(kind, "")
    };
    let refused = publish(&mut paula, &unwritten, &LANGUAGES, wrong.clone()).await.unwrap_err();
    let expected = [
        ("details.fi.subject", "placeholder_unknown"),
        ("details.fi.push", "placeholder_unknown"),
        ("details.sv.subject", "translation_missing"),
        ("details.sv.email", "translation_missing"),
        ("details.sv.sms", "translation_missing"),
        ("details.sv.push", "translation_missing"),
        ("details.en.email", "placeholder_unknown"),
        ("details.en.sms", "placeholder_missing"),
        ("details.sme.email", "all_or_nothing"),
        ("details.sme.push", "all_or_nothing"),
    ];
    assert_eq!(fields(&refused), expected.map(|(field, reason)| (field.to_owned(), reason.to_owned())));
    let named = [("details.fi.subject", "link"), ("details.fi.push", "link"), ("details.en.email", "time"), ("details.en.sms", "link")];
    for (field, name) in named {
        assert_eq!(param(&refused, &format!("{field}.name")), name);
    }
    assert_eq!(get(&mut paula, &id(kind)).await.unwrap(), unwritten, "what is refused is not written");
    draft(&mut paula, &unwritten, &LANGUAGES, wrong.clone()).await.unwrap();
    let kept = get(&mut paula, &id(kind)).await.unwrap();
    assert_eq!(kept.details, Some(wrong));

    // Of one that is wrong the name stands alone.
    let one = NotificationTemplateDetails { en: words("Survey", "{naem} {link}", "Kajo: {link}", "A survey"), ..news(kind, "Kysely") };
    let refused = publish(&mut paula, &kept, &LANGUAGES, one).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.en.email".to_owned(), "placeholder_unknown".to_owned())]);
    assert_eq!(param(&refused, "name"), "naem");
    // It is never published empty.
    let nothing = publish(&mut paula, &kept, &LANGUAGES, NotificationTemplateDetails::default()).await.unwrap_err();
    assert_eq!(fields(&nothing).len(), 12);
    // What stands on a device is as long as there is room for.
    let long = NotificationTemplateDetails { fi: words("Kysely", "{link}", "{link}", &"a".repeat(201)), ..news(kind, "") };
    assert_eq!(fields(&draft(&mut paula, &kept, &["fi"], long).await.unwrap_err()), [("details.fi.push".to_owned(), "too_long".to_owned())]);
    let unknown = draft(&mut paula, &kept, &["colour"], news(kind, "Kysely")).await.unwrap_err();
    assert_eq!(fields(&unknown), [("fields".to_owned(), "undefined".to_owned())]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_04_a_template_stays_of_its_kind_and_says_the_time_where_there_is_one() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = Kind::AppointmentReminder;
    let unwritten = get(&mut paula, &id(kind)).await.unwrap();
    let timed = NotificationTemplateDetails { fi: words("Aika {time}", "{time}\n{link}", "Kajo: {time} {link}", "Aika {time}"), ..news(kind, "") };
    let typed = NotificationTemplateDetails { kind: Kind::Survey.public().into(), ..timed.clone() };
    let with_kind = ["kind", "fi", "sv", "en", "sme", "smn", "sms"];
    publish(&mut paula, &unwritten, &with_kind, typed.clone()).await.unwrap();
    let kept = get(&mut paula, &id(kind)).await.unwrap();
    assert_eq!((kept.details.clone(), kept.published_version), (Some(timed), 1));
    draft(&mut paula, &kept, &["kind", "sme"], NotificationTemplateDetails { sme: told_by("Ođas"), ..typed }).await.unwrap();
    assert_eq!(get(&mut paula, &id(kind)).await.unwrap().details.unwrap().kind(), kind.public());
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_04_of_many_who_are_the_first_to_write_a_template_one_is_kept_and_the_others_are_told() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = Kind::Content;
    let unwritten = get(&mut paula, &id(kind)).await.unwrap();
    let writes = (0..12).map(|number| {
        let (mut paula, unwritten) = (paula.clone(), unwritten.clone());
        async move {
            let details = news(kind, &format!("Uutta {number}"));
            if number % 2 == 0 {
                draft(&mut paula, &unwritten, &LANGUAGES, details).await
            } else {
                publish(&mut paula, &unwritten, &LANGUAGES, details).await
            }
        }
    });
    let outcomes = join_all(writes).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for refused in outcomes.into_iter().filter_map(Result::err) {
        assert_eq!(told(&refused), said(Code::Aborted, "stale_version"));
    }
    // Who names a version that there is not has something else before their eyes, whether it was written or not.
    for kind in [kind, Kind::Prescription] {
        let kept = get(&mut paula, &id(kind)).await.unwrap();
        let other = NotificationTemplate { version: kept.version + 3, ..kept };
        assert_eq!(told(&draft(&mut paula, &other, &["fi"], news(kind, "Muu")).await.unwrap_err()), said(Code::Aborted, "stale_version"));
        assert_eq!(told(&publish(&mut paula, &other, &LANGUAGES, news(kind, "Muu")).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_04_there_are_no_other_templates_and_only_administrators_come_in() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let missing = Uuid::now_v7().to_string();
    let gone = said(Code::NotFound, "not_found");
    for number in [0, 1] {
        let never = NotificationTemplate { notification_template_id: missing.clone(), version: number, ..NotificationTemplate::default() };
        assert_eq!(told(&draft(&mut paula, &never, &["fi"], news(Kind::Message, "Uutta")).await.unwrap_err()), gone);
        assert_eq!(told(&publish(&mut paula, &never, &LANGUAGES, news(Kind::Message, "Uutta")).await.unwrap_err()), gone);
        assert_eq!(told(&roll_back(&mut paula, &never, 1).await.unwrap_err()), gone);
    }
    assert_eq!(told(&get(&mut paula, &missing).await.unwrap_err()), gone);
    let asked = ListNotificationTemplateVersionsRequest { notification_template_id: missing.clone(), page: None };
    assert_eq!(told(&paula.list_notification_template_versions(asked).await.unwrap_err()), gone);
    assert_eq!(told(&version(&mut paula, &missing, 1).await.unwrap_err()), gone);
    for kind in [Caller::ResponsibleUser, Caller::Practitioner, Caller::Resident] {
        let refused = client(&world, kind).list_notification_templates(ListNotificationTemplatesRequest {}).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}
