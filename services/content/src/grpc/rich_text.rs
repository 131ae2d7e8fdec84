//! Formatted texts, drawn while they are written.

use chassis::grpc;
use chassis_domain::{MarkdownRefused, Refusal, RefusalKind, rich_text};
use kajo_proto::content::v1::{DrawRichTextRequest, DrawRichTextResponse, rich_text_service_server::RichTextService};
use tonic::{Request, Response, Status};

pub(super) struct RichTexts;

/// The text that is drawn has what has no place in it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct Refused(#[from] MarkdownRefused);

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        "markdown_refused"
    }

    fn field(&self) -> Option<&'static str> {
        Some("markdown")
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        vec![("line", self.0.line.to_string())]
    }

    fn kind(&self) -> RefusalKind {
        RefusalKind::Input
    }
}

#[tonic::async_trait]
impl RichTextService for RichTexts {
    async fn draw_rich_text(&self, request: Request<DrawRichTextRequest>) -> Result<Response<DrawRichTextResponse>, Status> {
        let drawn = rich_text(&request.into_inner().markdown).map_err(|refused| grpc::refused(&Refused(refused)))?;
        Ok(Response::new(DrawRichTextResponse { rich_text: Some(drawn) }))
    }
}
