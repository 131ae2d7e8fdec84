//! Signs who calls, so that a service believes it. The services accept a signature for one minute.

use std::sync::Arc;

use chassis::{Clock, domain::timestamp};
use http::HeaderValue;
use kajo_proto::{caller::v1::CallerContext, options::v1::Caller};

use super::CALLER;
use crate::trace::Trace;

/// Turns a caller into the signed value of `kajo-caller-bin`.
pub type Sign = Arc<dyn Fn(&CallerContext) -> HeaderValue + Send + Sync>;

/// The gateway's right to say who calls. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Signer {
    clock: Clock,
    sign: Sign,
}

impl Signer {
    pub(crate) fn new(clock: Clock, sign: Sign) -> Self {
        Self { clock, sign }
    }

    /// Signs a whole caller.
    pub(crate) fn sign(&self, mut caller: CallerContext) -> HeaderValue {
        let now = self.clock.now();
        caller.signed_at = Some(timestamp(now));
        (self.sign)(&caller)
    }

    /// Signs a caller without a person: nobody, or the gateway itself.
    pub(crate) fn sign_kind(&self, kind: Caller) -> HeaderValue {
        self.sign(CallerContext { kind: kind.into(), ..CallerContext::default() })
    }

    /// A request in the gateway's own name, as part of a trace.
    pub(crate) fn as_gateway<T>(&self, message: T, trace: Option<&Trace>) -> tonic::Request<T> {
        Self::request(message, &self.sign_kind(Caller::Gateway), trace)
    }

    /// A request in the name of the caller that was `signed`.
    pub(crate) fn request<T>(message: T, signed: &HeaderValue, trace: Option<&Trace>) -> tonic::Request<T> {
        let mut request = tonic::Request::new(message);
        let mut headers = std::mem::take(request.metadata_mut()).into_headers();
        headers.insert(CALLER, signed.clone());
        if let Some(trace) = trace {
            trace.write(&mut headers);
        }
        *request.metadata_mut() = tonic::metadata::MetadataMap::from_headers(headers);
        request
    }
}
