//! Calls in process, signed as the gateway would sign them.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use chassis_domain::timestamp;
use http::{HeaderValue, Request, Response};
use kajo_proto::{caller::v1::CallerContext, options::v1::Caller as Kind};
use tonic::body::Body;
use tower::Service;
use uuid::Uuid;

use crate::{
    access::{CALLER_HEADER, InternalKey, sign},
    clock::{Clock, Ids},
    service::GrpcService,
};

/// A transport for generated clients: `ConversationServiceClient::new(calls.by(caller))`. Every call gets an idempotency key of
/// its own unless it brings one.
#[derive(Clone)]
pub struct Calls {
    service: GrpcService,
    key: InternalKey,
    clock: Clock,
    ids: Ids,
    caller: Option<CallerContext>,
    idempotency_key: Arc<Mutex<Option<Uuid>>>,
}

impl Calls {
    pub(super) fn new(service: GrpcService, key: InternalKey, clock: Clock, ids: Ids) -> Self {
        Self { service, key, clock, ids, caller: None, idempotency_key: Arc::default() }
    }

    /// Calls in the name of `caller`.
    #[must_use]
    pub fn by(&self, caller: CallerContext) -> Self {
        Self { caller: Some(caller), idempotency_key: Arc::default(), ..self.clone() }
    }

    /// The next calls carry this key: a retry.
    #[must_use]
    pub fn with_key(&self, key: Uuid) -> Self {
        Self { idempotency_key: Arc::new(Mutex::new(Some(key))), ..self.clone() }
    }
}

impl Service<Request<Body>> for Calls {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = <GrpcService as Service<Request<Body>>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let now = self.clock.now();
        if let Some(mut caller) = self.caller.clone() {
            caller.signed_at = Some(timestamp(now));
            request.headers_mut().insert(CALLER_HEADER, sign(&caller, &self.key));
        }
        let key = self.idempotency_key.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(|| self.ids.v7(Clock::system().now()));
        if !request.headers().contains_key("idempotency-key")
            && let Ok(key) = HeaderValue::from_str(&key.to_string())
        {
            request.headers_mut().insert("idempotency-key", key);
        }
        self.service.call(request)
    }
}

/// A caller of a kind, with a name to tell the person by.
pub fn caller(kind: Kind, person: Uuid, display_name: &str) -> CallerContext {
    CallerContext {
        kind: kind.into(),
        person_id: person.to_string(),
        session_id: person.to_string(),
        display_name: display_name.to_owned(),
        ..CallerContext::default()
    }
}
