//! Documents, as administrators write and publish them.

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::Saving,
    grpc,
    links::{LinkCheck, WrittenLink},
    publication::{self, PublicationKind, RolledBack, Version, Written},
};
use chassis_domain::{Uuid, page_address, rich_text, timestamp};
use kajo_proto::content::v1::{
    self as public, DocumentDetails, DocumentLanguage, DocumentSummary, DrawnDocument, GetDocumentRequest, GetDocumentResponse,
    GetDocumentVersionRequest, GetDocumentVersionResponse, ListDocumentVersionsRequest, ListDocumentVersionsResponse, ListDocumentsRequest,
    ListDocumentsResponse, PublishDocumentRequest, PublishDocumentResponse, PublishedDocumentVersion, RollBackDocumentRequest,
    RollBackDocumentResponse, SaveDocumentDraftRequest, SaveDocumentDraftResponse, document_service_server::DocumentService,
};
use tonic::{Request, Response, Status};

use super::links::{self, Linked, in_text};
use crate::{
    document::{Body, DocumentWords, Kind, Languages},
    languages::{FIELDS, Fields, LanguageWords as _},
};

pub(super) struct Documents {
    pub(super) kernel: Kernel,
    pub(super) links: LinkCheck,
}

impl PublicationKind for Documents {
    type Body = Body;
    type Message = DocumentDetails;

    fn message(body: Body) -> DocumentDetails {
        let Body { kind, languages } = body;
        let Languages { fi, sv, en, sme, smn, sms } = languages;
        DocumentDetails {
            kind: kind.public().into(),
            fi: written(fi),
            sv: written(sv),
            en: written(en),
            sme: written(sme),
            smn: written(smn),
            sms: written(sms),
        }
    }

    fn body(message: DocumentDetails) -> Body {
        // Details are always laid over what is kept, which has a kind.
        let kind = Kind::from_public(message.kind()).unwrap_or(Kind::LandingPage);
        let DocumentDetails { fi, sv, en, sme, smn, sms, .. } = message;
        let languages = Languages { fi: words(fi), sv: words(sv), en: words(en), sme: words(sme), smn: words(smn), sms: words(sms) };
        Body { kind, languages }
    }

    fn unwritten(id: Uuid) -> Option<Body> {
        Kind::of_id(id).map(Body::unwritten)
    }
}

impl Linked for Documents {
    fn links(body: &Body) -> Vec<WrittenLink> {
        let of_language = |(words, fields): (&DocumentWords, Fields)| {
            let beside = page_address(words.link_url.trim()).map(|url| WrittenLink { field: fields.link_url, url });
            in_text(fields.text, &words.text).into_iter().chain(beside)
        };
        body.languages.all().into_iter().zip(FIELDS).flat_map(of_language).collect()
    }
}

impl Documents {
    /// `None`: nothing was written of it yet.
    async fn find(&self, kind: Kind) -> Result<Option<Written<Self>>, Status> {
        Ok(publication::some::<Self>(&self.kernel.pool, &[kind.id().uuid()]).await?.into_iter().next())
    }
}

#[tonic::async_trait]
impl DocumentService for Documents {
    async fn list_documents(&self, _: Request<ListDocumentsRequest>) -> Result<Response<ListDocumentsResponse>, Status> {
        let ids = Kind::ALL.map(|kind| kind.id().uuid());
        let found = publication::some::<Self>(&self.kernel.pool, &ids).await?;
        let documents = Kind::ALL.into_iter().map(|kind| summary(kind, found.iter().find(|found| found.id == kind.id().uuid())));
        Ok(Response::new(ListDocumentsResponse { documents: documents.collect() }))
    }

    async fn get_document(&self, request: Request<GetDocumentRequest>) -> Result<Response<GetDocumentResponse>, Status> {
        let kind = kind_of(&request.into_inner().document_id)?;
        let found = self.find(kind).await?;
        Ok(Response::new(GetDocumentResponse { document: Some(found.map_or_else(|| unwritten_view(kind), view)) }))
    }

    async fn list_document_versions(&self, request: Request<ListDocumentVersionsRequest>) -> Result<Response<ListDocumentVersionsResponse>, Status> {
        let ListDocumentVersionsRequest { document_id, page } = request.into_inner();
        if self.find(kind_of(&document_id)?).await?.is_none() {
            return Ok(Response::new(ListDocumentVersionsResponse::default()));
        }
        let (found, next_page_token) = publication::versions::<Self>(&self.kernel.pool, &document_id, page.unwrap_or_default()).await?;
        let versions = found.into_iter().map(|Version { published_version, body, published_at }| PublishedDocumentVersion {
            published_version,
            published_at: Some(timestamp(published_at)),
            title: body.languages.fi.title,
        });
        Ok(Response::new(ListDocumentVersionsResponse { versions: versions.collect(), next_page_token }))
    }

    async fn get_document_version(&self, request: Request<GetDocumentVersionRequest>) -> Result<Response<GetDocumentVersionResponse>, Status> {
        let GetDocumentVersionRequest { document_id, published_version } = request.into_inner();
        let Version { body, .. } = publication::version::<Self>(&self.kernel.pool, &document_id, published_version).await?;
        let languages = body.languages.by_code().filter(|(_, words)| !words.is_empty()).map(|(code, words)| drawn(code, words));
        Ok(Response::new(GetDocumentVersionResponse { languages: languages.collect() }))
    }

    async fn save_document_draft(&self, request: Request<SaveDocumentDraftRequest>) -> Result<Response<SaveDocumentDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveDocumentDraftRequest { document_id, details, fields, version } = request;
        publication::save_draft::<Self>(&self.kernel, meta, saving(document_id, details, fields, version)?).await?;
        Ok(Response::new(SaveDocumentDraftResponse {}))
    }

    async fn publish_document(&self, request: Request<PublishDocumentRequest>) -> Result<Response<PublishDocumentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let PublishDocumentRequest { document_id, details, fields, version } = request;
        let saving = saving(document_id, details, fields, version)?;
        links::admit::<Self>((&self.kernel, &self.links), &rpc, &meta, &saving).await?;
        publication::publish::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(PublishDocumentResponse {}))
    }

    async fn roll_back_document(&self, request: Request<RollBackDocumentRequest>) -> Result<Response<RollBackDocumentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let RollBackDocumentRequest { document_id: id, published_version, version } = request;
        let asked = RolledBack { id, published_version, version };
        links::admit_again::<Self>((&self.kernel, &self.links), &rpc, &meta, &asked).await?;
        let became_draft = publication::roll_back::<Self>(&self.kernel, meta, asked).await?;
        Ok(Response::new(RollBackDocumentResponse { became_draft }))
    }
}

/// Which document it is; there are no others.
fn kind_of(id: &str) -> Result<Kind, Status> {
    Uuid::try_parse(id).ok().and_then(Kind::of_id).ok_or_else(grpc::not_found)
}

/// What a document is, its id says: nobody sets it.
fn saving(id: String, details: Option<DocumentDetails>, fields: Vec<String>, version: u64) -> Result<Saving<DocumentDetails>, Status> {
    kind_of(&id)?;
    let fields = fields.into_iter().filter(|field| field != "kind").collect();
    Ok(Saving { id, version, details: details.unwrap_or_default(), fields })
}

fn view(found: Written<Documents>) -> public::Document {
    public::Document {
        document_id: found.id.to_string(),
        has_draft: found.has_draft,
        published_version: found.published_version,
        published_at: found.published_at.map(timestamp),
        published_empty: is_published_empty(&found),
        updated_at: Some(timestamp(found.updated_at)),
        version: found.version,
        details: Some(Documents::message(found.body)),
    }
}

fn unwritten_view(kind: Kind) -> public::Document {
    let details = Some(Documents::message(Body::unwritten(kind)));
    public::Document { document_id: kind.id().to_string(), details, ..public::Document::default() }
}

fn summary(kind: Kind, found: Option<&Written<Documents>>) -> DocumentSummary {
    DocumentSummary {
        document_id: kind.id().to_string(),
        kind: kind.public().into(),
        has_draft: found.is_some_and(|found| found.has_draft),
        published_version: found.map_or(0, |found| found.published_version),
        published_at: found.and_then(|found| found.published_at).map(timestamp),
        published_empty: found.is_some_and(is_published_empty),
    }
}

fn is_published_empty(found: &Written<Documents>) -> bool {
    found.in_force().is_some_and(Body::is_empty)
}

/// As it is read. A link that leads nowhere by the rules of today is left out, as a text is that breaks them.
pub(super) fn drawn(language: &str, words: &DocumentWords) -> DrawnDocument {
    let (link_text, link_url) = page_address(&words.link_url).map(|url| (words.link_text.clone(), url)).unwrap_or_default();
    let text = rich_text(&words.text).ok().filter(|text| !text.blocks.is_empty());
    DrawnDocument { language: language.to_owned(), title: words.title.clone(), text, link_text, link_url }
}

/// A language that is not written is left out.
fn written(words: DocumentWords) -> Option<DocumentLanguage> {
    let is_written = !words.is_empty();
    let DocumentWords { title, text, link_text, link_url, stale } = words;
    is_written.then_some(DocumentLanguage { title, text, link_text, link_url, stale })
}

fn words(message: Option<DocumentLanguage>) -> DocumentWords {
    let DocumentLanguage { title, text, link_text, link_url, stale } = message.unwrap_or_default();
    DocumentWords { title, text, link_text, link_url, stale }
}
