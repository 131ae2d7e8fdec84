//! Limits that people see: how long a text, how large and how many files, which kinds (CON-13, CON-15).
//! They are runtime settings and differ by app. Texts are counted in user-perceived characters, as the counter in
//! the browser counts them.

use unicode_segmentation::UnicodeSegmentation;

/// Limits of one app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest message, in grapheme clusters.
    pub message: usize,
    /// Longest topic, in grapheme clusters.
    pub topic: usize,
    /// Largest file, in megabytes of 1024 × 1024 bytes.
    pub megabytes: u32,
    /// Most files with one message.
    pub attachments: usize,
    /// Most files that one person may have uploaded and not sent.
    pub unsent: i64,
    /// Allowed file name endings, lower case with their dot.
    pub extensions: Vec<String>,
}

/// Something is over its limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverLimit {
    /// A text has too many characters.
    #[error("{field} is longer than {max}")]
    TooLong {
        /// The request field.
        field: &'static str,
        /// The limit, in grapheme clusters.
        max: usize,
    },
    /// A text is empty.
    #[error("{field} is empty")]
    Required {
        /// The request field.
        field: &'static str,
    },
    /// Too many files with one message.
    #[error("more than {max} attachments")]
    TooManyAttachments {
        /// The limit.
        max: usize,
    },
    /// The file has too many bytes.
    #[error("the file is larger than {max} MB")]
    FileTooLarge {
        /// The limit in megabytes.
        max: u32,
    },
    /// Too many files that were not sent.
    #[error("more than {max} files that are not sent")]
    TooManyUnsent {
        /// The limit.
        max: i64,
    },
    /// The ending is not allowed.
    #[error("the file is none of {allowed}")]
    FileTypeNotSupported {
        /// Allowed endings, with commas between.
        allowed: String,
    },
    /// The content is of another kind than the ending says.
    #[error("the file is no {extension}")]
    FileContentDiffers {
        /// The ending, lower case with its dot.
        extension: String,
    },
    /// There is nothing in the file.
    #[error("the file is empty")]
    FileEmpty,
}

chassis_domain::refusals! { OverLimit {
    Self::TooLong { field, max } => "too_long", Input, field *field, params [("max", max.to_string())];
    Self::Required { field } => "required", Input, field *field;
    Self::TooManyAttachments { max } => "too_many_attachments", Input, field "attachment_ids", params [("max", max.to_string())];
    Self::FileTooLarge { max } => "file_too_large", Input, field "file", params [("max", max.to_string())];
    Self::TooManyUnsent { max } => "too_many_unsent_files", Input, field "file", params [("max", max.to_string())];
    Self::FileTypeNotSupported { allowed } => "file_type_not_supported", Input, field "file", params [("allowed", allowed.clone())];
    Self::FileContentDiffers { extension } => "file_content_differs", Input, field "file", params [("extension", extension.clone())];
    Self::FileEmpty => "file_empty", Input, field "file";
} }

impl OverLimit {
    /// The same of a text that stands in another field.
    #[must_use]
    pub fn at(self, field: &'static str) -> Self {
        match self {
            Self::TooLong { max, .. } => Self::TooLong { field, max },
            Self::Required { .. } => Self::Required { field },
            other => other,
        }
    }
}

impl Limits {
    /// A message's text, as it is kept: without blanks around it.
    pub fn text(&self, text: &str) -> Result<String, OverLimit> {
        bounded("text", text, self.message)
    }

    /// A topic, as it is kept.
    pub fn topic(&self, topic: &str) -> Result<String, OverLimit> {
        bounded("topic", topic, self.topic)
    }

    /// How many files go with one message.
    pub fn count(&self, attachments: usize) -> Result<(), OverLimit> {
        if attachments > self.attachments { Err(OverLimit::TooManyAttachments { max: self.attachments }) } else { Ok(()) }
    }

    /// Whether somebody who has so many files that are not sent may upload another one.
    pub fn room_for_unsent(&self, unsent: i64) -> Result<(), OverLimit> {
        if unsent >= self.unsent { Err(OverLimit::TooManyUnsent { max: self.unsent }) } else { Ok(()) }
    }

    /// How many bytes a file has so far.
    pub fn size(&self, bytes: u64) -> Result<(), OverLimit> {
        if bytes > u64::from(self.megabytes) * 1024 * 1024 { Err(OverLimit::FileTooLarge { max: self.megabytes }) } else { Ok(()) }
    }

    /// The ending of a file name, when it is allowed.
    pub fn extension(&self, file_name: &str) -> Result<String, OverLimit> {
        let ending = file_name.rsplit_once('.').map(|(_, ending)| format!(".{}", ending.to_lowercase()));
        ending
            .filter(|ending| self.extensions.contains(ending))
            .ok_or_else(|| OverLimit::FileTypeNotSupported { allowed: self.extensions.join(", ") })
    }
}

fn bounded(field: &'static str, text: &str, max: usize) -> Result<String, OverLimit> {
    let text = text.trim();
    if text.is_empty() {
        return Err(OverLimit::Required { field });
    }
    if text.graphemes(true).count() > max {
        return Err(OverLimit::TooLong { field, max });
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits { message: 5, topic: 3, megabytes: 1, attachments: 2, unsent: 1, extensions: vec![".png".to_owned(), ".pdf".to_owned()] }
    }

    #[test]
    fn texts_are_counted_as_people_see_them() {
        let family = "👨‍👩‍👧‍👦";
        assert_eq!(limits().text(&family.repeat(5)), Ok(family.repeat(5)));
        assert_eq!(limits().text(&family.repeat(6)), Err(OverLimit::TooLong { field: "text", max: 5 }));
        assert_eq!(limits().topic("äää"), Ok("äää".to_owned()));
        assert_eq!(limits().text("  \n"), Err(OverLimit::Required { field: "text" }));
    }

    #[test]
    fn a_file_name_ends_as_allowed() {
        assert_eq!(limits().extension("Kuva.PNG"), Ok(".png".to_owned()));
        assert_eq!(limits().extension("kuva.exe"), Err(OverLimit::FileTypeNotSupported { allowed: ".png, .pdf".to_owned() }));
        assert_eq!(limits().extension("png"), Err(OverLimit::FileTypeNotSupported { allowed: ".png, .pdf".to_owned() }));
    }

    #[test]
    fn sizes_and_counts_stop_at_their_limit() {
        assert_eq!(limits().size(1024 * 1024), Ok(()));
        assert_eq!(limits().size(1024 * 1024 + 1), Err(OverLimit::FileTooLarge { max: 1 }));
        assert_eq!(limits().count(2), Ok(()));
        assert_eq!(limits().count(3), Err(OverLimit::TooManyAttachments { max: 2 }));
    }
}
