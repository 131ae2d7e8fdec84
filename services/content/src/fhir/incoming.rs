//! What a resource of either kind says of itself: which it is, whose, and when its source changed it.

use chassis_domain::{Timestamp, ssn::Ssn};

use super::{
    Incoming, Problem, ResourceKind,
    date_time::Moment,
    elements::Identifier,
    json::{Element, Object},
    medication_request, observation,
};

/// A resource, named by the identifier in its address or else by its first one.
pub(super) fn read(element: &Element<'_>, kind: ResourceKind, named: Option<&str>, national_id_system: &str) -> Result<Incoming, Problem> {
    let resource = element.object()?;
    is_of_kind(&resource, kind)?;
    let Identifier { system, value } = identifier(&resource, named, national_id_system)?;
    let national_id = subject(&resource, national_id_system)?;
    let source_updated_at = updated(&resource)?;
    let entered_in_error = is_in_error(&resource, kind)?;
    let at = if entered_in_error { roughly_at(&resource, kind, source_updated_at) } else { at(&resource, kind)? };
    Ok(Incoming { kind, system, value, national_id, at, source_updated_at, entered_in_error, resource: element.json().to_owned() })
}

/// Refuses a resource of another type.
pub(super) fn is_of_kind(resource: &Object<'_>, kind: ResourceKind) -> Result<(), Problem> {
    let is_it = resource.text("resourceType")?.as_deref() == Some(kind.name());
    if is_it { Ok(()) } else { Err(Problem::invalid(resource.path(), "the resourceType is not that of the address")) }
}

fn identifier(resource: &Object<'_>, named: Option<&str>, national_id_system: &str) -> Result<Identifier, Problem> {
    let all = resource.objects("identifier")?.iter().map(Identifier::read).collect::<Result<Vec<_>, Problem>>()?;
    // A person is not what a result or a prescription is called by.
    let mut usable = all.into_iter().flatten().filter(|identifier| identifier.system != national_id_system).peekable();
    let path = resource.path_of("identifier");
    if usable.peek().is_none() {
        return Err(Problem::required(path));
    }
    let found = usable.find(|identifier| named.is_none_or(|token| identifier.is_meant_by(token)));
    found.ok_or_else(|| Problem::value(path, "the identifier of the address is not among those of the resource"))
}

fn subject(resource: &Object<'_>, national_id_system: &str) -> Result<String, Problem> {
    let identifier = resource.required_object("subject")?.required_object("identifier")?;
    let (system, value) = (identifier.required("system")?, identifier.required("value")?);
    if system.text()? != national_id_system {
        return Err(Problem::value(system.path(), "the patient is told by the personal identity code"));
    }
    let ssn = Ssn::parse(&value.text()?).ok_or_else(|| Problem::value(value.path(), "no personal identity code is written like this"))?;
    Ok(ssn.as_str().to_owned())
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
    for modifier in ["implicitRules", "modifierExtension"] {
        if let Some(element) = resource.get(modifier) {
            return Err(Problem::not_supported(element.path(), "what changes the meaning of the resource is not taken"));
        }
    }
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
