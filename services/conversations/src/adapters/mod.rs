//! What lies outside of conversations: what is kept of a file, where files lie, who looks for viruses in them, what is known of
//! links, and who knows people, services, chats and forms.

pub mod accessors;
pub mod areas;
pub mod chats;
pub mod content;
pub mod files;
pub mod forms;
pub mod link_risk;
pub mod links;
pub mod patients;
pub mod scanner;
pub mod services;
pub mod standings;

use chassis::grpc;
use tonic::{Code, Status};

/// The service that knows people.
const IDENTITY: &str = "identity";

/// What of another service's refusal is told on: whom one may not know of, and that it cannot be asked now.
fn understood(status: Status) -> Status {
    match status.code() {
        Code::NotFound => grpc::not_found(),
        Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
        code => grpc::fault(format!("another service answers {code:?}")),
    }
}
