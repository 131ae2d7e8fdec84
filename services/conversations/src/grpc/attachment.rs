//! Files: taken in piece by piece, looked at, given out.

use bytes::Bytes;
use chassis::{Kernel, access::Rpc, grpc, store::ExecuteError};
use chassis_domain::{Aggregate, Uuid};
use futures::stream::BoxStream;
use kajo_proto::conversations::v1::{
    DiscardAttachmentRequest, DiscardAttachmentResponse, DownloadAttachmentRequest, DownloadAttachmentResponse, GetAttachmentsRequest,
    GetAttachmentsResponse, ScanState, UploadAttachmentRequest, UploadAttachmentResponse, UploadHead, attachment_service_server::AttachmentService,
    download_attachment_response, upload_attachment_request::Part,
};
use tonic::{Code, Request, Response, Status, Streaming};
use unicode_normalization::UnicodeNormalization;

use super::{
    views::{Opened, file},
    who,
};
use crate::{
    adapters::{files::Files, sniff},
    attachment::{Attachment, AttachmentId, Command, key_of, retention},
    conversation::{Conversation, ConversationId, thread},
    limits::{Limits, OverLimit},
    projections::attachments,
    settings::ConversationsSettings,
};

/// Bytes of one piece of a download.
const PIECE: usize = 64 * 1024;

pub(super) struct Attachments {
    kernel: Kernel,
    settings: ConversationsSettings,
    files: Files,
}

impl Attachments {
    pub(super) fn try_new(kernel: Kernel, settings: ConversationsSettings) -> anyhow::Result<Self> {
        let files = Files::try_new(kernel.clone())?;
        Ok(Self { kernel, settings, files })
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
        let content = receive(&mut pieces, &limits).await?;
        if content.is_empty() {
            return Err(refused(OverLimit::FileEmpty));
        }
        if !sniff::agrees(&extension, &content) {
            return Err(refused(OverLimit::FileContentDiffers { extension }));
        }
        // The key stands for this very content: the same key with another one is another command.
        let content = Bytes::from(content);
        let mut meta = rpc.command(&UploadHead { file_name: name.clone(), size_bytes: content.len() as u64 })?;
        let chunk = UploadAttachmentRequest { part: Some(Part::Chunk(content.clone())) };
        meta.fingerprint.extend(rpc.command(&chunk)?.fingerprint);
        let id = AttachmentId::from_uuid(Uuid::new_v5(&meta.command_id, b"attachment"));
        // A name that no retry repeats: what was scanned is never written over.
        let object: String = self.kernel.ids.secret().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        self.files.put(&object, key_of(id), retention(by.kind()), &content).await.map_err(grpc::fault)?;
        let size = content.len() as u64;
        let upload = Command::Upload { id, owner: by.writer(), owner_kind: by.kind(), name, extension, size, object: object.clone() };
        let executed = self.kernel.store.execute::<Attachment>(id, upload, meta).await;
        let is_left_over = match &executed {
            Ok(executed) => executed.replayed,
            // Whether a fault came before or after the commit is not known: then the file stays.
            Err(error) => !matches!(error, ExecuteError::Unavailable(_)),
        };
        if is_left_over {
            self.files.remove(&object).await.map_err(grpc::fault)?;
        }
        executed?;
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
        let mut rows = attachments::by_ids(&self.kernel.pool, &[id.uuid()]).await.map_err(grpc::fault)?;
        let row = rows.pop().ok_or_else(grpc::not_found)?;
        let conversation = ConversationId::from_uuid(row.conversation_id.ok_or_else(grpc::not_found)?);
        let reader = who(&self.kernel, &rpc).await?;
        let history = self.kernel.store.history::<Conversation>(conversation).await?;
        let thread = thread::thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event)), &reader);
        let thread = thread.filter(|thread| thread.shows(id)).ok_or_else(grpc::not_found)?;
        if i32::from(row.scan_state) != ScanState::Clean as i32 {
            return Err(grpc::status(Code::FailedPrecondition, "attachment_not_clean", &[]));
        }
        let subject = thread.state.opening.as_ref().map(|opening| opening.resident);
        rpc.log_access(&self.kernel, subject, (Attachment::CATEGORY, Some(id.uuid())), "attachment of a readable message").await?;
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

/// The name as it is kept: composed, without folders and control characters.
fn file_name(sent: &str) -> Result<String, Status> {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.nfc().filter(|character| !character.is_control()).collect();
    let name = name.trim();
    if name.is_empty() { Err(grpc::invalid_field("file_name", "required")) } else { Ok(name.to_owned()) }
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
