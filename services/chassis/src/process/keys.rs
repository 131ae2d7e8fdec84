//! The keys of a demo: made on the first start, kept for the next ones. Anywhere else keys are handed in, and a missing one
//! ends the start. So does a missing key of keys beside others that are there: what was sealed under it would be lost for good.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::clock::Ids;

/// Makes the keys that are missing: the one that wraps all others at the first start alone.
pub(super) fn make_missing(kek: Option<&Path>, others: &[PathBuf], ids: &Ids) -> Result<()> {
    // The key of keys is made before the others, so that one of two processes that start at once does not take the other for a later start.
    let first_start = !others.iter().any(|path| path.exists());
    if let Some(kek) = kek {
        if !first_start && !kek.exists() {
            bail!("KAJO_KEK_FILE: {} is missing, and other keys are there: it is not made anew", kek.display());
        }
        make_if_missing(kek, ids)?;
    }
    others.iter().try_for_each(|path| make_if_missing(path, ids))
}

/// Makes a key file that only its owner can read, unless there is one.
fn make_if_missing(path: &Path, ids: &Ids) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let key: String = ids.secret().iter().map(|byte| format!("{byte:02x}")).collect();
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(mut file) => {
            file.write_all(key.as_bytes()).and_then(|()| file.sync_all()).with_context(|| format!("writing the key file {}", path.display()))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error).with_context(|| format!("making the key file {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_key_is_made_once_and_for_its_owner_alone() {
        let path = std::env::temp_dir().join(format!("kajo-key-{}", uuid::Uuid::now_v7()));
        make_if_missing(&path, &Ids::system()).unwrap();
        let first = fs::read_to_string(&path).unwrap();
        assert_eq!(first.len(), 64);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        make_if_missing(&path, &Ids::system()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn s_21_a_key_of_keys_that_is_gone_is_not_made_anew() {
        let home = std::env::temp_dir().join(format!("kajo-keys-{}", uuid::Uuid::now_v7()));
        let (kek, others) = (home.join("mount/kek"), vec![home.join("internal"), home.join("access-log")]);
        let make = || make_missing(Some(&kek), &others, &Ids::system());
        make().unwrap();
        make().unwrap();
        fs::remove_file(&others[0]).unwrap();
        make().unwrap();
        fs::remove_dir_all(home.join("mount")).unwrap();
        assert!(make().unwrap_err().to_string().contains("not made anew"));
        assert!(!kek.exists());
        fs::remove_dir_all(home).unwrap();
    }
}
