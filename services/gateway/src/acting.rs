//! For whom a call is made. An app says whose data it shows; a call for somebody else than the session acts for by now is refused, so
//! that nothing that was written for one person is ever filed under another. Before anything changes for a represented person, the
//! authorisation is checked (spec section 6).

use std::sync::Arc;

use http::HeaderMap;
use kajo_proto::methods::Method;
use tonic::{Code, Status};

use crate::{
    app::App,
    refusal,
    session::{Resolved, Sessions},
};

/// Names the person whose data the app shows.
pub(crate) const PERSON: &str = "x-kajo-person";

/// The session behind a secret, when this call may be made in it.
pub(crate) async fn session(
    sessions: &Sessions,
    app: App,
    secret: &str,
    method: &Method,
    headers: &HeaderMap,
    touch: bool,
) -> Result<Arc<Resolved>, Status> {
    let before = sessions.resolve(app, secret, touch).await?;
    let acting = before.caller.impersonator.is_some();
    let session = if method.command && acting { sessions.check(app, secret).await? } else { Arc::clone(&before) };
    let said = headers.get(PERSON).and_then(|value| value.to_str().ok());
    // Where nothing is said, it is meant for whom the session acted a moment ago; a change for a represented person always says it.
    let meant = said.unwrap_or(if method.command && session.caller.impersonator.is_some() { "" } else { &before.caller.person_id });
    if meant != session.caller.person_id {
        return Err(if !meant.is_empty() && meant == session.revoked_principal {
            refusal::status(Code::PermissionDenied, "mandate_revoked")
        } else {
            refusal::status(Code::FailedPrecondition, "person_changed")
        });
    }
    if session.mandate_unchecked {
        return Err(refusal::status(Code::Unavailable, "mandate_unchecked"));
    }
    Ok(session)
}
