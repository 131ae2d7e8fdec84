//! JSON with its places: an element is read when it is asked for, so that numbers keep their digits and what cannot be read is told by its FHIRPath.

use std::{collections::BTreeSet, fmt};

use crate::Problem;

/// The largest body that is read.
const LARGEST: usize = 1024 * 1024;
/// Deeper than any resource that is taken.
const DEEPEST: usize = 64;
/// The longest name of an element.
const LONGEST_NAME: usize = 64;
/// What one list holds at the most.
const LONGEST_LIST: usize = 500;

/// A value, and where it stands.
pub struct Element<'j> {
    json: &'j str,
    path: String,
}

/// An object, and where it stands.
pub struct Object<'j> {
    members: Vec<(String, &'j str)>,
    path: String,
}

/// What a whole body says. `path` is what its places are told from.
pub fn root<'j>(body: &'j [u8], path: &str) -> Result<Element<'j>, Problem> {
    if body.len() > LARGEST {
        return Err(Problem::malformed("the body is larger than what is taken at once"));
    }
    let text = std::str::from_utf8(body).map_err(|_| Problem::malformed("the body is not UTF-8"))?;
    if depth(text) > DEEPEST {
        return Err(Problem::malformed("the body is nested deeper than any resource"));
    }
    let json: &'j serde_json::value::RawValue = serde_json::from_str(text).map_err(|_| Problem::malformed("the body is not JSON"))?;
    Ok(Element { json: json.get(), path: path.to_owned() })
}

/// How deep objects and lists stand in each other.
fn depth(text: &str) -> usize {
    let (mut deep, mut deepest) = (0_usize, 0_usize);
    let (mut in_text, mut is_escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => {
                deep += 1;
                deepest = deepest.max(deep);
            }
            b'}' | b']' if !in_text => deep = deep.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

impl<'j> Element<'j> {
    /// Where it stands.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// As it is written.
    pub fn json(&self) -> &'j str {
        self.json
    }

    /// As an object.
    pub fn object(&self) -> Result<Object<'j>, Problem> {
        let Members(members) = serde_json::from_str(self.json).map_err(|_| Problem::invalid(&self.path, "an object is needed here"))?;
        // Which of two is meant nobody knows: readers differ.
        if members.iter().map(|(name, _)| name).collect::<BTreeSet<_>>().len() < members.len() {
            return Err(Problem::invalid(&self.path, "an element stands here twice"));
        }
        Ok(Object { members, path: self.path.clone() })
    }

    /// As a list.
    pub fn list(&self) -> Result<Vec<Self>, Problem> {
        let items: Vec<&'j serde_json::value::RawValue> =
            serde_json::from_str(self.json).map_err(|_| Problem::invalid(&self.path, "a list is needed here"))?;
        if items.len() > LONGEST_LIST {
            return Err(Problem::not_supported(&self.path, "at most 500 are taken here"));
        }
        Ok(items.into_iter().enumerate().map(|(index, item)| Self { json: item.get(), path: format!("{}[{index}]", self.path) }).collect())
    }

    /// As a text, whatever stands in it.
    pub fn text(&self) -> Result<String, Problem> {
        serde_json::from_str(self.json).map_err(|_| Problem::invalid(&self.path, "a text is needed here"))
    }

    /// As yes or no.
    pub fn boolean(&self) -> Result<bool, Problem> {
        serde_json::from_str(self.json).map_err(|_| Problem::invalid(&self.path, "true or false is needed here"))
    }
}

impl<'j> Object<'j> {
    /// Where it stands.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where an element of it stands, there or not.
    pub fn path_of(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }

    /// Refuses elements that are none of these: what is not held must not be dropped in silence. What begins with `_` is held with its element.
    pub fn only(&self, known: &[&str]) -> Result<(), Problem> {
        let is_known = |member: &str| known.contains(&member) || member.strip_prefix('_').is_some_and(|element| known.contains(&element));
        let Some((unknown, _)) = self.members.iter().find(|(member, json)| !is_known(member) && *json != "null") else { return Ok(()) };
        // What could be anything is not repeated.
        let is_name = unknown.len() <= LONGEST_NAME && unknown.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '_');
        let path = if is_name { self.path_of(unknown) } else { self.path.clone() };
        Err(Problem::not_supported(path, "this element is not held here"))
    }

    /// An element of it.
    pub fn get(&self, name: &str) -> Option<Element<'j>> {
        self.member(name).map(|json| Element { json, path: self.path_of(name) })
    }

    /// An element that must be there.
    pub fn required(&self, name: &str) -> Result<Element<'j>, Problem> {
        self.get(name).ok_or_else(|| Problem::required(self.path_of(name)))
    }

    /// An element that is an object.
    pub fn object(&self, name: &str) -> Result<Option<Self>, Problem> {
        self.get(name).map(|element| element.object()).transpose()
    }

    /// One that must be there.
    pub fn required_object(&self, name: &str) -> Result<Self, Problem> {
        self.required(name)?.object()
    }

    /// The elements of a list; none when it is not there.
    pub fn list(&self, name: &str) -> Result<Vec<Element<'j>>, Problem> {
        self.get(name).map_or_else(|| Ok(Vec::new()), |element| element.list())
    }

    /// The objects of a list; none when it is not there.
    pub fn objects(&self, name: &str) -> Result<Vec<Self>, Problem> {
        self.list(name)?.iter().map(Element::object).collect()
    }

    /// A text, whatever stands in it.
    pub fn text(&self, name: &str) -> Result<Option<String>, Problem> {
        self.get(name).map(|element| element.text()).transpose()
    }

    /// An element that may be of several types, for example `valueQuantity` for `value`. Each type stands with how JSON and FHIRPath call it.
    pub fn choice<K: Copy>(&self, name: &str, types: &[(&str, &str, K)]) -> Result<Option<(K, Element<'j>)>, Problem> {
        let of_type = |member: &str| member.strip_prefix(name).is_some_and(|of| of.starts_with(|letter: char| letter.is_ascii_uppercase()));
        let mut there = self.members.iter().filter(|(member, json)| of_type(member) && *json != "null");
        let Some((member, json)) = there.next() else { return Ok(None) };
        if there.next().is_some() {
            return Err(Problem::value(self.path_of(name), "only one of its types may stand here"));
        }
        let known = types.iter().find(|(in_json, ..)| member.strip_prefix(name) == Some(*in_json));
        let Some((_, in_path, kind)) = known else { return Err(Problem::not_supported(self.path_of(name), "this type is not taken here")) };
        Ok(Some((*kind, Element { json, path: format!("{}.{name}.ofType({in_path})", self.path) })))
    }

    fn member(&self, name: &str) -> Option<&'j str> {
        self.members.iter().find(|(member, json)| member == name && *json != "null").map(|(_, json)| *json)
    }
}

/// The members of an object as they are written.
struct Members<'j>(Vec<(String, &'j str)>);

impl<'j> serde::Deserialize<'j> for Members<'j> {
    fn deserialize<D: serde::Deserializer<'j>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'j> serde::de::Visitor<'j> for MembersVisitor {
    type Value = Members<'j>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: serde::de::MapAccess<'j>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &'j serde_json::value::RawValue>()? {
            members.push((name, value.get()));
        }
        Ok(Members(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(body: &str, known: &[&str]) -> Option<String> {
        root(body.as_bytes(), "Questionnaire").unwrap().object().unwrap().only(known).err().map(|problem| problem.path)
    }

    #[test]
    fn sur_09_what_is_not_held_is_told_by_its_place_unless_its_name_could_say_anything() {
        assert_eq!(refused(r#"{"title":"a","_title":{},"url":null}"#, &["title"]), None);
        assert_eq!(refused(r#"{"title":"a","copyright":"b"}"#, &["title"]).as_deref(), Some("Questionnaire.copyright"));
        assert_eq!(refused(r#"{"_url":{}}"#, &["title"]).as_deref(), Some("Questionnaire._url"));
        assert_eq!(refused(r#"{"120190-999W":1}"#, &["title"]).as_deref(), Some("Questionnaire"));
    }
}
