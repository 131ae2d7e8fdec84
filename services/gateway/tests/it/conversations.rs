//! The service of conversations, as a gateway sees it.

use std::sync::{Arc, atomic::Ordering};

use bytes::Bytes;
use futures::{FutureExt, future::BoxFuture};
use kajo_proto::conversations::v1::{
    Attachment, CountTasksResponse, DownloadAttachmentRequest, DownloadAttachmentResponse, GetAudienceResponse, UploadAttachmentRequest,
    UploadAttachmentResponse, download_attachment_response, upload_attachment_request,
};
use prost::Message;
use tonic::{Code, Status, body::Body};

use crate::{
    browser::{framed, frames},
    world::{PERSON, Seen, Services, decoded, refused, reply, stream},
};

/// Answers what tests ask of it.
pub(crate) fn answer(services: Arc<Services>, seen: Seen) -> BoxFuture<'static, http::Response<Body>> {
    async move {
        match seen.path.rsplit('/').next().unwrap() {
            "CountTasks" => reply(&CountTasksResponse { new: 3, ..CountTasksResponse::default() }),
            "ListTasks" => {
                // A handler that takes its time, and runs to its end even when nobody waits for it any more.
                let slow = tokio::spawn(async move {
                    services.go_on.notified().await;
                    services.slow_ended.store(true, Ordering::SeqCst);
                });
                slow.await.unwrap();
                reply(&CountTasksResponse::default())
            }
            "TakeConversation" => refused(Code::NotFound, "not_found"),
            "GetAudience" if services.audience_away.load(Ordering::SeqCst) => refused(Code::Unavailable, "unavailable"),
            "GetAudience" => reply(&GetAudienceResponse { keys: services.audience.lock().unwrap().clone() }),
            "UploadAttachment" => reply(&stored(&seen.body)),
            "DownloadAttachment" => {
                let asked: DownloadAttachmentRequest = decoded(&seen.body);
                let head = Attachment { file_name: "käsi \"1\".pdf".to_owned(), size_bytes: 6, ..Attachment::default() };
                let part = |part| framed(&DownloadAttachmentResponse { part: Some(part) });
                let head = part(download_attachment_response::Part::Head(head));
                let chunk = part(download_attachment_response::Part::Chunk(Bytes::from_static(b"abc")));
                if asked.attachment_id == "broken" {
                    stream([head, chunk], &Status::unavailable(""))
                } else {
                    stream([head, chunk.clone(), chunk], &Status::ok(""))
                }
            }
            _ => refused(Code::Unimplemented, "unknown"),
        }
    }
    .boxed()
}

fn stored(body: &[u8]) -> UploadAttachmentResponse {
    let mut attachment = Attachment { attachment_id: PERSON.to_owned(), ..Attachment::default() };
    for (_, message) in frames(body) {
        match UploadAttachmentRequest::decode(message.as_slice()).unwrap().part {
            Some(upload_attachment_request::Part::Head(head)) => attachment.file_name = head.file_name,
            Some(upload_attachment_request::Part::Chunk(chunk)) => attachment.size_bytes += chunk.len() as u64,
            None => {}
        }
    }
    UploadAttachmentResponse { attachment: Some(attachment) }
}
