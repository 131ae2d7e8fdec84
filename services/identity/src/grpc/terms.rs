//! The terms of use: read by everybody, accepted by residents, written by administrators.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    store::{CommandMeta, Outcome, StoreError, WorkError},
};
use chassis_domain::{PublicationBody, PublicationCommand, Refusals};
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{
        AcceptTermsRequest, AcceptTermsResponse, GetTermsDraftRequest, GetTermsDraftResponse, GetTermsRequest, GetTermsResponse, LegalTexts,
        PublishTermsRequest, PublishTermsResponse, SaveTermsDraftRequest, SaveTermsDraftResponse, TermsPublication,
        terms_service_server::TermsService,
    },
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{opened, timestamp};
use crate::{
    consent,
    projections::{practitioners, terms},
    resident::{self, ResidentId},
    terms::{self as domain, Body, Refused, TERMS, Texts},
};

/// Publications that administrators see.
const SHOWN: i64 = 50;

pub(super) struct Terms(pub(super) Kernel);

#[tonic::async_trait]
impl TermsService for Terms {
    async fn get_terms(&self, _: Request<GetTermsRequest>) -> Result<Response<GetTermsResponse>, Status> {
        let in_force = terms::publications(&self.0.pool, 1).await.map_err(grpc::fault)?.pop();
        Ok(Response::new(in_force.map_or_else(GetTermsResponse::default, |found| GetTermsResponse {
            version: version(found.version),
            text: Some(LocalizedString { texts: found.texts }),
            published_at: Some(timestamp(found.published_at)),
        })))
    }

    async fn accept_terms(&self, request: Request<AcceptTermsRequest>) -> Result<Response<AcceptTermsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let id = ResidentId::from_uuid(person.uuid());
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let read = request.version;
        let accepted = self.0.store.transact(meta, move |unit| {
            Box::pin(async move {
                let in_force = version(terms::in_force_in_tx(unit.tx()).await.map_err(StoreError::from)?);
                unit.execute(id, &resident::Command::AcceptTerms { version: read, in_force }).await?;
                // Both, or neither. It refuses nothing of its own.
                consent::give(unit, person, read).await.map_err(|error| error.map(|_| resident::Refused::TermsOutdated.into()))?;
                Ok::<_, WorkError<Refusals<resident::Refused>>>(AcceptTermsResponse {})
            })
        });
        Ok(Response::new(accepted.await?))
    }

    async fn get_terms_draft(&self, _: Request<GetTermsDraftRequest>) -> Result<Response<GetTermsDraftResponse>, Status> {
        let (texts, revision) = terms::draft(&self.0.pool).await.map_err(grpc::fault)?;
        let published = terms::publications(&self.0.pool, SHOWN).await.map_err(grpc::fault)?;
        let names = self.names(&published.iter().filter_map(|publication| publication.published_by).collect::<Vec<_>>()).await?;
        let publications = published.into_iter().map(|publication| TermsPublication {
            version: version(publication.version),
            published_at: Some(timestamp(publication.published_at)),
            published_by: publication.published_by.and_then(|id| names.get(&id)).cloned().unwrap_or_default(),
        });
        Ok(Response::new(GetTermsDraftResponse { texts: Some(view(texts)), revision: version(revision), publications: publications.collect() }))
    }

    async fn save_terms_draft(&self, request: Request<SaveTermsDraftRequest>) -> Result<Response<SaveTermsDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = PublicationCommand::SaveDraft { body: body(request.texts.unwrap_or_default()) };
        self.write(meta, command, request.revision, |_| SaveTermsDraftResponse {}).await
    }

    async fn publish_terms(&self, request: Request<PublishTermsRequest>) -> Result<Response<PublishTermsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = PublicationCommand::Publish { body: body(request.texts.unwrap_or_default()) };
        self.write(meta, command, request.revision, |terms| PublishTermsResponse { version: terms.version() }).await
    }
}

impl Terms {
    /// Held against what the writer had before their eyes; a draft that is kept already is nobody's overwritten.
    async fn write<R: Outcome>(
        &self,
        meta: CommandMeta,
        command: PublicationCommand<Body>,
        revision: u32,
        answer: fn(&domain::Terms) -> R,
    ) -> Result<Response<R>, Status> {
        let written = self.0.store.transact(meta, move |unit| {
            let command = command.clone();
            Box::pin(async move {
                let before = unit.load::<domain::Terms>(TERMS).await?;
                let is_kept = match &command {
                    PublicationCommand::SaveDraft { body } => {
                        let kept = before.state.body();
                        kept == Some(&body.kept_after(kept))
                    }
                    _ => false,
                };
                if !is_kept && before.version != u64::from(revision) {
                    return Err(WorkError::Refused(Refusals::from(Refused::ChangedMeanwhile)));
                }
                match unit.execute_expecting(TERMS, &command, Some(before.version)).await {
                    Ok(after) => Ok(answer(&after.state)),
                    // Somebody was faster since it was read here: it is read again, and held against what they have made of it.
                    Err(WorkError::Stale { .. }) => Err(WorkError::Conflict),
                    Err(error) => Err(error),
                }
            })
        });
        Ok(Response::new(written.await?))
    }

    /// What administrators are called.
    async fn names(&self, ids: &[Uuid]) -> Result<HashMap<Uuid, String>, Status> {
        let known = practitioners::names(&self.0.pool, ids).await.map_err(grpc::fault)?;
        let sealed: Vec<&[u8]> = known.iter().map(|(_, name)| name.as_slice()).collect();
        Ok(known.iter().map(|(id, _)| *id).zip(opened(&self.0, &sealed).await?).collect())
    }
}

fn version(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

fn body(asked: LegalTexts) -> Body {
    let LegalTexts { fi, sv, en, sme, smn, sms } = asked;
    let texts = [("fi", fi), ("sv", sv), ("en", en), ("sme", sme), ("smn", smn), ("sms", sms)];
    Body { texts: texts.map(|(language, text)| (language.to_owned(), text)).into() }
}

fn view(mut texts: Texts) -> LegalTexts {
    let mut text = |language: &str| texts.remove(language).unwrap_or_default();
    LegalTexts { fi: text("fi"), sv: text("sv"), en: text("en"), sme: text("sme"), smn: text("smn"), sms: text("sms") }
}
