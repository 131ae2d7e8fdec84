//! A professional's own phrases, given to nobody else.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::conversations::v1::{
    ListPhrasesRequest, ListPhrasesResponse, MovePhrasesRequest, MovePhrasesResponse, Phrase as PhraseView, RemovePhraseRequest,
    RemovePhraseResponse, SavePhraseRequest, SavePhraseResponse, phrase_service_server::PhraseService,
};
use tonic::{Request, Response, Status};

use crate::{
    conversation::ParticipantKind,
    phrase_book::{Command, MOST, PhraseBook, PhraseBookId, PhraseId},
    settings::ConversationsSettings,
};

pub(super) struct Phrases {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
}

fn book(rpc: &Rpc) -> Result<PhraseBookId, Status> {
    Ok(PhraseBookId::from_uuid(rpc.person()?.uuid()))
}

#[tonic::async_trait]
impl PhraseService for Phrases {
    async fn list_phrases(&self, request: Request<ListPhrasesRequest>) -> Result<Response<ListPhrasesResponse>, Status> {
        let known = self.kernel.store.load::<PhraseBook>(book(&Rpc::of(&request)?)?).await?.state;
        let phrases = known.phrases.into_iter().map(|phrase| PhraseView {
            phrase_id: phrase.id.to_string(),
            title: phrase.title.and_then(|title| title.open().cloned()).unwrap_or_default(),
            text: phrase.text.open().cloned().unwrap_or_default(),
        });
        Ok(Response::new(ListPhrasesResponse { phrases: phrases.collect(), max_phrases: u32::try_from(MOST).unwrap_or(u32::MAX) }))
    }

    async fn save_phrase(&self, request: Request<SavePhraseRequest>) -> Result<Response<SavePhraseResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let limits = self.settings.limits(ParticipantKind::Practitioner);
        let text = limits.text(&request.text).map_err(|over| grpc::refused(&over))?;
        let named = PhraseId::parse(&request.phrase_id);
        // Of the command, so that a retry saves the same one.
        let phrase = named.unwrap_or_else(|| PhraseId::from_uuid(chassis_domain::Uuid::new_v5(&meta.command_id, b"phrase")));
        let title = request.title.trim().to_owned();
        let save = Command::Save { person: rpc.person()?, phrase, known: named.is_some(), title, text };
        self.kernel.store.execute::<PhraseBook>(book(&rpc)?, save, meta).await?;
        Ok(Response::new(SavePhraseResponse { phrase_id: phrase.to_string() }))
    }

    async fn remove_phrase(&self, request: Request<RemovePhraseRequest>) -> Result<Response<RemovePhraseResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let phrase = PhraseId::parse(&request.phrase_id).ok_or_else(grpc::not_found)?;
        self.kernel.store.execute::<PhraseBook>(book(&rpc)?, Command::Remove { phrase }, meta).await?;
        Ok(Response::new(RemovePhraseResponse {}))
    }

    async fn move_phrases(&self, request: Request<MovePhrasesRequest>) -> Result<Response<MovePhrasesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let order = request.phrase_ids.iter().filter_map(|id| PhraseId::parse(id)).collect();
        self.kernel.store.execute::<PhraseBook>(book(&rpc)?, Command::Move { order }, meta).await?;
        Ok(Response::new(MovePhrasesResponse {}))
    }
}
