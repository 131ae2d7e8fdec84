//! What is held of an element, and values as they are told in several places.

use ::fhir::{
    Problem,
    decimal::Decimal,
    elements::key,
    json::{Element, Object},
};

/// Refuses what is neither of these, and extensions beside those that are no `texts`, whose translations stand there.
pub(super) fn only(object: &Object<'_>, plain: &[&str], texts: &[&str]) -> Result<(), Problem> {
    let known: Vec<_> = plain.iter().chain(texts).copied().collect();
    object.only(&known)?;
    let mut beside = plain.iter().filter_map(|name| object.get(&format!("_{name}")));
    match beside.next() {
        Some(element) => Err(Problem::not_supported(element.path(), "this element is not held here")),
        None => Ok(()),
    }
}

/// A name that must be there.
pub(super) fn required_key(object: &Object<'_>, name: &str) -> Result<String, Problem> {
    let found = key(object, name)?;
    if found.is_empty() { Err(Problem::required(object.path_of(name))) } else { Ok(found) }
}

/// Yes or no; left out: no.
pub(super) fn flag(object: &Object<'_>, name: &str) -> Result<bool, Problem> {
    object.get(name).map_or(Ok(false), |element| element.boolean())
}

/// How many.
pub(super) fn count(element: &Element<'_>) -> Result<u32, Problem> {
    let whole = Decimal::read_whole(element)?;
    whole.text.parse().map_err(|_| Problem::value(element.path(), "the number is smaller or larger than any that is taken"))
}

/// A whole number.
pub(super) fn integer(element: &Element<'_>) -> Result<i64, Problem> {
    let whole = Decimal::read_whole(element)?;
    whole.text.parse().map_err(|_| Problem::value(element.path(), "the number is smaller or larger than any that is taken"))
}

/// A number, in millionths.
pub(super) fn millionths(element: &Element<'_>) -> Result<i64, Problem> {
    let told = Decimal::read(element)?.millionths();
    told.ok_or_else(|| Problem::value(element.path(), "at most six digits behind the point are taken, and no larger number"))
}

/// One of the words that are known.
pub(super) fn one_of<T: Copy>(element: &Element<'_>, all: &[(&str, T)]) -> Result<T, Problem> {
    super::named(all, &element.text()?).ok_or_else(|| Problem::value(element.path(), "this code is not one of those that are taken here"))
}
