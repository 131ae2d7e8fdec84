//! Where times are booked, and other services as scheduling asks them.

pub(crate) mod admission;
pub(crate) mod calls;
pub(crate) mod patients;
pub(crate) mod people;
pub(crate) mod services;
pub(crate) mod source;

use chassis::grpc;
use tonic::{Code, Status};

/// The service that knows people and places.
const IDENTITY: &str = "identity";
/// The service that knows services.
const CONTENT: &str = "content";
/// The service that has the calls.
const CHAT_QUEUE: &str = "chat-queue";

/// What of another service's refusal is told on: whom one may not know of, and that it cannot be asked now.
fn understood(status: Status) -> Status {
    match status.code() {
        Code::NotFound => grpc::not_found(),
        Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
        code => grpc::fault(format!("another service answers {code:?}")),
    }
}
