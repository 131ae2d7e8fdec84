//! Which texts of a source are taken, which stand beside those that are written here, and what is lacking.

use super::texts::{Field, NEEDED, Part, Texts, of_content};
use crate::service_content::{Body, ServiceContent};

/// The texts that are to be written: what the source says otherwise than it stands here, of what nobody has changed since the last sync, and
/// of what is not written at all; with what is asked for whatever stands there. `before` is what the last sync heard. Where nothing is
/// followed, what is asked for alone.
pub fn taken(here: &Texts, before: &Texts, at_source: &Texts, asked: &[String], follows: bool) -> Texts {
    let nothing = String::new();
    let is_taken = |(name, said): &(&&'static str, &String)| {
        let (now, then) = (here.get(*name).unwrap_or(&nothing), before.get(*name).unwrap_or(&nothing));
        let is_asked_for = asked.iter().any(|asked| asked == **name);
        // What an editor has emptied was written before: it stays empty.
        now != *said && (is_asked_for || (follows && now == then))
    };
    at_source.iter().filter(is_taken).map(|(name, said)| (*name, said.clone())).collect()
}

/// What the source says otherwise than it stands here, in the order of the form: field, here, at the source.
pub fn differing(fields: &[Field], here: &Texts, at_source: &Texts) -> Vec<(&'static str, String, String)> {
    let of = |field: &Field| {
        let said = at_source.get(field.name)?;
        let now = here.get(field.name).cloned().unwrap_or_default();
        (now != *said).then(|| (field.name, now, said.clone()))
    };
    fields.iter().filter_map(of).collect()
}

/// The languages that the source would have to say more in before its words could be put in force: every name, the texts of a content, and
/// of a service's description all or none.
pub fn lacking(fields: &[Field], at_source: &Texts) -> Vec<&'static str> {
    let is_said = |part: Part| fields.iter().any(|field| field.part == part && at_source.contains_key(field.name));
    let is_needed = |field: &Field| field.part != Part::Summary || is_said(Part::Summary);
    let lacks =
        |language: &&'static str| fields.iter().any(|field| field.language == *language && is_needed(field) && !at_source.contains_key(field.name));
    NEEDED.into_iter().filter(|language| lacks(language)).collect()
}

/// Whether a content has a draft with words of an editor in it: what neither is in force nor came by the last sync. Nobody's draft is
/// published over their head.
pub fn is_being_written(content: &ServiceContent, before: &Texts) -> bool {
    let Some(draft) = content.body().filter(|_| content.has_draft()) else { return false };
    let in_force = content.published().map(of_content).unwrap_or_default();
    let is_someones = |(name, text): &(&'static str, String)| !text.is_empty() && in_force.get(name) != Some(text) && before.get(name) != Some(text);
    let is_called_otherwise = |published: &Body| (&published.name, published.content_type) != (&draft.name, draft.content_type);
    content.published().is_some_and(is_called_otherwise)
        || of_content(draft).iter().map(|(name, text)| (*name, text.clone())).any(|each| is_someones(&each))
}
