//! A path category.

use chassis_domain::{AdminEvent, Translated};
use digipath_engine::path_category::Details;

pub(crate) fn samples() -> Vec<AdminEvent<Details>> {
    let details = Details { name: Translated { fi: "Nimi fi".to_owned(), sv: "Nimi sv".to_owned(), en: "Nimi en".to_owned() } };
    vec![AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed]
}
