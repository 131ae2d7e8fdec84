//! Visits: who is not signed in is known again by a cookie until the browser is closed, and has what they began in it (CHA-04, decision
//! 0024). The cookie says which visit and since when, and is signed; nothing of a visit is kept here but how many an address begins.

use std::{net::IpAddr, sync::Arc};

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{Clock, access::InternalKey, clock::Ids};
use http::{HeaderMap, StatusCode};
use kajo_proto::{caller::v1::CallerContext, identity::v1::Session, options::v1::Caller};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    app::App,
    by_address::ByAddress,
    cookies::Cookie,
    refusal::Refusal,
    rpc::Signer,
    session::{self, Resolved},
};

/// For how many seconds a cookie is good.
const LASTS: i64 = 12 * 60 * 60;
/// One that is good for less is signed anew when the app asks.
const RENEWED_BELOW: i64 = LASTS / 2;

/// The key that signs visits, out of the key that gateway and services share.
pub fn visit_key(key: &InternalKey) -> [u8; 32] {
    key.derived("visits", "")
}

/// A visit, as its cookie says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    pub(crate) id: Uuid,
    /// Since when its cookie is good, in seconds since 1970.
    since: i64,
}

impl Visit {
    fn ends_at(self) -> i64 {
        self.since.saturating_add(LASTS)
    }
}

/// Begins visits and knows them again. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Visits {
    key: hmac::Key,
    signer: Signer,
    clock: Clock,
    ids: Ids,
    begun: ByAddress,
}

impl Visits {
    /// `most`: how many an address may begin within ten minutes.
    pub(crate) fn new(key: [u8; 32], signer: Signer, clock: Clock, ids: Ids, most: usize) -> Self {
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key), signer, begun: ByAddress::new(clock.clone(), most), clock, ids }
    }

    /// The visit of a browser, when its cookie is ours and still good. Residents' app alone has visits.
    pub(crate) fn of(&self, app: App, headers: &HeaderMap) -> Option<Visit> {
        let (said, tag) = Cookie::Visit.read(app, headers).filter(|_| app == App::Resident)?.rsplit_once('.')?;
        hmac::verify(&self.key, said.as_bytes(), &URL_SAFE_NO_PAD.decode(tag).ok()?).ok()?;
        let (id, since) = said.split_once('.')?;
        let visit = Visit { id: Uuid::try_parse(id).ok()?, since: since.parse().ok()? };
        (self.left(visit) > 0).then_some(visit)
    }

    /// Begins a visit for a browser that comes from this address, or goes on with its own. The value of the cookie to set; `None`: the
    /// one that it has does. Where addresses are not known nothing is counted.
    ///
    /// # Errors
    /// When the address has begun too many.
    pub(crate) fn begin(&self, app: App, headers: &HeaderMap, from: Option<IpAddr>) -> Result<Option<String>, Refusal> {
        let now = self.clock.now();
        let id = match self.of(app, headers) {
            Some(visit) if self.left(visit) >= RENEWED_BELOW => return Ok(None),
            Some(visit) => visit.id,
            None if self.begun.may(from) => self.ids.v7(now),
            None => return Err(Refusal::outright(StatusCode::TOO_MANY_REQUESTS, Code::ResourceExhausted, "visits_too_many")),
        };
        Ok(Some(self.cookie(Visit { id, since: now.as_second() })))
    }

    /// Who calls in a visit, signed for the services.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when it is over.
    pub(crate) fn resolve(&self, visit: Visit) -> Result<Arc<Resolved>, Status> {
        if self.left(visit) <= 0 {
            return Err(session::expired());
        }
        let caller = CallerContext { kind: Caller::Visitor.into(), person_id: visit.id.to_string(), ..CallerContext::default() };
        Ok(Arc::new(Resolved {
            kind: Caller::Visitor,
            session: Session::default(),
            signed: self.signer.sign(caller.clone()),
            caller,
            ends_at: visit.ends_at(),
            mandate_unchecked: false,
            revoked_principal: String::new(),
        }))
    }

    /// For how many seconds a visit is still good.
    fn left(&self, visit: Visit) -> i64 {
        visit.ends_at().saturating_sub(self.clock.now().as_second())
    }

    fn cookie(&self, visit: Visit) -> String {
        let said = format!("{}.{}", visit.id, visit.since);
        let tag = hmac::sign(&self.key, said.as_bytes());
        format!("{said}.{}", URL_SAFE_NO_PAD.encode(tag))
    }
}
