//! What happens to a category, as it is stored.

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::Uuid;

use super::SubcategoryId;
use crate::{conversation::value::ServiceAreaId, representation::Matter};

/// A text by language code.
pub type Texts = BTreeMap<String, String>;

/// Something that happened to a category.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It was defined, or defined anew.
    Defined {
        /// Names by language.
        name: Texts,
        /// Descriptions by language.
        description: Texts,
        /// Name of an icon.
        icon: String,
        /// Areas whose residents may choose it, with their names.
        service_areas: BTreeMap<ServiceAreaId, String>,
        /// Place in lists.
        place: u32,
        /// What it is about.
        matter: Matter,
    },
    /// A queue was added, or defined anew.
    SubcategoryAdded {
        /// Names the queue.
        subcategory: SubcategoryId,
        /// Names by language.
        name: Texts,
        /// Descriptions by language.
        description: Texts,
        /// Roles that work the queue ..
        roles: BTreeSet<Uuid>,
        /// .. at these locations.
        locations: BTreeSet<Uuid>,
        /// Place in lists.
        place: u32,
    },
    /// Nothing new is accepted any more.
    Archived {
        /// `None`: all of the category.
        subcategory: Option<SubcategoryId>,
    },
}
