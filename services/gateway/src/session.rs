//! Who a session cookie stands for. Identity knows; what it said holds here for one second, and is forgotten at once
//! when identity tells that the session ended or chose another work context. Of a session that is in use, or whose app is open, it is
//! asked again ahead of time, and what prolongs a session is told beside the call, so that no call waits for the answer.

use std::{
    collections::HashMap,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chassis::{Clock, telemetry::metrics};
use futures::{FutureExt, future::BoxFuture, future::Shared};
use http::HeaderValue;
use jiff::{SignedDuration, Timestamp};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{ResolveSessionRequest, Session, session_service_client::SessionServiceClient},
    methods::Method,
    options::v1::Caller,
};
use tokio::{sync::Semaphore, time::timeout};
use tonic::{Code, Status};

use crate::{
    app::App,
    refusal,
    rpc::{Signer, Upstream},
};

/// How long an answer of identity is believed.
const BELIEVED: SignedDuration = SignedDuration::from_secs(1);
/// An answer that is older when it is used is asked for anew, beside the call.
const AGING: SignedDuration = SignedDuration::from_millis(500);
/// How long whoever came with a session waited until it was known whose it is, by what caused it.
const TIMES: &str = "kajo_session_check_seconds";
/// Entries that nobody asked for again are swept out when there are more than this many, and not at each call.
const SWEPT_ABOVE: usize = 1_000;
const SWEPT_EVERY: SignedDuration = SignedDuration::from_secs(1);
/// How long a cookie of which nothing is known waits for its turn.
const STRANGER_WAITS: Duration = Duration::from_secs(5);

/// The person signed out here from another session. Only whoever has the secret is told.
const ENDED_ELSEWHERE: &str = "session_ended_elsewhere";

/// What a session is used by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A call that a person caused, which prolongs the session.
    Person,
    /// A call that the app made by itself.
    Background,
    /// A stream that looks whether its session still lives.
    Stream,
}

impl Cause {
    const fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Background => "background",
            Self::Stream => "stream",
        }
    }
}

/// A living session, or a visit.
#[derive(Debug)]
pub(crate) struct Resolved {
    pub(crate) caller: CallerContext,
    pub(crate) kind: Caller,
    /// What the browser may know.
    pub(crate) session: Session,
    /// The caller, signed for the services.
    pub(crate) signed: HeaderValue,
    /// When it ends unless somebody uses it, in seconds since 1970.
    pub(crate) ends_at: i64,
    /// It acts on behalf, and whether it still may could not be found out.
    pub(crate) mandate_unchecked: bool,
    /// For whom it acted until the authorisation was found gone; empty: nobody.
    pub(crate) revoked_principal: String,
}

impl Resolved {
    /// Whether the contract lets whoever sits in it call a method.
    pub(crate) fn may_call(&self, method: &Method) -> bool {
        method.admits(self.kind, !self.caller.role_id.is_empty() && !self.caller.location_id.is_empty())
    }

    /// What whatever runs is counted for: the session, or the visit.
    pub(crate) fn runs_for(&self) -> &str {
        if self.caller.session_id.is_empty() { &self.caller.person_id } else { &self.caller.session_id }
    }
}

type Answer = Result<Arc<Resolved>, Status>;

type Asking = Shared<BoxFuture<'static, Answer>>;

/// A question to identity.
struct Asked {
    at: Timestamp,
    /// Whether asking prolonged the session.
    touched: bool,
    answer: Asking,
}

struct Entry {
    believed: Asked,
    /// Asked ahead of time.
    ahead: Option<Asked>,
}

impl Asked {
    /// Whether identity could not say anything.
    fn has_failed(&self) -> bool {
        matches!(self.answer.peek(), Some(Err(status)) if status.code() != Code::Unauthenticated)
    }

    /// Whether it is not to be believed any more. A clock that was set back makes no answer younger than it was.
    fn is_over(&self, now: Timestamp) -> bool {
        let age = now.duration_since(self.at);
        age.is_negative() || age >= BELIEVED
    }
}

impl Entry {
    /// What holds now: what was asked ahead as soon as it is answered, or as soon as the answer before it is over.
    fn current(&mut self, now: Timestamp) -> Option<&Asked> {
        let is_over = self.believed.is_over(now);
        if let Some(ahead) = self.ahead.take_if(|ahead| is_over || (ahead.answer.peek().is_some() && !ahead.has_failed()))
            && !ahead.has_failed()
        {
            self.believed = ahead;
        }
        (!self.believed.is_over(now)).then_some(&self.believed)
    }

    /// Whether to ask ahead of time: for a newer answer, or because the person's doing was not told yet. Of an answer that is still
    /// awaited nothing newer could be learnt.
    fn wants_more(&self, touch: bool, now: Timestamp) -> bool {
        match &self.ahead {
            Some(ahead) => touch && !self.believed.touched && !ahead.touched,
            None if touch && !self.believed.touched => true,
            None => self.believed.answer.peek().is_some() && now.duration_since(self.believed.at) >= AGING,
        }
    }
}

#[derive(Default)]
struct Entries {
    by_secret: HashMap<(App, String), Entry>,
    swept_at: Timestamp,
}

/// The cache. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Sessions {
    entries: Arc<Mutex<Entries>>,
    /// A permit for each cookie that identity may be asked about at once without anything being known of it: made-up ones cost a query
    /// each, and wait for one another.
    strangers: Arc<Semaphore>,
    identity: SessionServiceClient<Upstream>,
    signer: Signer,
    clock: Clock,
}

impl Sessions {
    pub(crate) fn new(identity: Upstream, signer: Signer, clock: Clock, unknown_cookies: usize) -> Self {
        let strangers = Arc::new(Semaphore::new(unknown_cookies));
        Self { entries: Arc::default(), strangers, identity: SessionServiceClient::new(identity), signer, clock }
    }

    /// The session behind `secret`. When a person caused the call, which prolongs it, identity is told so beside the call.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when there is no such session any more: with reason `session_ended_elsewhere` when the person ended it from
    /// another one, else `session_expired`.
    pub(crate) async fn resolve(&self, app: App, secret: &str, cause: Cause) -> Answer {
        let begun = Instant::now();
        let touch = cause == Cause::Person;
        let answer = {
            let mut entries = self.lock();
            let now = self.clock.now();
            let known = entries.by_secret.get_mut(&(app, secret.to_owned())).and_then(|entry| Some((entry.current(now)?.answer.clone(), entry)));
            if let Some((answer, entry)) = known {
                if entry.wants_more(touch, now) {
                    entry.ahead = Some(self.asked(app, secret, touch));
                }
                answer
            } else {
                self.anew(&mut entries, app, secret, touch)
            }
        };
        let found = self.told(app, secret, answer).await;
        metrics::record_part(TIMES, "gateway", cause.name(), begun.elapsed());
        found
    }

    /// The session behind `secret`, prolonged: when it ends is counted from now.
    ///
    /// # Errors
    /// As those of [`Sessions::resolve`].
    pub(crate) async fn prolong(&self, app: App, secret: &str) -> Answer {
        let answer = {
            let mut entries = self.lock();
            let now = self.clock.now();
            let known = entries.by_secret.get_mut(&(app, secret.to_owned())).and_then(|entry| entry.current(now)).filter(|known| known.touched);
            if let Some(known) = known { known.answer.clone() } else { self.anew(&mut entries, app, secret, true) }
        };
        self.told(app, secret, answer).await
    }

    /// The session behind `secret`, with the authorisation it acts under checked now. Whoever asks next is told the same.
    ///
    /// # Errors
    /// As those of [`Sessions::resolve`].
    pub(crate) async fn check(&self, app: App, secret: &str) -> Answer {
        let answer = self.ask(app, secret.to_owned(), true, true, false);
        let believed = Asked { at: self.clock.now(), touched: true, answer: answer.clone() };
        self.lock().by_secret.insert((app, secret.to_owned()), Entry { believed, ahead: None });
        self.told(app, secret, answer).await
    }

    async fn told(&self, app: App, secret: &str, answer: Asking) -> Answer {
        let found = answer.await;
        if found.as_ref().is_err_and(|status| status.code() != Code::Unauthenticated) {
            // A fault is no answer: the next call asks again.
            self.lock().by_secret.remove(&(app, secret.to_owned()));
        }
        found
    }

    /// Asks of a session of which nothing is known that would do.
    fn anew(&self, entries: &mut Entries, app: App, secret: &str, touch: bool) -> Asking {
        let lived = entries.by_secret.get(&(app, secret.to_owned())).is_some_and(|entry| matches!(entry.believed.answer.peek(), Some(Ok(_))));
        let now = self.clock.now();
        let since = now.duration_since(entries.swept_at);
        if entries.by_secret.len() > SWEPT_ABOVE && (since.is_negative() || since >= SWEPT_EVERY) {
            entries.by_secret.retain(|_, entry| !entry.believed.is_over(now));
            entries.swept_at = now;
        }
        let answer = self.ask(app, secret.to_owned(), touch, false, !lived);
        let believed = Asked { at: now, touched: touch, answer: answer.clone() };
        entries.by_secret.insert((app, secret.to_owned()), Entry { believed, ahead: None });
        answer
    }

    fn asked(&self, app: App, secret: &str, touch: bool) -> Asked {
        Asked { at: self.clock.now(), touched: touch, answer: self.ask(app, secret.to_owned(), touch, false, false) }
    }

    /// Asks identity. The asking goes on when the caller leaves, since others may wait for the same answer.
    fn ask(&self, app: App, session_secret: String, touch: bool, check: bool, stranger: bool) -> Asking {
        let (mut identity, signer) = (self.identity.clone(), self.signer.clone());
        let strangers = Arc::clone(&self.strangers);
        let asking = async move {
            let busy = |_| refusal::status(Code::Unavailable, "unavailable");
            let _permit = if stranger { Some(timeout(STRANGER_WAITS, strangers.acquire()).await.map_err(busy)?) } else { None };
            let request = signer.as_gateway(ResolveSessionRequest { realm: app.realm().into(), session_secret, touch, check }, None);
            let found = identity.resolve_session(request).await.map_err(|status| match status.code() {
                Code::Unauthenticated if refusal::reason(&status) == ENDED_ELSEWHERE => refusal::status(Code::Unauthenticated, ENDED_ELSEWHERE),
                Code::Unauthenticated | Code::NotFound | Code::InvalidArgument => expired(),
                _ => status,
            })?;
            let found = found.into_inner();
            let caller = found.caller.ok_or_else(|| refusal::status(Code::Internal, "internal"))?;
            let ends_at = [found.idle_ends_at, found.absolute_ends_at].into_iter().flatten().map(|at| at.seconds).min().unwrap_or_default();
            Ok(Arc::new(Resolved {
                kind: Caller::try_from(caller.kind).unwrap_or_default(),
                session: found.session.unwrap_or_default(),
                signed: signer.sign(caller.clone()),
                caller,
                ends_at,
                mandate_unchecked: found.mandate_unchecked,
                revoked_principal: found.revoked_principal_id,
            }))
        };
        let internal = |_| Err(refusal::status(Code::Internal, "internal"));
        let asking = AssertUnwindSafe(asking).catch_unwind().map(move |found| found.unwrap_or_else(internal)).boxed().shared();
        tokio::spawn(asking.clone());
        asking
    }

    /// Forgets what is known of a session, and whatever is being asked at this moment.
    pub(crate) fn forget(&self, session_id: &str) {
        self.lock().by_secret.retain(|_, entry| matches!(entry.believed.answer.peek(), Some(Ok(found)) if found.caller.session_id != session_id));
    }

    /// Forgets one secret.
    pub(crate) fn forget_secret(&self, app: App, secret: &str) {
        self.lock().by_secret.remove(&(app, secret.to_owned()));
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// There was a cookie, and it stands for nobody any more.
pub(crate) fn expired() -> Status {
    refusal::status(Code::Unauthenticated, "session_expired")
}

/// There was no cookie.
pub(crate) fn missing() -> Status {
    refusal::status(Code::Unauthenticated, "session_missing")
}
