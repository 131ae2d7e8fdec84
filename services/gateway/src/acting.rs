//! For whom a call is made. An app says whose data it shows; a call for somebody else than the session acts for by now is refused, so
//! that nothing that was written for one person is ever filed under another. Before anything changes for a represented person, the
//! authorisation is checked (IDN-07).

use std::sync::Arc;

use http::HeaderMap;
use kajo_proto::{caller::v1::CallerContext, methods::Method};
use tonic::{Code, Status};

use crate::{
    app::App,
    refusal,
    session::{Cause, Resolved, Sessions},
};

/// Names the person whose data the app shows.
pub(crate) const PERSON: &str = "x-kajo-person";

/// Whether the app shows somebody's data.
pub(crate) fn shows_somebody(headers: &HeaderMap) -> bool {
    headers.get(PERSON).is_some_and(|person| !person.is_empty())
}

/// The session behind a secret, when this call may be made in it.
pub(crate) async fn session(
    sessions: &Sessions,
    app: App,
    secret: &str,
    method: &Method,
    headers: &HeaderMap,
    cause: Cause,
) -> Result<Arc<Resolved>, Status> {
    let before = sessions.resolve(app, secret, cause).await?;
    let acting = before.caller.impersonator.is_some();
    let session = if method.command && acting { sessions.check(app, secret).await? } else { Arc::clone(&before) };
    let said = headers.get(PERSON).and_then(|value| value.to_str().ok());
    may_be_made(method.command, said, &before.caller, &session).map_err(|(code, reason)| refusal::status(code, reason))?;
    Ok(session)
}

/// Whether a call of an app that `said` whose data it shows may be made in a session that acted for the one `before` and acts as it is now.
fn may_be_made(command: bool, said: Option<&str>, before: &CallerContext, session: &Resolved) -> Result<(), (Code, &'static str)> {
    // Where nothing is said, it is meant for whom the session acted a moment ago; a change for a represented person always says it.
    let meant = said.unwrap_or(if command && session.caller.impersonator.is_some() { "" } else { &before.person_id });
    if meant != session.caller.person_id {
        let revoked = !meant.is_empty() && meant == session.revoked_principal;
        return Err(if revoked { (Code::PermissionDenied, "mandate_revoked") } else { (Code::FailedPrecondition, "person_changed") });
    }
    if session.mandate_unchecked { Err((Code::Unavailable, "mandate_unchecked")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use kajo_proto::{caller::v1::Impersonator, identity::v1::Session, options::v1::Caller};

    use super::*;

    const AINO: &str = "aino";
    const EINO: &str = "eino";

    /// Aino is at the screen; acts for somebody else when the data are somebody else's.
    fn of(person: &str) -> CallerContext {
        let impersonator = (person != AINO).then(|| Impersonator { person_id: AINO.to_owned(), ..Impersonator::default() });
        CallerContext { person_id: person.to_owned(), impersonator, ..CallerContext::default() }
    }

    fn acting_for(person: &str) -> Resolved {
        Resolved {
            caller: of(person),
            kind: Caller::Resident,
            session: Session::default(),
            signed: HeaderValue::from_static(""),
            ends_at: 0,
            mandate_unchecked: false,
            revoked_principal: String::new(),
        }
    }

    const CHANGED: Result<(), (Code, &str)> = Err((Code::FailedPrecondition, "person_changed"));

    #[test]
    fn a_call_is_for_whom_the_session_acts_now() {
        for command in [false, true] {
            assert_eq!(may_be_made(command, Some(AINO), &of(AINO), &acting_for(AINO)), Ok(()));
            assert_eq!(may_be_made(command, Some(EINO), &of(EINO), &acting_for(EINO)), Ok(()));
            assert_eq!(may_be_made(command, Some(EINO), &of(EINO), &acting_for(AINO)), CHANGED, "it ended meanwhile");
            assert_eq!(may_be_made(command, Some(AINO), &of(AINO), &acting_for(EINO)), CHANGED, "it began in another tab");
            assert_eq!(may_be_made(command, Some(""), &of(AINO), &acting_for(AINO)), CHANGED, "nobody is named");
        }
    }

    #[test]
    fn who_says_nothing_means_whom_it_acted_for_but_changes_nothing_for_a_represented_person() {
        for command in [false, true] {
            assert_eq!(may_be_made(command, None, &of(AINO), &acting_for(AINO)), Ok(()));
            assert_eq!(may_be_made(command, None, &of(EINO), &acting_for(AINO)), CHANGED);
        }
        assert_eq!(may_be_made(false, None, &of(EINO), &acting_for(EINO)), Ok(()));
        assert_eq!(may_be_made(true, None, &of(EINO), &acting_for(EINO)), CHANGED);
    }

    #[test]
    fn an_authorisation_that_is_gone_is_told_as_such_and_one_that_nobody_could_check_stops_the_call() {
        let gone = Resolved { revoked_principal: EINO.to_owned(), ..acting_for(AINO) };
        assert_eq!(may_be_made(true, Some(EINO), &of(EINO), &gone), Err((Code::PermissionDenied, "mandate_revoked")));
        assert_eq!(may_be_made(true, Some("other"), &of(EINO), &gone), CHANGED);
        assert_eq!(may_be_made(true, Some(""), &of(AINO), &acting_for(AINO)), CHANGED, "nobody was revoked");
        assert_eq!(may_be_made(true, Some(AINO), &of(EINO), &gone), Ok(()), "in one's own name as ever");
        let unchecked = Resolved { mandate_unchecked: true, ..acting_for(EINO) };
        assert_eq!(may_be_made(true, Some(EINO), &of(EINO), &unchecked), Err((Code::Unavailable, "mandate_unchecked")));
    }
}
