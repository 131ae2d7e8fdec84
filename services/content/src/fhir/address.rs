//! What the address of an entry asks for: `Observation`, or `Observation?identifier=<system>|<value>`.

use ::fhir::{Problem, json::Element};

use super::ResourceKind;

/// What is taken, in words.
pub(super) const TAKEN: &str = "Observation and MedicationRequest are taken";
const BY_IDENTIFIER: &str = "the only condition that is taken is one identifier with its system";

/// What an address means.
pub(super) struct Target {
    /// Resources of this kind.
    pub(super) kind: ResourceKind,
    /// The one with this identifier, `<system>|<value>`.
    pub(super) identifier: Option<String>,
}

impl Target {
    /// From `request.url`.
    pub(super) fn read(url: &Element<'_>) -> Result<Self, Problem> {
        let text = url.text()?;
        let (name, query) = text.split_once('?').map_or((text.as_str(), None), |(name, query)| (name, Some(query)));
        let kind = ResourceKind::named(name).ok_or_else(|| Problem::not_supported(url.path(), TAKEN))?;
        let identifier = query.map(|query| searched(query, url)).transpose()?;
        Ok(Self { kind, identifier })
    }
}

/// The identifier in `request.ifNoneExist`.
pub(super) fn condition(element: &Element<'_>) -> Result<String, Problem> {
    searched(&element.text()?, element)
}

fn searched(query: &str, element: &Element<'_>) -> Result<String, Problem> {
    let value = query.strip_prefix("identifier=").filter(|value| !value.contains('&'));
    let identifier = value.and_then(decoded).filter(|identifier| identifier.contains('|'));
    identifier.ok_or_else(|| Problem::not_supported(element.path(), BY_IDENTIFIER))
}

/// A value of a query without its escapes.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => hexadecimal(rest.next()?)? * 16 + hexadecimal(rest.next()?)?,
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
