//! Documents, as administrators write and publish them and everybody reads them.

use chassis::testkit::{
    Calls, World, rebuilds_to_the_same,
    refusals::{fields, param, said, told},
};
use chassis_domain::Uuid;
use content::document::Kind;
use futures::future::join_all;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::PageRequest,
    content::v1::{
        Document, DocumentDetails, DocumentKind, DocumentLanguage, DocumentSummary, GetDocumentRequest, GetDocumentVersionRequest,
        GetPublishedDocumentsRequest, ListDocumentVersionsRequest, ListDocumentsRequest, PublishDocumentRequest, PublishedDocument,
        RollBackDocumentRequest, SaveDocumentDraftRequest, document_service_client::DocumentServiceClient,
        published_document_service_client::PublishedDocumentServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::{
    keeper::Keeper,
    world::{by, fill_records_of_people, start},
};

type Client = DocumentServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    DocumentServiceClient::new(by(world, kind))
}

fn id(kind: DocumentKind) -> String {
    Kind::from_public(kind).unwrap().id().to_string()
}

fn page(title: &str, text: &str) -> Option<DocumentLanguage> {
    Some(DocumentLanguage { title: title.to_owned(), text: text.to_owned(), ..DocumentLanguage::default() })
}

fn linked(title: &str) -> Option<DocumentLanguage> {
    Some(DocumentLanguage {
        title: title.to_owned(),
        text: "**Teksti**".to_owned(),
        link_text: "Linkki".to_owned(),
        link_url: "https://kajo.example/huolto".to_owned(),
        stale: false,
    })
}

/// Of an announcement, in four languages.
fn maintenance() -> DocumentDetails {
    DocumentDetails {
        fi: linked("Huoltokatko"),
        sv: linked("Driftsavbrott"),
        en: linked("Maintenance break"),
        sme: linked("Divodanbottu"),
        ..DocumentDetails::default()
    }
}

/// Of a legal page, in the three languages that it must have.
fn policy(text: &str) -> DocumentDetails {
    DocumentDetails { fi: page("Tietosuoja", text), sv: page("Dataskydd", "Text"), en: page("Data protection", "Text"), ..DocumentDetails::default() }
}

fn of_kind(kind: DocumentKind, details: DocumentDetails) -> DocumentDetails {
    DocumentDetails { kind: kind.into(), ..details }
}

const LANGUAGES: [&str; 6] = ["fi", "sv", "en", "sme", "smn", "sms"];

fn names(fields: &[&str]) -> Vec<String> {
    fields.iter().map(|field| (*field).to_owned()).collect()
}

async fn list(client: &mut Client) -> Vec<DocumentSummary> {
    client.list_documents(ListDocumentsRequest {}).await.unwrap().into_inner().documents
}

async fn summary(client: &mut Client, kind: DocumentKind) -> DocumentSummary {
    list(client).await.into_iter().find(|found| found.kind() == kind).unwrap()
}

async fn get(client: &mut Client, id: &str) -> Result<Document, Status> {
    Ok(client.get_document(GetDocumentRequest { document_id: id.to_owned() }).await?.into_inner().document.unwrap())
}

async fn draft(client: &mut Client, kept: &Document, fields: &[&str], details: DocumentDetails) -> Result<(), Status> {
    let asked =
        SaveDocumentDraftRequest { document_id: kept.document_id.clone(), details: Some(details), fields: names(fields), version: kept.version };
    client.save_document_draft(asked).await.map(drop)
}

async fn publish(client: &mut Client, kept: &Document, fields: &[&str], details: DocumentDetails) -> Result<(), Status> {
    let asked =
        PublishDocumentRequest { document_id: kept.document_id.clone(), details: Some(details), fields: names(fields), version: kept.version };
    client.publish_document(asked).await.map(drop)
}

/// Over whatever is kept.
async fn publish_now(client: &mut Client, kind: DocumentKind, details: DocumentDetails) {
    let kept = get(client, &id(kind)).await.unwrap();
    publish(client, &kept, &LANGUAGES, details).await.unwrap();
}

async fn roll_back(client: &mut Client, kept: &Document, published_version: u32) -> Result<bool, Status> {
    let asked = RollBackDocumentRequest { document_id: kept.document_id.clone(), published_version, version: kept.version };
    Ok(client.roll_back_document(asked).await?.into_inner().became_draft)
}

/// Numbers and Finnish titles of what was published, the newest first, in pages of two.
async fn versions(client: &mut Client, id: &str) -> Vec<(u32, String)> {
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let page = Some(PageRequest { size: 2, token });
        let asked = ListDocumentVersionsRequest { document_id: id.to_owned(), page };
        let answer = client.list_document_versions(asked).await.unwrap().into_inner();
        found.extend(answer.versions.into_iter().map(|version| (version.published_version, version.title)));
        token = answer.next_page_token;
        if token.is_empty() {
            return found;
        }
    }
}

/// What a stranger reads.
async fn read(world: &World, kinds: &[i32], language: &str) -> Vec<PublishedDocument> {
    let stranger = CallerContext { kind: Caller::Anonymous.into(), ..CallerContext::default() };
    let asked = GetPublishedDocumentsRequest { kinds: kinds.to_vec(), language: language.to_owned() };
    let mut reader = PublishedDocumentServiceClient::new(world.calls_by(stranger));
    reader.get_published_documents(asked).await.unwrap().into_inner().documents
}

/// Language and title of one of them.
async fn title(world: &World, kind: DocumentKind, language: &str) -> Option<(String, String)> {
    let words = read(world, &[kind.into()], language).await.into_iter().next()?.words.unwrap();
    Some((words.language, words.title))
}

fn shown(language: &str, title: &str) -> Option<(String, String)> {
    Some((language.to_owned(), title.to_owned()))
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_10_one_document_of_each_kind_is_there_before_anything_is_written() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kinds = Kind::ALL.map(Kind::public);
    let found = list(&mut paula).await;
    assert_eq!(found.iter().map(DocumentSummary::kind).collect::<Vec<_>>(), kinds);
    for summary in found {
        let (kind, document_id) = (summary.kind(), summary.document_id.clone());
        assert_eq!(summary, DocumentSummary { document_id: id(kind), kind: kind.into(), ..DocumentSummary::default() });
        let details = Some(of_kind(kind, DocumentDetails::default()));
        let unwritten = Document { document_id: document_id.clone(), details, ..Document::default() };
        assert_eq!(get(&mut paula, &document_id).await.unwrap(), unwritten);
        assert!(versions(&mut paula, &document_id).await.is_empty());
        let asked = GetDocumentVersionRequest { document_id, published_version: 1 };
        assert_eq!(told(&paula.get_document_version(asked).await.unwrap_err()), said(Code::NotFound, "not_found"));
        assert_eq!(told(&roll_back(&mut paula, &unwritten, 1).await.unwrap_err()), said(Code::NotFound, "not_found"));
    }
    assert!(read(&world, &kinds.map(i32::from), "fi").await.is_empty());
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_01_an_announcement_is_seen_from_when_it_is_published_until_it_is_published_empty() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = DocumentKind::AnnouncementImportant;
    let document_id = id(kind);
    let unwritten = get(&mut paula, &document_id).await.unwrap();
    draft(&mut paula, &unwritten, &["fi"], DocumentDetails { fi: page("Huoltokatko", ""), ..DocumentDetails::default() }).await.unwrap();
    let kept = get(&mut paula, &document_id).await.unwrap();
    assert_eq!((kept.has_draft, kept.published_version, kept.version, kept.published_empty), (true, 0, 1, false));
    assert!(kept.updated_at.is_some() && kept.published_at.is_none());
    assert_eq!(title(&world, kind, "fi").await, None, "a draft is nobody's yet");

    publish(&mut paula, &kept, &LANGUAGES, maintenance()).await.unwrap();
    let kept = get(&mut paula, &document_id).await.unwrap();
    assert_eq!((kept.details.clone(), kept.has_draft, kept.published_version), (Some(of_kind(kind, maintenance())), false, 1));
    assert!(kept.published_at.is_some());
    assert_eq!(title(&world, kind, "sv").await, shown("sv", "Driftsavbrott"));
    assert_eq!(title(&world, kind, "sme").await, shown("sme", "Divodanbottu"));
    // A Sami language that is not written, and a language that there is not, are read in Finnish.
    for language in ["fi", "smn", "sms", "xx", ""] {
        assert_eq!(title(&world, kind, language).await, shown("fi", "Huoltokatko"), "{language}");
    }
    let words = read(&world, &[kind.into()], "fi").await.remove(0).words.unwrap();
    assert!(words.text.is_some());
    assert_eq!((words.link_text.as_str(), words.link_url.as_str()), ("Linkki", "https://kajo.example/huolto"));

    // Emptied in a draft it is still seen; published empty it is gone, with a draft of new words beside that too.
    draft(&mut paula, &kept, &LANGUAGES, DocumentDetails::default()).await.unwrap();
    assert_eq!(title(&world, kind, "fi").await, shown("fi", "Huoltokatko"));
    assert!(!summary(&mut paula, kind).await.published_empty);
    publish_now(&mut paula, kind, DocumentDetails::default()).await;
    assert_eq!(title(&world, kind, "fi").await, None);
    let kept = get(&mut paula, &document_id).await.unwrap();
    assert_eq!((kept.published_version, kept.published_empty, kept.has_draft), (2, true, false));
    draft(&mut paula, &kept, &["fi"], maintenance()).await.unwrap();
    let listed = summary(&mut paula, kind).await;
    assert_eq!((listed.published_version, listed.published_empty, listed.has_draft), (2, true, true));
    assert_eq!(versions(&mut paula, &document_id).await, [(2, String::new()), (1, "Huoltokatko".to_owned())]);
    let asked = GetDocumentVersionRequest { document_id, published_version: 2 };
    assert!(paula.get_document_version(asked).await.unwrap().into_inner().languages.is_empty());
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_10_all_that_is_wrong_is_told_at_its_field_and_stays_in_the_draft() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = DocumentKind::CriticalAnnouncement;
    let unwritten = get(&mut paula, &id(kind)).await.unwrap();
    let mut wrong = maintenance();
    wrong.fi.as_mut().unwrap().link_url = "http://kajo.example".to_owned();
    wrong.sv = None;
    wrong.en.as_mut().unwrap().text = "Line\n\n![image](https://kajo.example/a.png)".to_owned();
    wrong.sme.as_mut().unwrap().link_text = String::new();
    let refused = publish(&mut paula, &unwritten, &LANGUAGES, wrong.clone()).await.unwrap_err();
    let expected = [
        ("details.fi.link_url", "link_refused"),
        ("details.sv.title", "translation_missing"),
        ("details.sv.text", "translation_missing"),
        ("details.sv.link_text", "translation_missing"),
        ("details.sv.link_url", "translation_missing"),
        ("details.en.text", "markdown_refused"),
        ("details.sme.link_text", "all_or_nothing"),
    ];
    assert_eq!(fields(&refused), expected.map(|(field, reason)| (field.to_owned(), reason.to_owned())));
    assert_eq!(param(&refused, "details.en.text.line"), "3");
    assert_eq!(get(&mut paula, &id(kind)).await.unwrap(), unwritten, "what is refused is not written");
    draft(&mut paula, &unwritten, &LANGUAGES, wrong.clone()).await.unwrap();
    assert_eq!(get(&mut paula, &id(kind)).await.unwrap().details, Some(of_kind(kind, wrong)));

    // A legal page always says something.
    let unwritten = get(&mut paula, &id(DocumentKind::Cookies)).await.unwrap();
    let refused = publish(&mut paula, &unwritten, &LANGUAGES, DocumentDetails::default()).await.unwrap_err();
    let missing = |field: &str| (format!("details.{field}"), "translation_missing".to_owned());
    assert_eq!(fields(&refused), ["fi.title", "fi.text", "sv.title", "sv.text", "en.title", "en.text"].map(missing));
    let refused = draft(&mut paula, &unwritten, &["colour"], policy("Teksti")).await.unwrap_err();
    assert_eq!(fields(&refused), [("fields".to_owned(), "undefined".to_owned())]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_03_a_legal_page_is_published_changed_beside_and_rolled_back_with_every_word() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = DocumentKind::PrivacyPolicy;
    let document_id = id(kind);
    publish_now(&mut paula, kind, policy("Ensimmäinen")).await;
    let kept = get(&mut paula, &document_id).await.unwrap();
    let again = publish(&mut paula, &kept, &LANGUAGES, policy("Ensimmäinen")).await.unwrap_err();
    assert_eq!(told(&again), said(Code::FailedPrecondition, "publication_unchanged"));

    // Beside what is in force; the translations that were not touched lag behind, and nothing but what is named changes.
    let other = DocumentDetails { sv: page("Muu", "Muu"), ..policy("Toinen") };
    draft(&mut paula, &kept, &["fi"], other).await.unwrap();
    let drafted = get(&mut paula, &document_id).await.unwrap();
    let details = drafted.details.clone().unwrap();
    let stale = [&details.sv, &details.en].map(|language| language.as_ref().unwrap().stale);
    assert_eq!((drafted.has_draft, drafted.published_version, stale, details.sv.unwrap().title), (true, 1, [true; 2], "Dataskydd".to_owned()));
    publish(&mut paula, &drafted, &LANGUAGES, policy("Toinen")).await.unwrap();

    let second = get(&mut paula, &document_id).await.unwrap();
    draft(&mut paula, &second, &["fi"], policy("Kesken")).await.unwrap();
    let beside = get(&mut paula, &document_id).await.unwrap();
    assert!(!roll_back(&mut paula, &beside, 1).await.unwrap());
    let third = get(&mut paula, &document_id).await.unwrap();
    assert_eq!((third.published_version, third.has_draft, third.details.clone().unwrap().fi), (3, true, page("Tietosuoja", "Kesken")));
    let asked = GetDocumentVersionRequest { document_id: document_id.clone(), published_version: 3 };
    let drawn = paula.get_document_version(asked).await.unwrap().into_inner().languages;
    let drawn: Vec<_> = drawn.iter().map(|words| (words.language.as_str(), words.title.as_str(), words.text.is_some())).collect();
    assert_eq!(drawn, [("fi", "Tietosuoja", true), ("sv", "Dataskydd", true), ("en", "Data protection", true)]);
    // Going back to what is in force gives the draft up.
    assert!(!roll_back(&mut paula, &third, 3).await.unwrap());
    let back = get(&mut paula, &document_id).await.unwrap();
    assert_eq!((back.details.clone(), back.has_draft), (Some(of_kind(kind, policy("Ensimmäinen"))), false));
    assert_eq!(told(&roll_back(&mut paula, &back, 3).await.unwrap_err()), said(Code::FailedPrecondition, "publication_unchanged"));
    assert_eq!(told(&roll_back(&mut paula, &back, 4).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(versions(&mut paula, &document_id).await, [3, 2, 1].map(|number| (number, "Tietosuoja".to_owned())));
    assert_eq!(title(&world, kind, "en").await, shown("en", "Data protection"));

    Keeper::new(&world, Caller::ResponsibleUser).add_category("Laboratorio").await;
    fill_records_of_people(&world).await;
    rebuilds_to_the_same(&world.running).await.unwrap();
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_10_a_kind_keeps_its_own_fields_and_stays_what_it_is() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let kind = DocumentKind::LandingPage;
    let unwritten = get(&mut paula, &id(kind)).await.unwrap();
    let typed = of_kind(DocumentKind::Cookies, maintenance());
    publish(&mut paula, &unwritten, &["kind", "fi", "sv", "en"], typed.clone()).await.unwrap();
    let kept = get(&mut paula, &id(kind)).await.unwrap();
    let details = kept.details.clone().unwrap();
    assert_eq!((details.kind(), details.fi, details.sme), (kind, page("Huoltokatko", "**Teksti**"), None));
    draft(&mut paula, &kept, &["kind", "sme"], typed).await.unwrap();
    assert_eq!(get(&mut paula, &id(kind)).await.unwrap().details.unwrap().kind(), kind);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_03_each_kind_that_is_asked_for_answers_once_and_what_nobody_sees_is_left_out() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let (landing, info, cookies) = (DocumentKind::LandingPage, DocumentKind::AnnouncementInfo, DocumentKind::Cookies);
    publish_now(&mut paula, cookies, policy("Evästeet")).await;
    publish_now(&mut paula, info, maintenance()).await;
    publish_now(&mut paula, landing, DocumentDetails::default()).await;
    // The landing page was published with nothing in it, 99 is of a later build.
    let asked: [i32; 7] = [cookies.into(), 99, 0, info.into(), cookies.into(), landing.into(), DocumentKind::Accessibility.into()];
    let found = read(&world, &asked, "sv").await;
    let found: Vec<_> = found.iter().map(|found| (found.kind(), found.published_version, found.words.as_ref().unwrap().title.as_str())).collect();
    assert_eq!(found, [(info, 1, "Driftsavbrott"), (cookies, 1, "Dataskydd")]);
    assert!(read(&world, &[], "sv").await.is_empty());
    for kind in [Caller::Resident, Caller::ResidentEntering, Caller::Identified] {
        let asked = GetPublishedDocumentsRequest { kinds: vec![info.into()], language: "en".to_owned() };
        let answer = PublishedDocumentServiceClient::new(by(&world, kind)).get_published_documents(asked).await.unwrap();
        assert_eq!(answer.into_inner().documents.len(), 1, "{kind:?}");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_10_of_many_who_are_the_first_to_write_a_document_one_is_kept_and_the_others_are_told() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    for kind in [DocumentKind::Accessibility, DocumentKind::Cookies] {
        let unwritten = get(&mut paula, &id(kind)).await.unwrap();
        let writes = (0..12).map(|number| {
            let (mut paula, unwritten) = (paula.clone(), unwritten.clone());
            async move {
                let details = policy(&format!("Teksti {number}"));
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
    }
    // Who names a version that there is not has something else before their eyes, whether it was written or not.
    for kind in [DocumentKind::Accessibility, DocumentKind::LandingPage] {
        let kept = get(&mut paula, &id(kind)).await.unwrap();
        let other = Document { version: kept.version + 3, ..kept };
        assert_eq!(told(&draft(&mut paula, &other, &["fi"], policy("Teksti")).await.unwrap_err()), said(Code::Aborted, "stale_version"));
        assert_eq!(told(&publish(&mut paula, &other, &LANGUAGES, policy("Teksti")).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_10_there_are_no_other_documents_and_only_administrators_come_in() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let missing = Uuid::now_v7().to_string();
    let gone = said(Code::NotFound, "not_found");
    for version in [0, 1] {
        let never = Document { document_id: missing.clone(), version, ..Document::default() };
        assert_eq!(told(&draft(&mut paula, &never, &["fi"], policy("Teksti")).await.unwrap_err()), gone);
        assert_eq!(told(&publish(&mut paula, &never, &LANGUAGES, policy("Teksti")).await.unwrap_err()), gone);
        assert_eq!(told(&roll_back(&mut paula, &never, 1).await.unwrap_err()), gone);
    }
    assert_eq!(told(&get(&mut paula, &missing).await.unwrap_err()), gone);
    let asked = ListDocumentVersionsRequest { document_id: missing.clone(), page: None };
    assert_eq!(told(&paula.list_document_versions(asked).await.unwrap_err()), gone);
    let asked = GetDocumentVersionRequest { document_id: missing, published_version: 1 };
    assert_eq!(told(&paula.get_document_version(asked).await.unwrap_err()), gone);
    for kind in [Caller::ResponsibleUser, Caller::Practitioner, Caller::Resident] {
        let refused = client(&world, kind).list_documents(ListDocumentsRequest {}).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}
