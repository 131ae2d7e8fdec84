//! The register of destroyed keys: a file beside the database and outside of its backups, one line per key. A backup that is older
//! than a destruction still holds the wrapped key; at the start, before anything is served, the register takes it away again.

use std::path::{Path, PathBuf};

use chassis_domain::{PersonId, RetentionClass};
use tokio::{
    fs::{self, OpenOptions},
    io::{AsyncReadExt, AsyncWriteExt},
};

/// Where a service writes down which keys it has destroyed. Ids of persons and numbers, nothing else.
#[derive(Clone, Debug)]
pub struct Register {
    file: PathBuf,
}

impl Register {
    /// The register of this service in a folder, which is made when it is missing.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub async fn open(folder: &Path, service: &str) -> std::io::Result<Self> {
        fs::create_dir_all(folder).await?;
        Ok(Self { file: folder.join(format!("{service}.destroyed")) })
    }

    /// Writes a destruction down; it is on the disk when this comes back.
    pub(super) async fn add(&self, subject: PersonId, class: RetentionClass) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file).await?;
        file.write_all(format!("{subject} {}\n", class.number()).as_bytes()).await?;
        file.sync_all().await
    }

    /// Everything that was destroyed. What a crash left of a last line was never answered for and is passed over.
    pub(super) async fn read(&self) -> std::io::Result<Vec<(PersonId, RetentionClass)>> {
        let mut text = String::new();
        match fs::File::open(&self.file).await {
            Ok(mut file) => file.read_to_string(&mut text).await?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        Ok(text.lines().filter_map(entry).collect())
    }
}

fn entry(line: &str) -> Option<(PersonId, RetentionClass)> {
    let (subject, class) = line.split_once(' ')?;
    Some((PersonId::parse(subject)?, RetentionClass::from_number(class.parse().ok()?)?))
}

#[cfg(test)]
mod tests {
    use chassis_domain::Uuid;

    use super::*;

    #[test]
    fn a_line_that_was_cut_off_is_passed_over() {
        let subject = PersonId::from_uuid(Uuid::from_u128(7));
        assert_eq!(entry(&format!("{subject} 1")), Some((subject, RetentionClass::Account)));
        assert_eq!(entry(&format!("{subject} ")), None);
        assert_eq!(entry(&subject.to_string()[..20]), None);
    }
}
