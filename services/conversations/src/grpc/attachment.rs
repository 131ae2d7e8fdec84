//! Files: taken in piece by piece, looked at, given out.

use bytes::Bytes;
use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    store::{CommandMeta, ExecuteError, StoreError, WorkError},
};
use chassis_domain::{Aggregate, PersonId, Uuid};
use futures::stream::BoxStream;
use kajo_proto::conversations::v1::{
    DiscardAttachmentRequest, DiscardAttachmentResponse, DownloadAttachmentRequest, DownloadAttachmentResponse, GetAttachmentsRequest,
    GetAttachmentsResponse, GetThumbnailRequest, GetThumbnailResponse, ScanState, UploadAttachmentRequest, UploadAttachmentResponse, UploadHead,
    attachment_service_server::AttachmentService, download_attachment_response, upload_attachment_request::Part,
};
use tonic::{Code, Request, Response, Status, Streaming};
use unicode_normalization::UnicodeNormalization;

use super::{
    conversation::read,
    views::{Opened, file},
    who,
};
use crate::{
    adapters::{
        chats::Chats,
        content::{self, Kept},
        files::{Files, thumbnail_of},
    },
    attachment::{self, Attachment, AttachmentId, Command, key_of, retention},
    background,
    conversation::ConversationId,
    limits::{Limits, OverLimit},
    projections::attachments::{self, AttachmentRow, SentTo},
    settings::ConversationsSettings,
};

/// Bytes of one piece of a download.
const PIECE: usize = 64 * 1024;

/// Why a file may be read.
const READABLE: &str = "attachment of a readable message";
/// The same, of a chat.
const OF_CHAT: &str = "attachment of a readable chat";

/// A refusal of an upload.
#[derive(Debug, thiserror::Error)]
enum UploadRefusal {
    #[error(transparent)]
    Limit(#[from] OverLimit),
    #[error(transparent)]
    Attachment(#[from] attachment::Refusal),
}

impl chassis_domain::Refusal for UploadRefusal {
    fn code(&self) -> &'static str {
        match self {
            Self::Limit(refusal) => refusal.code(),
            Self::Attachment(refusal) => refusal.code(),
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::Limit(refusal) => refusal.field(),
            Self::Attachment(refusal) => refusal.field(),
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Limit(refusal) => refusal.params(),
            Self::Attachment(refusal) => refusal.params(),
        }
    }

    fn kind(&self) -> chassis_domain::RefusalKind {
        match self {
            Self::Limit(refusal) => refusal.kind(),
            Self::Attachment(refusal) => refusal.kind(),
        }
    }
}

pub(super) struct Attachments {
    kernel: Kernel,
    settings: ConversationsSettings,
    files: Files,
    chats: Chats,
}

/// A file that the caller may read.
struct Readable {
    row: AttachmentRow,
    /// Whom it is about.
    subject: Option<PersonId>,
    /// Why they may.
    ground: &'static str,
}

impl Attachments {
    pub(super) fn try_new(kernel: Kernel, settings: ConversationsSettings, chats: Chats) -> anyhow::Result<Self> {
        let files = Files::try_new(kernel.clone())?;
        Ok(Self { kernel, settings, files, chats })
    }

    /// Writes an upload down, unless its owner has as many files already as one may have.
    async fn store(
        &self,
        id: AttachmentId,
        owner: Uuid,
        limits: Limits,
        upload: Command,
        meta: CommandMeta,
    ) -> Result<(), ExecuteError<UploadRefusal>> {
        let stored = self.kernel.store.transact(meta, move |unit| {
            let (limits, upload) = (limits.clone(), upload.clone());
            Box::pin(async move {
                let others = attachments::count_other_unsent_in_tx(unit.tx(), owner, id.uuid()).await.map_err(StoreError::from)?;
                limits.room_for_unsent(others).map_err(|over| WorkError::Refused(over.into()))?;
                unit.execute(id, &upload).await.map_err(|error| error.map(UploadRefusal::Attachment))?;
                Ok::<_, WorkError<UploadRefusal>>(UploadAttachmentResponse::default())
            })
        });
        stored.await.map(drop)
    }

    /// A file of a message that the caller may read.
    async fn readable(&self, rpc: &Rpc, id: AttachmentId) -> Result<Readable, Status> {
        let mut rows = attachments::by_ids(&self.kernel.pool, &[id.uuid()]).await.map_err(grpc::fault)?;
        let row = rows.pop().ok_or_else(grpc::not_found)?;
        match row.sent.ok_or_else(grpc::not_found)? {
            SentTo::Conversation(conversation) => {
                let (_, thread, subject, _) = read(&self.kernel, rpc, ConversationId::from_uuid(conversation)).await?;
                if !thread.shows(id) {
                    return Err(grpc::not_found());
                }
                Ok(Readable { row, subject, ground: READABLE })
            }
            SentTo::Chat(chat) => {
                let subject = self.chats.subject_of(rpc, chat, id).await?;
                Ok(Readable { row, subject, ground: OF_CHAT })
            }
        }
    }
}

#[tonic::async_trait]
impl AttachmentService for Attachments {
    type DownloadAttachmentStream = BoxStream<'static, Result<DownloadAttachmentResponse, Status>>;

    async fn upload_attachment(&self, request: Request<Streaming<UploadAttachmentRequest>>) -> Result<Response<UploadAttachmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let limits = self.settings.limits(by.kind());
        let mut pieces = request.into_inner();
        let head = match pieces.message().await?.and_then(|piece| piece.part) {
            Some(Part::Head(head)) => head,
            Some(Part::Chunk(_)) | None => return Err(grpc::invalid_field("head", "required")),
        };
        let refused = |over| grpc::refused(&over);
        let name = file_name(&head.file_name)?;
        let extension = limits.extension(&name).map_err(refused)?;
        limits.size(head.size_bytes).map_err(refused)?;
        let id = AttachmentId::from_uuid(Uuid::new_v5(&rpc.command(&head)?.command_id, b"attachment"));
        let is_known = !attachments::by_ids(&self.kernel.pool, &[id.uuid()]).await.map_err(grpc::fault)?.is_empty();
        // Before it is taken in, and again where nobody comes between.
        if !is_known {
            let unsent = attachments::count_unsent(&self.kernel.pool, by.writer().uuid()).await.map_err(grpc::fault)?;
            limits.room_for_unsent(unsent).map_err(refused)?;
        }
        let content = receive(&mut pieces, &limits).await?;
        if content.is_empty() {
            return Err(refused(OverLimit::FileEmpty));
        }
        if !content::agrees(&extension, &content) {
            return Err(refused(OverLimit::FileContentDiffers { extension }));
        }
        // The key stands for this very content: the same key with another one is another command.
        let content = Bytes::from(content);
        let mut meta = rpc.command(&UploadHead { file_name: name.clone(), size_bytes: content.len() as u64 })?;
        let chunk = UploadAttachmentRequest { part: Some(Part::Chunk(content.clone())) };
        meta.fingerprint.extend(rpc.command(&chunk)?.fingerprint);
        let Kept { content, thumbnail } = content::kept(extension.clone(), content).await.map_err(|unfit| grpc::refused(&unfit))?;
        // A name that no retry repeats: what was scanned is never written over.
        let object: String = self.kernel.ids.secret().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        let (key, class) = (key_of(id), retention(by.kind()));
        if let Some(thumbnail) = thumbnail {
            self.files.put(&thumbnail_of(&object), key, class, &thumbnail).await.map_err(grpc::fault)?;
        }
        self.files.put(&object, key, class, &content).await.map_err(grpc::fault)?;
        let size = content.len() as u64;
        let upload = Command::Upload { id, owner: by.writer(), owner_kind: by.kind(), name, extension, size, object: object.clone() };
        let stored = self.store(id, by.writer().uuid(), limits, upload, meta).await;
        let is_left_over = match &stored {
            Ok(()) => attachments::by_ids(&self.kernel.pool, &[id.uuid()]).await.map_err(grpc::fault)?.iter().all(|row| row.object_name != object),
            // Whether a fault came before or after the commit is not known: then the file stays.
            Err(error) => !matches!(error, ExecuteError::Unavailable(_)),
        };
        if is_left_over {
            self.files.remove(&object).await.map_err(grpc::fault)?;
        }
        stored?;
        // It comes by itself as well, only later.
        self.kernel.due.soon(background::SCAN).await.map_err(grpc::fault)?;
        let mut views = super::views::files(&self.kernel, &[id.uuid()]).await?;
        Ok(Response::new(UploadAttachmentResponse { attachment: views.remove(&id.uuid()) }))
    }

    async fn get_attachments(&self, request: Request<GetAttachmentsRequest>) -> Result<Response<GetAttachmentsResponse>, Status> {
        let owner = who(&self.kernel, &Rpc::of(&request)?).await?.writer().uuid();
        let ids: Vec<_> = request.into_inner().attachment_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let mut rows = attachments::by_ids(&self.kernel.pool, &ids).await.map_err(grpc::fault)?;
        rows.retain(|row| row.owner_id == owner);
        let opened = Opened::of(&self.kernel, rows.iter().map(|row| row.file_name.as_slice())).await?;
        let attachments = rows.iter().map(|row| file(row, opened.text(&row.file_name))).collect();
        Ok(Response::new(GetAttachmentsResponse { attachments }))
    }

    async fn download_attachment(&self, request: Request<DownloadAttachmentRequest>) -> Result<Response<Self::DownloadAttachmentStream>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = AttachmentId::parse(&request.into_inner().attachment_id).ok_or_else(grpc::not_found)?;
        let Readable { row, subject, ground } = self.readable(&rpc, id).await?;
        if i32::from(row.scan_state) != ScanState::Clean as i32 {
            return Err(grpc::status(Code::FailedPrecondition, "attachment_not_clean", &[]));
        }
        rpc.log_access(&self.kernel, subject, (Attachment::CATEGORY, Some(id.uuid())), ground).await?;
        let content = self.files.get(&row.object_name).await.map_err(grpc::fault)?;
        let name = Opened::of(&self.kernel, [row.file_name.as_slice()]).await?.text(&row.file_name);
        let head = download_attachment_response::Part::Head(file(&row, name));
        let pieces = (0..content.len()).step_by(PIECE).map(move |from| {
            let to = (from + PIECE).min(content.len());
            download_attachment_response::Part::Chunk(content.slice(from..to))
        });
        let answers = [head].into_iter().chain(pieces.collect::<Vec<_>>()).map(|part| Ok(DownloadAttachmentResponse { part: Some(part) }));
        Ok(Response::new(Box::pin(futures::stream::iter(answers))))
    }

    async fn get_thumbnail(&self, request: Request<GetThumbnailRequest>) -> Result<Response<GetThumbnailResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = AttachmentId::parse(&request.into_inner().attachment_id).ok_or_else(grpc::not_found)?;
        let Readable { row, subject, ground } = self.readable(&rpc, id).await?;
        let thumbnail = thumbnail_of(&row.object_name);
        if i32::from(row.scan_state) != ScanState::Clean as i32 || !self.files.holds(&thumbnail).await.map_err(grpc::fault)? {
            return Err(grpc::not_found());
        }
        rpc.log_access(&self.kernel, subject, (Attachment::CATEGORY, Some(id.uuid())), ground).await?;
        let jpeg = self.files.get(&thumbnail).await.map_err(grpc::fault)?;
        Ok(Response::new(GetThumbnailResponse { jpeg }))
    }

    async fn discard_attachment(&self, request: Request<DiscardAttachmentRequest>) -> Result<Response<DiscardAttachmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = AttachmentId::parse(&request.attachment_id).ok_or_else(grpc::not_found)?;
        let by = who(&self.kernel, &rpc).await?.writer();
        let discarded = self.kernel.store.execute::<Attachment>(id, Command::Discard { by }, meta).await?;
        if let Some(object) = discarded.state.object() {
            self.files.remove(object).await.map_err(grpc::fault)?;
        }
        Ok(Response::new(DiscardAttachmentResponse {}))
    }
}

/// The name as it is kept: composed, without folders, control characters and what turns the direction of reading.
fn file_name(sent: &str) -> Result<String, Status> {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.nfc().filter(|character| !character.is_control() && !turns(*character)).collect();
    let name = name.trim();
    if name.is_empty() { Err(grpc::invalid_field("file_name", "required")) } else { Ok(name.to_owned()) }
}

/// Marks that turn the direction of reading, so that an ending would seem to be another one.
const fn turns(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The content, refused as soon as it is too large.
async fn receive(pieces: &mut Streaming<UploadAttachmentRequest>, limits: &Limits) -> Result<Vec<u8>, Status> {
    let mut content = Vec::new();
    while let Some(piece) = pieces.message().await? {
        let Some(Part::Chunk(chunk)) = piece.part else { return Err(grpc::invalid_field("chunk", "required")) };
        content.extend_from_slice(&chunk);
        limits.size(content.len() as u64).map_err(|over| grpc::refused(&over))?;
    }
    Ok(content)
}
