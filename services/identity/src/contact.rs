//! How people are called and reached, whoever writes it down (PRO-02).

pub(crate) use chassis_domain::{e164, is_email};

/// Most letters of a usual name.
pub(crate) const USUAL_NAME_MAX: u32 = 40;

/// Counted as people count letters nearly always: by Unicode scalar values.
pub(crate) fn too_long(text: &str, max: u32) -> bool {
    text.chars().count() > max as usize
}
