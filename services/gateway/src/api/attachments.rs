//! `/api/attachments`: files up and down, streamed in both directions, never whole in memory.

use std::sync::Arc;

use axum::{body::Body, response::Response};
use futures::StreamExt;
use http::{HeaderMap, HeaderValue, Request, header, request::Parts};
use http_body::Body as _;
use kajo_proto::{
    conversations::v1::{Attachment, DownloadAttachmentRequest, UploadAttachmentResponse, UploadHead, download_attachment_response::Part},
    methods,
};
use serde::Serialize;
use tower::Service;

use super::{
    json,
    pieces::{LARGEST_FILE, Pieces, only_message},
};
use crate::{
    acting,
    cookies::Cookie,
    refusal::Refusal,
    rpc::{CALLER, Signer, drain, too_large, unavailable},
    session::{Cause, Resolved, missing},
    site::Site,
    trace::Trace,
};

/// The file's name, percent-encoded UTF-8.
const FILE_NAME: &str = "x-kajo-file-name";
const UPLOAD: &str = "/kajo.conversations.v1.AttachmentService/UploadAttachment";
const DOWNLOAD: &str = "/kajo.conversations.v1.AttachmentService/DownloadAttachment";

/// `POST /api/attachments`: takes a file and answers with its attachment.
pub(crate) async fn upload(site: &Site, parts: &Parts, body: Body, trace: &Trace) -> Result<Response, Refusal> {
    let session = allowed(site, &parts.headers, UPLOAD).await?;
    let file_name = parts.headers.get(FILE_NAME).and_then(|value| percent_decoded(value.as_bytes())).unwrap_or_default();
    if file_name.is_empty() {
        drain(body).await;
        return Err(Refusal::field("file_name", "required"));
    }
    let size_bytes = body.size_hint().exact().unwrap_or_default();
    if size_bytes > LARGEST_FILE {
        drain(body).await;
        return Err(too_large());
    }
    let mut request = Request::new(tonic::body::Body::new(Pieces::new(UploadHead { file_name, size_bytes }, body)));
    *request.method_mut() = http::Method::POST;
    *request.uri_mut() = http::Uri::from_static(UPLOAD);
    let headers = request.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    headers.insert(header::TE, HeaderValue::from_static("trailers"));
    headers.insert(CALLER, session.signed.clone());
    if let Some(key) = parts.headers.get("idempotency-key") {
        headers.insert("idempotency-key", key.clone());
    }
    trace.write(headers);

    let answered = site.gateway.conversations.clone().call(request).await?;
    let stored: UploadAttachmentResponse = only_message(answered).await?;
    let attachment = stored.attachment.ok_or_else(unavailable)?;
    Ok(json(&view(&attachment)))
}

/// `GET /api/attachments/{id}`: gives the file out, always as a download.
pub(crate) async fn download(site: &Site, parts: &Parts, id: &str, trace: &Trace) -> Result<Response, Refusal> {
    let session = allowed(site, &parts.headers, DOWNLOAD).await?;
    let request = DownloadAttachmentRequest { attachment_id: id.to_owned() };
    let request = Signer::request(request, &session.signed, Some(trace));
    let mut pieces = site.gateway.attachments.clone().download_attachment(request).await?.into_inner();
    let Some(Part::Head(head)) = pieces.message().await?.and_then(|first| first.part) else {
        return Err(unavailable().into());
    };
    // A stream that breaks off breaks the answer off too: half a file must not look like a whole one.
    let file = pieces.map(|piece| match piece?.part {
        Some(Part::Chunk(chunk)) => Ok(chunk),
        _ => Err(unavailable()),
    });
    let mut response = Response::new(Body::from_stream(file));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(head.size_bytes));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    headers.insert(header::CONTENT_DISPOSITION, disposition(&head.file_name));
    Ok(response)
}

async fn allowed(site: &Site, headers: &HeaderMap, path: &str) -> Result<Arc<Resolved>, Refusal> {
    let secret = Cookie::Session.read(site.app, headers).ok_or_else(missing)?;
    let method = methods::find(path).ok_or_else(missing)?;
    let session = acting::session(&site.gateway.sessions, site.app, secret, method, headers, Cause::Person).await?;
    if session.may_call(method) { Ok(session) } else { Err(Refusal::forbidden(session.kind)) }
}

/// The attachment in protobuf's JSON form: defaults left out, 64-bit numbers as text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View<'a> {
    attachment_id: &'a str,
    file_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_bytes: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    extension: &'a str,
    scan_state: &'static str,
}

fn view(attachment: &Attachment) -> View<'_> {
    View {
        attachment_id: &attachment.attachment_id,
        file_name: &attachment.file_name,
        size_bytes: Some(attachment.size_bytes).filter(|size| *size > 0).map(|size| size.to_string()),
        extension: &attachment.extension,
        scan_state: attachment.scan_state().as_str_name(),
    }
}

fn percent_decoded(encoded: &[u8]) -> Option<String> {
    let mut plain = Vec::with_capacity(encoded.len());
    let mut rest = encoded.iter().copied();
    while let Some(byte) = rest.next() {
        plain.push(match byte {
            b'%' => (hex_digit(rest.next()?)? << 4) | hex_digit(rest.next()?)?,
            plain => plain,
        });
    }
    String::from_utf8(plain).ok()
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn hex(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase()
}

/// RFC 6266: a plain name for old readers, the real one for the others.
fn disposition(file_name: &str) -> HeaderValue {
    let plain: String = file_name.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ') { c } else { '_' }).collect();
    let mut whole = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''");
    for byte in file_name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            whole.push(char::from(byte));
        } else {
            whole.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    HeaderValue::from_str(&whole).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_come_and_go_whole_and_cannot_add_to_the_header() {
        assert_eq!(percent_decoded(b"k%C3%A4si%20\"x\".pdf").as_deref(), Some("käsi \"x\".pdf"));
        for wrong in ["%", "%4", "%zz", "%FF"] {
            assert_eq!(percent_decoded(wrong.as_bytes()), None, "{wrong}");
        }
        let header = disposition("k\u{e4}si \"x\";\r\n.pdf");
        assert_eq!(header, "attachment; filename=\"k_si _x____.pdf\"; filename*=UTF-8''k%C3%A4si%20%22x%22%3B%0D%0A.pdf");
    }
}
