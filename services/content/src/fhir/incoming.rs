//! What a resource of either kind says of itself: which it is, whose, and when its source changed it.

use ::fhir::{
    Problem,
    date_time::Moment,
    elements::Identifier,
    json::{Element, Object},
    naming,
};
use chassis_domain::Timestamp;

use super::{Incoming, ResourceKind, medication_request, observation};

/// A resource, named by the identifier in its address or else by its first one.
pub(super) fn read(element: &Element<'_>, kind: ResourceKind, named: Option<&str>, national_id_system: &str) -> Result<Incoming, Problem> {
    let resource = element.object()?;
    naming::is_of_type(&resource, kind.name())?;
    let Identifier { system, value } = naming::identifier(&resource, named, national_id_system)?;
    let national_id = naming::subject(&resource, national_id_system)?;
    let source_updated_at = updated(&resource)?;
    let entered_in_error = is_in_error(&resource, kind)?;
    let at = if entered_in_error { roughly_at(&resource, kind, source_updated_at) } else { at(&resource, kind)? };
    Ok(Incoming { kind, system, value, national_id, at, source_updated_at, entered_in_error, resource: element.json().to_owned() })
}

fn updated(resource: &Object<'_>) -> Result<Option<Timestamp>, Problem> {
    let Some(meta) = resource.object("meta")? else { return Ok(None) };
    meta.get("lastUpdated").map(|updated| Moment::read_instant(&updated)).transpose()
}

/// Whether its source says so; refuses what says nothing of a patient yet, or never will.
fn is_in_error(resource: &Object<'_>, kind: ResourceKind) -> Result<bool, Problem> {
    let status = resource.required("status")?;
    match status.text()?.as_str() {
        "entered-in-error" => Ok(true),
        told if taken_statuses(kind).contains(&told) => Ok(false),
        told if other_statuses(kind).contains(&told) => Err(Problem::not_supported(status.path(), "a resource of this status is not taken")),
        _ => Err(Problem::value(status.path(), "FHIR has no such status")),
    }
}

const fn taken_statuses(kind: ResourceKind) -> &'static [&'static str] {
    match kind {
        ResourceKind::LabResult => &["final", "amended", "corrected", "preliminary"],
        ResourceKind::Prescription => &["active", "completed", "stopped", "cancelled", "on-hold"],
    }
}

const fn other_statuses(kind: ResourceKind) -> &'static [&'static str] {
    match kind {
        ResourceKind::LabResult => &["registered", "cancelled", "unknown"],
        ResourceKind::Prescription => &["draft", "unknown"],
    }
}

/// When the sample was taken or the prescription was written, of a resource that can be read whole.
fn at(resource: &Object<'_>, kind: ResourceKind) -> Result<Timestamp, Problem> {
    naming::has_no_modifiers(resource)?;
    match kind {
        ResourceKind::LabResult => Ok(observation::read(resource)?.taken_at),
        ResourceKind::Prescription => {
            medication_request::read(resource).and_then(|_| medication_request::written(resource)).map(|written| written.at)
        }
    }
}

/// The same of one that is only to be withdrawn.
fn roughly_at(resource: &Object<'_>, kind: ResourceKind, updated: Option<Timestamp>) -> Timestamp {
    let told = match kind {
        ResourceKind::LabResult => observation::taken(resource),
        ResourceKind::Prescription => medication_request::written(resource),
    };
    told.map(|moment| moment.at).ok().or(updated).unwrap_or(Timestamp::UNIX_EPOCH)
}
