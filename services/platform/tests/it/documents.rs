//! What administrators publish for everybody: who is signed in hears of it as it comes into force, and whoever asks reads it.

use chassis::testkit::refusals::fields;
use gateway::App;
use kajo_proto::{
    chat_queue::v1::{ChatQueueDetails, SaveChatQueueRequest, SaveChatQueueResponse},
    common::v1::{Matter, Translated},
    content::v1::{
        DocumentDetails, DocumentKind, DocumentLanguage, GetDocumentRequest, GetDocumentResponse, GetPublishedDocumentsRequest,
        GetPublishedDocumentsResponse, LanguageVersion, ListDocumentsRequest, ListDocumentsResponse, PublishDocumentRequest, PublishDocumentResponse,
        PublishServiceContentRequest, PublishServiceContentResponse, PublishedDocument, SaveDocumentDraftRequest, SaveDocumentDraftResponse,
        ServiceContentDetails, ServiceContentType,
    },
};
use tonic::Status;

use crate::{browser::Browser, journey::Live, world::World};

const DOCUMENTS: &str = "/kajo.content.v1.DocumentService";

fn written(title: &str) -> Option<DocumentLanguage> {
    Some(DocumentLanguage {
        title: title.to_owned(),
        text: "Teksti".to_owned(),
        link_text: "Lue lisää".to_owned(),
        link_url: "https://kajo.example/tiedote".to_owned(),
        stale: false,
    })
}

async fn critical_announcement(administrator: &Browser) -> String {
    let listed: ListDocumentsResponse = administrator.call(&format!("{DOCUMENTS}/ListDocuments"), &ListDocumentsRequest {}).await.unwrap();
    let found = listed.documents.into_iter().find(|document| document.kind() == DocumentKind::CriticalAnnouncement);
    found.unwrap().document_id
}

/// Over what is kept, in every language that is published together.
async fn publish(administrator: &Browser, document_id: &str, details: DocumentDetails) {
    try_to_publish(administrator, document_id, details).await.unwrap();
}

async fn try_to_publish(administrator: &Browser, document_id: &str, details: DocumentDetails) -> Result<(), Status> {
    let asked = publishing(administrator, document_id, details).await;
    administrator.call::<PublishDocumentResponse>(&format!("{DOCUMENTS}/PublishDocument"), &asked).await.map(|_| ())
}

async fn publishing(administrator: &Browser, document_id: &str, details: DocumentDetails) -> PublishDocumentRequest {
    let get = GetDocumentRequest { document_id: document_id.to_owned() };
    let kept: GetDocumentResponse = administrator.call(&format!("{DOCUMENTS}/GetDocument"), &get).await.unwrap();
    PublishDocumentRequest {
        document_id: document_id.to_owned(),
        details: Some(details),
        fields: ["fi", "sv", "en"].map(str::to_owned).to_vec(),
        version: kept.document.unwrap().version,
    }
}

async fn in_force(reader: &Browser, language: &str) -> Vec<PublishedDocument> {
    let asked = GetPublishedDocumentsRequest { kinds: vec![DocumentKind::CriticalAnnouncement.into()], language: language.to_owned() };
    let path = "/kajo.content.v1.PublishedDocumentService/GetPublishedDocuments";
    reader.call::<GetPublishedDocumentsResponse>(path, &asked).await.unwrap().documents
}

/// Language and title of what is in force, when something is.
async fn read(reader: &Browser, language: &str) -> Option<(String, String)> {
    let words = in_force(reader, language).await.into_iter().next()?.words.unwrap();
    Some((words.language, words.title))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_01_an_announcement_reaches_who_is_signed_in_and_who_is_not_and_goes_when_it_is_emptied() {
    let world = World::start().await;
    let (administrator, resident, stranger) = (world.practitioner("paula").await, world.resident("aino").await, world.browser(App::Resident));
    let mut live = Live::open(&resident).await;
    let document = critical_announcement(&administrator).await;
    assert_eq!(read(&stranger, "fi").await, None);

    let details = DocumentDetails { fi: written("Huoltokatko"), sv: written("Driftstopp"), en: written("Outage"), ..DocumentDetails::default() };
    publish(&administrator, &document, details).await;
    live.hears_of("DocumentPublished", &document).await;
    let [finnish, swedish] = [("fi", "Huoltokatko"), ("sv", "Driftstopp")].map(|(language, title)| Some((language.to_owned(), title.to_owned())));
    for reader in [&stranger, &resident] {
        assert_eq!(read(reader, "sv").await, swedish);
        // Not written in it: the Finnish words, which say that they are.
        assert_eq!(read(reader, "sms").await, finnish);
    }

    publish(&administrator, &document, DocumentDetails::default()).await;
    live.hears_of("DocumentPublished", &document).await;
    for reader in [&stranger, &resident] {
        assert_eq!(read(reader, "sv").await, None);
    }
    drop(live);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_09_no_link_that_leads_to_harm_or_is_no_https_address_is_published_or_kept() {
    let world = World::start().await;
    let (administrator, stranger) = (world.practitioner("paula").await, world.browser(App::Resident));
    world.lists_of_links().await;
    let document = critical_announcement(&administrator).await;
    let details = |swedish: DocumentLanguage| DocumentDetails {
        fi: written("Huoltokatko"),
        sv: Some(swedish),
        en: written("Outage"),
        ..DocumentDetails::default()
    };
    let good = || written("Driftstopp").unwrap();
    let in_text = "Läs **[mer](https://voitto.example/palkinto)**.".to_owned();
    for (swedish, field, reason) in [
        (DocumentLanguage { link_url: "https://voitto.example/palkinto".to_owned(), ..good() }, "details.sv.link_url", "risky_link"),
        (DocumentLanguage { text: in_text, ..good() }, "details.sv.text", "risky_link"),
        (DocumentLanguage { link_url: "http://kajo.example/avbrott".to_owned(), ..good() }, "details.sv.link_url", "link_refused"),
        (DocumentLanguage { link_url: "kajo.example".to_owned(), ..good() }, "details.sv.link_url", "link_refused"),
    ] {
        let refused = try_to_publish(&administrator, &document, details(swedish)).await.unwrap_err();
        assert_eq!(fields(&refused), [(field.to_owned(), reason.to_owned())]);
        assert_eq!(read(&stranger, "sv").await, None);
    }

    // Whatever is wrong with an address may stand in a draft; it is told when that is to be published, though the request names no word of it.
    let harmful = DocumentLanguage { link_url: "https://voitto.example".to_owned(), ..good() };
    let kept = publishing(&administrator, &document, details(harmful)).await;
    let draft = SaveDocumentDraftRequest { document_id: kept.document_id, details: kept.details, fields: kept.fields, version: kept.version };
    let _: SaveDocumentDraftResponse = administrator.call(&format!("{DOCUMENTS}/SaveDocumentDraft"), &draft).await.unwrap();
    let as_kept =
        PublishDocumentRequest { fields: vec!["smn".to_owned()], ..publishing(&administrator, &document, DocumentDetails::default()).await };
    let refused = administrator.call::<PublishDocumentResponse>(&format!("{DOCUMENTS}/PublishDocument"), &as_kept).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.sv.link_url".to_owned(), "risky_link".to_owned())]);

    let content = ServiceContentDetails {
        name: "Hoito-ohje".to_owned(),
        r#type: ServiceContentType::OperatingInstructions.into(),
        fi: Some(LanguageVersion { title: "Ohje".to_owned(), text: "[Lue](https://voitto.example/ohje)".to_owned(), stale: false }),
        sv: Some(LanguageVersion { title: "Råd".to_owned(), text: "Läs".to_owned(), stale: false }),
        en: Some(LanguageVersion { title: "Guide".to_owned(), text: "Read".to_owned(), stale: false }),
        ..ServiceContentDetails::default()
    };
    let asked = PublishServiceContentRequest { details: Some(content), ..PublishServiceContentRequest::default() };
    let path = "/kajo.content.v1.ServiceContentService/PublishServiceContent";
    let refused = administrator.call::<PublishServiceContentResponse>(path, &asked).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.fi.text".to_owned(), "risky_link".to_owned())]);

    let name = Some(Translated { fi: "Kriisichat".to_owned(), sv: "Krischatt".to_owned(), en: "Crisis chat".to_owned() });
    let external_url = "https://voitto.example/chat".to_owned();
    let queue = ChatQueueDetails { name, matter: Matter::Health.into(), external_url, ..ChatQueueDetails::default() };
    let asked = SaveChatQueueRequest { details: Some(queue), ..SaveChatQueueRequest::default() };
    let refused = administrator.call::<SaveChatQueueResponse>("/kajo.chat_queue.v1.ChatQueueService/SaveChatQueue", &asked).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.external_url".to_owned(), "risky_link".to_owned())]);

    publish(&administrator, &document, details(good())).await;
    assert_eq!(read(&stranger, "sv").await, Some(("sv".to_owned(), "Driftstopp".to_owned())));
    world.end().await;
}
