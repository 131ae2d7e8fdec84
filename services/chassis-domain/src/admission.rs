//! Admission by role and location (CON-20): the chosen role must be among those that do a work, and the
//! chosen location among those where it is done.

/// Why something is open to a professional, or is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// The chosen role is among those that do this work.
    pub role: bool,
    /// The chosen location is among those where it is done.
    pub location: bool,
}

impl Admission {
    /// Whether it is open.
    pub const fn is_given(self) -> bool {
        self.role && self.location
    }
}
