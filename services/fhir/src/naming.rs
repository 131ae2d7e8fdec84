//! What a resource says of itself: of which type it is, what it is called and whose it is.

use chassis_domain::ssn::Ssn;

use crate::{Problem, elements::Identifier, json::Object};

/// Refuses a resource of another type.
pub fn is_of_type(resource: &Object<'_>, name: &str) -> Result<(), Problem> {
    let is_it = resource.text("resourceType")?.as_deref() == Some(name);
    if is_it { Ok(()) } else { Err(Problem::invalid(resource.path(), "the resourceType is not the one that is needed here")) }
}

/// Refuses what would change the meaning of a resource.
pub fn has_no_modifiers(resource: &Object<'_>) -> Result<(), Problem> {
    for modifier in ["implicitRules", "modifierExtension"] {
        if let Some(element) = resource.get(modifier) {
            return Err(Problem::not_supported(element.path(), "what changes the meaning of the resource is not taken"));
        }
    }
    Ok(())
}

/// What a resource is called: among a list of identifiers the one that is named, `<system>|<value>`, or else the first one.
pub fn identifier(resource: &Object<'_>, named: Option<&str>, national_id_system: &str) -> Result<Identifier, Problem> {
    let all = resource.objects("identifier")?.iter().map(Identifier::read).collect::<Result<Vec<_>, Problem>>()?;
    among(all.into_iter().flatten(), resource.path_of("identifier"), named, national_id_system)
}

/// The same of a resource that has one identifier at the most.
pub fn only_identifier(resource: &Object<'_>, named: Option<&str>, national_id_system: &str) -> Result<Identifier, Problem> {
    let only = resource.object("identifier")?.map(|identifier| Identifier::read(&identifier)).transpose()?;
    among(only.flatten().into_iter(), resource.path_of("identifier"), named, national_id_system)
}

fn among(all: impl Iterator<Item = Identifier>, path: String, named: Option<&str>, national_id_system: &str) -> Result<Identifier, Problem> {
    // A person is not what a resource is called by.
    let mut usable = all.filter(|identifier| identifier.system != national_id_system).peekable();
    if usable.peek().is_none() {
        return Err(Problem::required(path));
    }
    let found = usable.find(|identifier| named.is_none_or(|token| identifier.is_meant_by(token)));
    found.ok_or_else(|| Problem::value(path, "the identifier of the address is not among those of the resource"))
}

/// The personal identity code of whom a resource is about, well-formed. Personal.
pub fn subject(resource: &Object<'_>, national_id_system: &str) -> Result<String, Problem> {
    let identifier = resource.required_object("subject")?.required_object("identifier")?;
    let (system, value) = (identifier.required("system")?, identifier.required("value")?);
    if system.text()? != national_id_system {
        return Err(Problem::value(system.path(), "the patient is told by the personal identity code"));
    }
    let ssn = Ssn::parse(&value.text()?).ok_or_else(|| Problem::value(value.path(), "no personal identity code is written like this"))?;
    Ok(ssn.as_str().to_owned())
}
