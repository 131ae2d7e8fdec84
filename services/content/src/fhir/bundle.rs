//! Many resources at once: a Bundle of the type batch or transaction.

use std::collections::BTreeSet;

use ::fhir::{
    Problem,
    json::{self, Element, Object},
};

use super::{
    Incoming,
    address::{self, Target},
    incoming,
};

/// What a Bundle holds. In a batch each entry is taken or refused for itself; in a transaction all are, and one problem refuses it whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// All or nothing.
    pub transaction: bool,
    /// In their order.
    pub entries: Vec<Result<Incoming, Problem>>,
}

/// Reads a Bundle of at most 500 entries. `national_id_system` is what the other system calls personal identity codes.
pub fn bundle(body: &[u8], national_id_system: &str) -> Result<Bundle, Problem> {
    let bundle = json::root(body, "Bundle")?.object()?;
    if bundle.text("resourceType")?.as_deref() != Some("Bundle") {
        return Err(Problem { status: 400, ..Problem::invalid(bundle.path(), "a Bundle is needed here") });
    }
    let kind = bundle.required("type")?;
    let transaction = match kind.text()?.as_str() {
        "batch" => false,
        "transaction" => true,
        _ => return Err(Problem::not_supported(kind.path(), "batches and transactions are taken")),
    };
    let mut seen = BTreeSet::new();
    let mut entries = Vec::new();
    for element in bundle.list("entry")? {
        entries.push(entry(&element, national_id_system).and_then(|incoming| once(incoming, &element, &mut seen)));
    }
    Ok(Bundle { transaction, entries })
}

/// Which of two comes last nobody can say.
fn once(incoming: Incoming, element: &Element<'_>, seen: &mut BTreeSet<[String; 3]>) -> Result<Incoming, Problem> {
    let key = [incoming.kind.name().to_owned(), incoming.system.clone(), incoming.value.clone()];
    if seen.insert(key) {
        return Ok(incoming);
    }
    let path = format!("{}.resource.identifier", element.path());
    Err(Problem::value(path, "another entry of the bundle has the same identifier"))
}

fn entry(element: &Element<'_>, national_id_system: &str) -> Result<Incoming, Problem> {
    let entry = element.object()?;
    let request = entry.required_object("request")?;
    let (method, url) = (request.required("method")?, request.required("url")?);
    let is_put = match method.text()?.as_str() {
        "PUT" => true,
        "POST" => false,
        _ => return Err(Problem::not_supported(method.path(), "PUT and POST are taken")),
    };
    is_unconditional(&request)?;
    let target = Target::read(&url)?;
    let named = match (is_put, target.identifier) {
        (true, Some(identifier)) => Some(identifier),
        (true, None) => return Err(Problem::not_supported(url.path(), "a PUT tells the identifier: <type>?identifier=<system>|<value>")),
        (false, Some(_)) => return Err(Problem::not_supported(url.path(), "the condition of a POST stands in ifNoneExist")),
        (false, None) => request.get("ifNoneExist").map(|condition| address::condition(&condition)).transpose()?,
    };
    incoming::read(&entry.required("resource")?, target.kind, named.as_deref(), national_id_system)
}

/// No version is told by which anybody could make these conditions.
fn is_unconditional(request: &Object<'_>) -> Result<(), Problem> {
    let condition = ["ifMatch", "ifNoneMatch", "ifModifiedSince"].into_iter().find_map(|name| request.get(name));
    condition.map_or(Ok(()), |condition| Err(Problem::not_supported(condition.path(), "this condition is not taken")))
}
