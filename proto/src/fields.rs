//! Fields of a message by their names in the contract: a save names those that it sets, and all others stay as they are kept. An app that
//! does not know a field yet cannot lose it.

/// What is kept in the admin panel. Implemented by the build for every message that is called `..Details`.
pub trait NamedFields: Default {
    /// Names of its fields.
    const FIELDS: &'static [&'static str];

    /// Sets the field of this name to what it is in `from`; a name that is none of [`Self::FIELDS`] sets nothing.
    fn set(&mut self, field: &str, from: &Self);

    /// This message with the fields of these names from another one.
    #[must_use]
    fn with(mut self, fields: &[String], from: &Self) -> Self {
        for field in fields {
            self.set(field, from);
        }
        self
    }
}

mod implementations {
    use super::NamedFields;
    include!(concat!(env!("OUT_DIR"), "/fields.rs"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::v1::ServiceCategoryDetails;

    #[test]
    fn fields_that_are_not_named_stay_as_they_are() {
        let kept = ServiceCategoryDetails { icon: "heart".to_owned(), matter: 1, ..ServiceCategoryDetails::default() };
        let asked = ServiceCategoryDetails { icon: "tooth".to_owned(), matter: 2, ..ServiceCategoryDetails::default() };
        let saved = kept.clone().with(&["icon".to_owned(), "unknown".to_owned()], &asked);
        assert_eq!(saved, ServiceCategoryDetails { icon: "tooth".to_owned(), ..kept });
        assert_eq!(ServiceCategoryDetails::FIELDS, ["name", "description", "icon", "matter"]);
    }
}
