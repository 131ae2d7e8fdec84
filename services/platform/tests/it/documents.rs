//! What administrators publish for everybody: who is signed in hears of it as it comes into force, and whoever asks reads it.

use gateway::App;
use kajo_proto::content::v1::{
    DocumentDetails, DocumentKind, DocumentLanguage, GetDocumentRequest, GetDocumentResponse, GetPublishedDocumentsRequest,
    GetPublishedDocumentsResponse, ListDocumentsRequest, ListDocumentsResponse, PublishDocumentRequest, PublishDocumentResponse, PublishedDocument,
};

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
    let get = GetDocumentRequest { document_id: document_id.to_owned() };
    let kept: GetDocumentResponse = administrator.call(&format!("{DOCUMENTS}/GetDocument"), &get).await.unwrap();
    let asked = PublishDocumentRequest {
        document_id: document_id.to_owned(),
        details: Some(details),
        fields: ["fi", "sv", "en"].map(str::to_owned).to_vec(),
        version: kept.document.unwrap().version,
    };
    let _: PublishDocumentResponse = administrator.call(&format!("{DOCUMENTS}/PublishDocument"), &asked).await.unwrap();
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
