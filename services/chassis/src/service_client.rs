//! The other services of the platform, as this one calls them: in this process, or behind an address. Who is meant by a call is signed
//! as the gateway signs it; a service that does not answer in time is away.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, PoisonError, RwLock},
    task::{Context, Poll},
    time::Duration,
};

use chassis_domain::timestamp;
use futures::future::BoxFuture;
use http::HeaderValue;
use tonic::{Code, Request, Status, body::Body, metadata::MetadataMap, transport::Channel};
use tower::{Service, ServiceExt};

use crate::{
    access::{CALLER_HEADER, Caller, InternalKey, Rpc, sign},
    clock::Clock,
    grpc,
    service::GrpcService,
    store::TraceContext,
};

/// A person waits for what is asked on the way.
const PATIENCE: Duration = Duration::from_secs(5);

/// The services that run in this process. Cheap to clone.
#[derive(Clone, Default)]
pub struct ServiceClients(Arc<RwLock<HashMap<&'static str, GrpcService>>>);

impl ServiceClients {
    /// A service runs here from now on.
    pub(crate) fn introduce(&self, name: &'static str, service: GrpcService) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(name, service);
    }

    /// A service runs here no more.
    pub(crate) fn forget(&self, name: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    fn find(&self, name: &str) -> Option<GrpcService> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

/// Where a service_client is.
#[derive(Clone)]
enum Way {
    Here(ServiceClients),
    Behind(Channel),
}

/// Another service: a transport for its generated client. Cheap to clone.
#[derive(Clone)]
pub struct ServiceClient {
    name: &'static str,
    way: Way,
    key: InternalKey,
    clock: Clock,
}

impl ServiceClient {
    /// A service in this process.
    pub(crate) fn here(name: &'static str, service_clients: ServiceClients, key: InternalKey, clock: Clock) -> Self {
        Self { name, way: Way::Here(service_clients), key, clock }
    }

    /// A service behind an address, for example `http://identity:7001`.
    pub(crate) fn behind(name: &'static str, address: &str, key: InternalKey, clock: Clock) -> anyhow::Result<Self> {
        Ok(Self { name, way: Way::Behind(Channel::from_shared(address.to_owned())?.connect_lazy()), key, clock })
    }

    /// A request in the name of whoever called us: with their rights, and their name in the access log there.
    pub fn in_the_name_of<T>(&self, rpc: &Rpc, message: T) -> Request<T> {
        self.request(&rpc.caller, &rpc.trace, message)
    }

    /// A request of a service's own, caused by a call.
    pub fn of_service<T>(&self, service: &str, rpc: &Rpc, message: T) -> Request<T> {
        self.request(&Caller::service(service), &rpc.trace, message)
    }

    /// A request of a service's own that no call led to: it follows from a fact, in whose trace it is made.
    pub fn of_service_after<T>(&self, service: &str, trace: &TraceContext, message: T) -> Request<T> {
        self.request(&Caller::service(service), trace, message)
    }

    fn request<T>(&self, caller: &Caller, trace: &TraceContext, message: T) -> Request<T> {
        let now = self.clock.now();
        let mut context = caller.to_context();
        context.signed_at = Some(timestamp(now));
        let mut request = Request::new(message);
        let mut headers = std::mem::take(request.metadata_mut()).into_headers();
        headers.insert(CALLER_HEADER, sign(&context, &self.key));
        if let Ok(trace) = HeaderValue::from_str(&trace.traceparent)
            && !trace.is_empty()
        {
            headers.insert("traceparent", trace);
        }
        *request.metadata_mut() = MetadataMap::from_headers(headers);
        request
    }
}

impl Service<http::Request<Body>> for ServiceClient {
    type Response = http::Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<http::Response<Body>, Status>>;

    /// Readiness is awaited in `call`, on a clone of its own.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let (way, name) = (self.way.clone(), self.name);
        Box::pin(async move {
            let answered = async {
                match way {
                    Way::Here(service_clients) => match service_clients.find(name) {
                        Some(service) => service.oneshot(request).await.map_err(|error| match error {}),
                        None => Err(away()),
                    },
                    Way::Behind(channel) => channel.oneshot(request).await.map_err(|_| away()),
                }
            };
            tokio::time::timeout(PATIENCE, answered)
                .await
                .unwrap_or_else(|_| Err(away()))
                .inspect_err(|_| tracing::warn!(name, "service_client.away"))
        })
    }
}

impl fmt::Debug for ServiceClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("ServiceClient").field(&self.name).finish()
    }
}

/// What of another service's refusal is told on: whom one may not know of, and that it cannot be asked now.
pub fn understood(status: Status) -> Status {
    match status.code() {
        Code::NotFound => grpc::not_found(),
        Code::Unavailable | Code::DeadlineExceeded => away(),
        code => grpc::fault(format!("another service answers {code:?}")),
    }
}

fn away() -> Status {
    grpc::status(Code::Unavailable, "unavailable", &[])
}
