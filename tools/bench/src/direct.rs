//! Calls of services past the gateway, signed as it would pass them on.

use anyhow::Result;
use chassis::{Clock, access::InternalKey};
use chassis_domain::PersonId;
use kajo_proto::{caller::v1::CallerContext, options::v1::Caller};
use tonic::{Request, metadata::MetadataValue};
use uuid::Uuid;

/// A call by a resident, with an idempotency key of its own. The signature is good for a minute.
pub(crate) fn by_resident<T>(key: &InternalKey, person: PersonId, message: T) -> Result<Request<T>> {
    let person = person.to_string();
    let caller = CallerContext { kind: Caller::Resident.into(), person_id: person.clone(), session_id: person, ..CallerContext::default() };
    let mut request = Request::new(message);
    let signed = key.sign(caller, Clock::system().now());
    request.metadata_mut().insert_bin("kajo-caller-bin", MetadataValue::from_bytes(&signed));
    request.metadata_mut().insert("idempotency-key", Uuid::now_v7().to_string().parse()?);
    Ok(request)
}
