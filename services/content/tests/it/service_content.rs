//! Service contents, as responsible users and administrators write and publish them.

use chassis::testkit::{
    Calls, World, rebuilds_to_the_same,
    refusals::{fields, param, said, told},
};
use futures::future::join_all;
use kajo_proto::{
    common::v1::{PageRequest, RecordState, RichInline, RichLink, rich_block::Block, rich_inline::Inline},
    content::v1::{
        ArchiveServiceContentRequest, DrawRichTextRequest, GetPublishedContentRequest, GetServiceContentRequest, GetServiceContentVersionRequest,
        LanguageVersion, ListServiceContentVersionsRequest, ListServiceContentsRequest, PublishServiceContentRequest, RestoreServiceContentRequest,
        RollBackServiceContentRequest, SaveServiceCategoryRequest, SaveServiceContentDraftRequest, ServiceCategoryDetails, ServiceContent,
        ServiceContentDetails, ServiceContentSummary, ServiceContentType, published_content_service_client::PublishedContentServiceClient,
        rich_text_service_client::RichTextServiceClient, service_category_service_client::ServiceCategoryServiceClient,
        service_content_service_client::ServiceContentServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{by, fill_records_of_people, start};

type Client = ServiceContentServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    ServiceContentServiceClient::new(by(world, kind))
}

fn version(title: &str, text: &str) -> Option<LanguageVersion> {
    Some(LanguageVersion { title: title.to_owned(), text: text.to_owned(), stale: false })
}

fn blood_test() -> ServiceContentDetails {
    ServiceContentDetails {
        name: "Verikoe".to_owned(),
        r#type: ServiceContentType::PreparationInstructions.into(),
        fi: version("Ennen verikoetta", "## Muista\n\nOle **ravinnotta**."),
        sv: version("Före blodprovet", "Var **fastande**."),
        en: version("Before the blood test", "**Fast**."),
        sme: version("Ovdal varraiskosa", "Teaksta"),
        ..ServiceContentDetails::default()
    }
}

fn named(name: &str) -> ServiceContentDetails {
    ServiceContentDetails { name: name.to_owned(), ..blood_test() }
}

const ALL: [&str; 8] = ["name", "type", "fi", "sv", "en", "sme", "smn", "sms"];

fn names(fields: &[&str]) -> Vec<String> {
    fields.iter().map(|field| (*field).to_owned()).collect()
}

async fn begin(client: &mut Client, details: ServiceContentDetails) -> Result<String, Status> {
    let asked = SaveServiceContentDraftRequest { details: Some(details), ..SaveServiceContentDraftRequest::default() };
    Ok(client.save_service_content_draft(asked).await?.into_inner().service_content_id)
}

async fn draft(client: &mut Client, kept: &ServiceContent, fields: &[&str], details: ServiceContentDetails) -> Result<(), Status> {
    let asked = SaveServiceContentDraftRequest {
        service_content_id: kept.service_content_id.clone(),
        details: Some(details),
        fields: names(fields),
        version: kept.version,
    };
    client.save_service_content_draft(asked).await.map(drop)
}

async fn publish(client: &mut Client, kept: &ServiceContent, fields: &[&str], details: ServiceContentDetails) -> Result<String, Status> {
    let asked = PublishServiceContentRequest {
        service_content_id: kept.service_content_id.clone(),
        details: Some(details),
        fields: names(fields),
        version: kept.version,
    };
    Ok(client.publish_service_content(asked).await?.into_inner().service_content_id)
}

async fn roll_back(client: &mut Client, kept: &ServiceContent, published_version: u32) -> Result<bool, Status> {
    let service_content_id = kept.service_content_id.clone();
    let asked = RollBackServiceContentRequest { service_content_id, published_version, version: kept.version };
    Ok(client.roll_back_service_content(asked).await?.into_inner().became_draft)
}

async fn get(client: &mut Client, id: &str) -> Result<ServiceContent, Status> {
    let asked = GetServiceContentRequest { service_content_id: id.to_owned() };
    Ok(client.get_service_content(asked).await?.into_inner().service_content.unwrap())
}

async fn archive(client: &mut Client, id: &str) -> Result<(), Status> {
    client.archive_service_content(ArchiveServiceContentRequest { service_content_id: id.to_owned() }).await.map(drop)
}

async fn restore(client: &mut Client, id: &str) -> Result<(), Status> {
    client.restore_service_content(RestoreServiceContentRequest { service_content_id: id.to_owned() }).await.map(drop)
}

async fn list(client: &mut Client, asked: ListServiceContentsRequest) -> (Vec<ServiceContentSummary>, String) {
    let answer = client.list_service_contents(asked).await.unwrap().into_inner();
    (answer.service_contents, answer.next_page_token)
}

/// Numbers of what was published, the newest first, in pages of two.
async fn versions(client: &mut Client, id: &str) -> Vec<u32> {
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let page = Some(PageRequest { size: 2, token });
        let asked = ListServiceContentVersionsRequest { service_content_id: id.to_owned(), page };
        let answer = client.list_service_content_versions(asked).await.unwrap().into_inner();
        found.extend(answer.versions.into_iter().map(|version| version.published_version));
        token = answer.next_page_token;
        if token.is_empty() {
            return found;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_03_a_content_is_drafted_published_changed_beside_and_rolled_back_with_every_word() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    // A draft may be incomplete, and nobody else is told of it.
    let begun = ServiceContentDetails { name: "Verikoe".to_owned(), fi: version("Ennen", ""), ..ServiceContentDetails::default() };
    let id = begin(&mut ritva, begun.clone()).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    assert_eq!((kept.details.clone(), kept.has_draft, kept.published_version, kept.archived, kept.version), (Some(begun), true, 0, false, 1));

    publish(&mut ritva, &kept, &ALL, blood_test()).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    assert_eq!((kept.details.clone(), kept.has_draft, kept.published_version), (Some(blood_test()), false, 1));
    assert!(kept.published_at.is_some() && kept.updated_at.is_some());
    assert_eq!(told(&publish(&mut ritva, &kept, &ALL, blood_test()).await.unwrap_err()), said(Code::FailedPrecondition, "publication_unchanged"));

    // Beside what is in force; the translations that were not touched lag behind.
    let other = ServiceContentDetails { fi: version("Ennen", "Ole ravinnotta 12 tuntia."), ..named("Muu") };
    draft(&mut ritva, &kept, &["fi"], other).await.unwrap();
    let drafted = get(&mut ritva, &id).await.unwrap();
    let details = drafted.details.clone().unwrap();
    let stale = [&details.sv, &details.en, &details.sme].map(|version| version.as_ref().unwrap().stale);
    assert_eq!((drafted.has_draft, drafted.published_version, stale, details.smn), (true, 1, [true; 3], None));
    let asked = GetServiceContentVersionRequest { service_content_id: id.clone(), published_version: 1 };
    let first = ritva.get_service_content_version(asked).await.unwrap().into_inner();
    assert_eq!(first.details, Some(blood_test()));
    let drawn: Vec<_> = first.languages.iter().map(|drawn| (drawn.language.as_str(), drawn.title.as_str(), drawn.text.is_some())).collect();
    assert_eq!(
        drawn,
        [
            ("fi", "Ennen verikoetta", true),
            ("sv", "Före blodprovet", true),
            ("en", "Before the blood test", true),
            ("sme", "Ovdal varraiskosa", true)
        ]
    );
    // Of what is published nothing but what is named changes.
    publish(&mut ritva, &drafted, &["type"], ServiceContentDetails { r#type: ServiceContentType::Message.into(), ..named("Muu") }).await.unwrap();
    let second = get(&mut ritva, &id).await.unwrap();
    assert_eq!((second.published_version, second.details.clone().unwrap().fi.unwrap().title, second.has_draft), (2, "Ennen".to_owned(), false));

    // Back, with somebody's draft left beside it; and the draft is given up by going back to what is in force.
    draft(&mut ritva, &second, &["name"], named("Luonnos")).await.unwrap();
    let beside = get(&mut ritva, &id).await.unwrap();
    assert!(!roll_back(&mut ritva, &beside, 1).await.unwrap());
    let third = get(&mut ritva, &id).await.unwrap();
    assert_eq!((third.published_version, third.has_draft, third.details.clone().unwrap().name), (3, true, "Luonnos".to_owned()));
    assert!(!roll_back(&mut ritva, &third, 3).await.unwrap());
    let back = get(&mut ritva, &id).await.unwrap();
    assert_eq!((back.details.clone(), back.published_version, back.has_draft), (Some(blood_test()), 3, false));
    assert_eq!(versions(&mut ritva, &id).await, [3, 2, 1]);
    assert_eq!(told(&roll_back(&mut ritva, &back, 3).await.unwrap_err()), said(Code::FailedPrecondition, "publication_unchanged"));
    assert_eq!(told(&roll_back(&mut ritva, &back, 4).await.unwrap_err()), said(Code::NotFound, "not_found"));

    // Found by any word of the words that are written now, also after the draft is gone.
    let by_word = |word: &str| ListServiceContentsRequest { search: word.to_owned(), ..ListServiceContentsRequest::default() };
    assert_eq!(list(&mut ritva, by_word("fastande varraiskosa")).await.0.len(), 1);
    assert_eq!(list(&mut ritva, by_word("luonnos")).await.0.len(), 0);

    let category = ServiceCategoryDetails {
        name: Some(kajo_proto::common::v1::Translated { fi: "a".to_owned(), sv: "b".to_owned(), en: "c".to_owned() }),
        matter: 1,
        ..ServiceCategoryDetails::default()
    };
    let asked = SaveServiceCategoryRequest { details: Some(category), ..SaveServiceCategoryRequest::default() };
    ServiceCategoryServiceClient::new(by(&world, Caller::ResponsibleUser)).save_service_category(asked).await.unwrap();
    fill_records_of_people(&world).await;
    rebuilds_to_the_same(&world.running).await.unwrap();
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_03_contents_of_all_six_types_are_found_by_type_state_and_words_page_by_page() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let mut ids = Vec::new();
    for (number, name) in ["Yksi", "Kaksi", "Kolme", "Neljä", "Viisi", "Kuusi"].into_iter().enumerate() {
        let details = ServiceContentDetails { r#type: i32::try_from(number).unwrap(), ..named(name) };
        ids.push(publish(&mut paula, &ServiceContent::default(), &[], details).await.unwrap());
    }
    archive(&mut paula, &ids[0]).await.unwrap();
    archive(&mut paula, &ids[0]).await.unwrap();
    let all = ListServiceContentsRequest::default;
    let named_in = |found: &[ServiceContentSummary]| found.iter().map(|found| found.name.clone()).collect::<Vec<_>>();
    for number in 0..6_i32 {
        let found = list(&mut paula, ListServiceContentsRequest { r#type: Some(number), ..all() }).await.0;
        assert_eq!(found.iter().map(|found| found.r#type).collect::<Vec<_>>(), [number]);
    }
    for (state, expected) in [
        (RecordState::Active, vec!["Kaksi", "Kolme", "Kuusi", "Neljä", "Viisi"]),
        (RecordState::Archived, vec!["Yksi"]),
        (RecordState::Unspecified, vec!["Kaksi", "Kolme", "Kuusi", "Neljä", "Viisi", "Yksi"]),
    ] {
        assert_eq!(named_in(&list(&mut paula, ListServiceContentsRequest { state: state.into(), ..all() }).await.0), expected);
    }
    let (mut pages, mut token) = (Vec::new(), String::new());
    loop {
        let (page, next) = list(&mut paula, ListServiceContentsRequest { page: Some(PageRequest { size: 4, token }), ..all() }).await;
        pages.push(page.len());
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(pages, [4, 2]);
    restore(&mut paula, &ids[0]).await.unwrap();
    assert!(!get(&mut paula, &ids[0]).await.unwrap().archived);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_03_all_that_is_wrong_is_told_at_its_field_and_stays_in_the_draft() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let wrong = ServiceContentDetails {
        sv: None,
        en: version("", "Rivi\n\n![kuva](https://kajo.example/a.png)"),
        sms: version("Otsikko", ""),
        ..blood_test()
    };
    let refused = publish(&mut ritva, &ServiceContent::default(), &[], wrong.clone()).await.unwrap_err();
    let expected = [
        ("details.sv.title", "translation_missing"),
        ("details.sv.text", "translation_missing"),
        ("details.en.title", "translation_missing"),
        ("details.en.text", "markdown_refused"),
        ("details.sms.text", "all_or_nothing"),
    ];
    assert_eq!(fields(&refused), expected.map(|(field, reason)| (field.to_owned(), reason.to_owned())));
    assert_eq!(param(&refused, "details.en.text.line"), "3");
    let id = begin(&mut ritva, wrong.clone()).await.unwrap();
    assert_eq!(get(&mut ritva, &id).await.unwrap().details, Some(wrong));
    // A name is what it is found by.
    assert_eq!(fields(&begin(&mut ritva, named(" ")).await.unwrap_err()), [("details.name".to_owned(), "required".to_owned())]);
    let kept = get(&mut ritva, &id).await.unwrap();
    assert_eq!(fields(&draft(&mut ritva, &kept, &["colour"], blood_test()).await.unwrap_err()), [("fields".to_owned(), "undefined".to_owned())]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_03_a_text_is_drawn_while_it_is_written_and_refused_with_its_line() {
    let world = start().await;
    let mut drawing = RichTextServiceClient::new(by(&world, Caller::ResponsibleUser));
    let draw = |markdown: &str| DrawRichTextRequest { markdown: markdown.to_owned() };
    let drawn = drawing.draw_rich_text(draw("[Kartta](https://kartta.example)")).await.unwrap().into_inner().rich_text.unwrap();
    let text = RichInline { inline: Some(Inline::Text("Kartta".to_owned())) };
    let link = RichInline { inline: Some(Inline::Link(RichLink { url: "https://kartta.example".to_owned(), content: vec![text] })) };
    assert!(matches!(&drawn.blocks[0].block, Some(Block::Paragraph(paragraph)) if paragraph.content == [link]));
    let refused = drawing.draw_rich_text(draw("a\n\n[b](javascript:alert(1))")).await.unwrap_err();
    assert_eq!((fields(&refused), param(&refused, "line").as_str()), (vec![("markdown".to_owned(), "markdown_refused".to_owned())], "3"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_write_over_the_same_version_one_is_told() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = publish(&mut ritva, &ServiceContent::default(), &[], blood_test()).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    let writes = (0..12).map(|number| {
        let (mut ritva, kept) = (ritva.clone(), kept.clone());
        async move {
            let details = named(&format!("Nimi {number}"));
            if number % 2 == 0 {
                draft(&mut ritva, &kept, &["name"], details).await
            } else {
                publish(&mut ritva, &kept, &["name"], details).await.map(drop)
            }
        }
    });
    let outcomes = join_all(writes).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for refused in outcomes.into_iter().filter_map(Result::err) {
        assert_eq!(told(&refused), said(Code::Aborted, "stale_version"));
    }
    assert_eq!(told(&roll_back(&mut ritva, &kept, 1).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_content_that_is_not_there_is_not_found_and_practitioners_and_residents_do_not_come_in() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let missing = chassis_domain::Uuid::now_v7().to_string();
    let gone = said(Code::NotFound, "not_found");
    let never = ServiceContent { service_content_id: missing.clone(), version: 1, ..ServiceContent::default() };
    assert_eq!(told(&get(&mut ritva, &missing).await.unwrap_err()), gone);
    assert_eq!(told(&archive(&mut ritva, &missing).await.unwrap_err()), gone);
    assert_eq!(told(&restore(&mut ritva, &missing).await.unwrap_err()), gone);
    assert_eq!(told(&draft(&mut ritva, &never, &["name"], blood_test()).await.unwrap_err()), gone);
    assert_eq!(told(&publish(&mut ritva, &never, &["name"], blood_test()).await.unwrap_err()), gone);
    assert_eq!(told(&roll_back(&mut ritva, &never, 1).await.unwrap_err()), gone);
    let asked = ListServiceContentVersionsRequest { service_content_id: missing, page: None };
    assert_eq!(told(&ritva.list_service_content_versions(asked).await.unwrap_err()), gone);
    for kind in [Caller::Practitioner, Caller::Resident] {
        let refused = begin(&mut client(&world, kind), blood_test()).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn con_22_a_content_is_read_as_it_is_published_in_ones_language_or_finnish_and_goes_on_when_it_is_archived() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let reader = PublishedContentServiceClient::new(by(&world, Caller::Resident));
    let read = async |id: &str, language: &str| {
        let asked = GetPublishedContentRequest { service_content_id: id.to_owned(), language: language.to_owned() };
        let found = reader.clone().get_published_content(asked).await?.into_inner();
        assert!(found.text.is_some());
        Ok::<_, Status>((found.language, found.title))
    };
    let shown = |language: &str, title: &str| (language.to_owned(), title.to_owned());
    let id = begin(&mut ritva, blood_test()).await.unwrap();
    // A draft and what never was look alike.
    let missing = said(Code::NotFound, "not_found");
    assert_eq!(told(&read(&id, "fi").await.unwrap_err()), missing);
    assert_eq!(told(&read("0198c0de-0000-7000-8000-000000000000", "fi").await.unwrap_err()), missing);

    let kept = get(&mut ritva, &id).await.unwrap();
    publish(&mut ritva, &kept, &ALL, blood_test()).await.unwrap();
    let titles = blood_test();
    let (fi, sv) = (titles.fi.clone().unwrap().title, titles.sv.clone().unwrap().title);
    assert_eq!(read(&id, "sv").await.unwrap(), shown("sv", &sv));
    // What is drafted beside is nobody's yet; a language that is not written, or that there is not, is read in Finnish.
    let kept = get(&mut ritva, &id).await.unwrap();
    draft(&mut ritva, &kept, &["fi"], ServiceContentDetails { fi: version("Kesken", "Kesken"), ..titles }).await.unwrap();
    for language in ["fi", "smn", "xx", ""] {
        assert_eq!(read(&id, language).await.unwrap(), shown("fi", &fi), "{language}");
    }
    archive(&mut ritva, &id).await.unwrap();
    assert_eq!(read(&id, "fi").await.unwrap(), shown("fi", &fi));
    world.end().await.unwrap();
}
