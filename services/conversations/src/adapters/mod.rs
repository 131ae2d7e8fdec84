//! What lies outside of conversations: where files lie, who looks for viruses in them, and who knows people.

pub mod accessors;
pub mod files;
pub mod patients;
pub mod scanner;
pub mod sniff;
pub mod standings;

use chassis::grpc;
use tonic::{Code, Status};

/// The service that knows people.
const IDENTITY: &str = "identity";

/// What of a neighbour's no is told on: whom one may not know of, and that it cannot be asked now.
fn understood(status: Status) -> Status {
    match status.code() {
        Code::NotFound => grpc::not_found(),
        Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
        code => grpc::fault(format!("identity answers {code:?}")),
    }
}
