//! The register of destroyed keys: a file beside the database and outside of its backups, one line per key. A backup that is older
//! than a destruction still holds the wrapped key; at the start, before anything is served, the register takes it away again.
//!
//! Behind each entry stands a line with its length and sum. A full disk can cut off either: an entry begins on a line of its own, whatever is
//! before it, and what does not fit its sum is told and passed over. Builds before wrote entries alone, and read these as well.

use std::path::{Path, PathBuf};

use chassis_domain::{PersonId, RetentionClass};
use sha2::{Digest, Sha256};
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
        let entry = format!("{subject} {}", class.number());
        file.write_all(format!("\n{entry}\n{}\n", check(&entry)).as_bytes()).await?;
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
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let mut entries = Vec::new();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with(CHECK)) {
            let behind = lines.get(number + 1).filter(|next| next.starts_with(CHECK));
            match entry(line) {
                Some(entry) if behind.is_none_or(|behind| **behind == check(line)) => entries.push(entry),
                _ => tracing::error!(file = %self.file.display(), "register.entry_was_cut_off"),
            }
        }
        Ok(entries)
    }
}

/// What a line with the length and sum of the entry before it begins with.
const CHECK: char = '#';

fn check(entry: &str) -> String {
    let sum: [u8; 32] = Sha256::digest(entry).into();
    format!("{CHECK}{} {}", entry.len(), hex::encode(&sum[..8]))
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
    #[tokio::test]
    async fn k_16_a_line_that_a_full_disk_cut_off_does_not_swallow_the_next_one() {
        let folder = std::env::temp_dir().join(format!("kajo-register-{}", Uuid::now_v7()));
        let register = Register::open(&folder, "test").await.unwrap();
        let person = |number| PersonId::from_uuid(Uuid::from_u128(number));
        register.add(person(1), RetentionClass::Account).await.unwrap();
        for cut in [20, 37, 38] {
            let mut text = fs::read(&register.file).await.unwrap();
            text.extend(&format!("{} 2", person(9)).as_bytes()[..cut]);
            fs::write(&register.file, text).await.unwrap();
            register.add(person(u128::from(cut as u64)), RetentionClass::CareRecord).await.unwrap();
        }
        let known = register.read().await.unwrap();
        for number in [20, 37, 38] {
            assert!(known.contains(&(person(number), RetentionClass::CareRecord)), "{number} was swallowed");
        }
        assert!(known.contains(&(person(1), RetentionClass::Account)));
        // What does not fit its sum is not taken, and what a build before wrote is.
        let text = format!("{} 1\n{}\n{} 1\n", person(50), check(&format!("{} 2", person(50))), person(51));
        fs::write(&register.file, text).await.unwrap();
        assert_eq!(register.read().await.unwrap(), [(person(51), RetentionClass::Account)]);
        fs::remove_dir_all(&folder).await.unwrap();
    }
}
