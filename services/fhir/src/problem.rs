//! Why something is not taken.

/// Why something is not taken. Says nothing of what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Of HTTP.
    pub status: u32,
    /// The type of issue in FHIR.
    pub code: &'static str,
    /// Where, in FHIRPath. Empty: of the whole.
    pub path: String,
    /// In words for whoever builds the other system.
    pub diagnostics: &'static str,
}

impl Problem {
    /// It cannot be read at all.
    pub fn malformed(diagnostics: &'static str) -> Self {
        Self { status: 400, code: "invalid", path: String::new(), diagnostics }
    }

    /// It is not what FHIR has there.
    pub fn invalid(path: impl Into<String>, diagnostics: &'static str) -> Self {
        Self { status: 422, code: "invalid", path: path.into(), diagnostics }
    }

    /// It is missing.
    pub fn required(path: impl Into<String>) -> Self {
        Self { status: 422, code: "required", path: path.into(), diagnostics: "the element is needed" }
    }

    /// It is none of the values that are taken.
    pub fn value(path: impl Into<String>, diagnostics: &'static str) -> Self {
        Self { status: 422, code: "value", path: path.into(), diagnostics }
    }

    /// FHIR has it, and it is not held here.
    pub fn not_supported(path: impl Into<String>, diagnostics: &'static str) -> Self {
        Self { status: 422, code: "not-supported", path: path.into(), diagnostics }
    }

    /// Nobody who is known here is its subject.
    pub fn of_nobody(resource: &str) -> Self {
        Self {
            status: 422,
            code: "not-found",
            path: format!("{resource}.subject.identifier"),
            diagnostics: "nobody who is known here has this identifier",
        }
    }

    /// It is at odds with what is here.
    pub fn conflict(path: impl Into<String>, diagnostics: &'static str) -> Self {
        Self { status: 409, code: "conflict", path: path.into(), diagnostics }
    }

    /// It cannot be taken now: the same sent a moment later may come through.
    pub fn away(path: impl Into<String>) -> Self {
        Self { status: 503, code: "transient", path: path.into(), diagnostics: "try again in a moment" }
    }
}
