//! Other services as survey asks them.

pub(crate) mod conversations;
pub(crate) mod patients;
pub(crate) mod queues;

use chassis::grpc;
use tonic::{Code, Status};

/// The service that knows people.
const IDENTITY: &str = "identity";
/// The service that has the conversations.
const CONVERSATIONS: &str = "conversations";

/// What of another service's refusal is told on: whom one may not know of, and that it cannot be asked now.
fn understood(status: Status) -> Status {
    match status.code() {
        Code::NotFound => grpc::not_found(),
        Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
        code => grpc::fault(format!("another service answers {code:?}")),
    }
}
