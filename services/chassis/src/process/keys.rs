//! The keys of a demo: made on the first start, kept for the next ones. Anywhere else keys are handed in, and a missing one
//! ends the start.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use anyhow::{Context, Result};

use crate::clock::Ids;

/// Makes a key file that only its owner can read, unless there is one.
pub(super) fn make_if_missing(path: &Path, ids: &Ids) -> Result<()> {
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
        let path = std::env::temp_dir().join(format!("kajo-key-{}", std::process::id()));
        make_if_missing(&path, &Ids::system()).unwrap();
        let first = fs::read_to_string(&path).unwrap();
        assert_eq!(first.len(), 64);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        make_if_missing(&path, &Ids::system()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        fs::remove_file(path).unwrap();
    }
}
