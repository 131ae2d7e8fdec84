//! Files with a key: 64 hexadecimal digits, for the process's own user, and its group at the most.

use std::{fs::File, io::Read, os::unix::fs::PermissionsExt, path::Path};

use zeroize::Zeroizing;

/// A key that is not taken. Says nothing of what stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyFileError {
    /// It is missing, or is no 64 hexadecimal digits.
    #[error("the key is no file of 64 hexadecimal digits")]
    Malformed,
    /// Everybody on the machine can read it, or somebody beside its owner can change it.
    #[error("the file of the key is open to others: chmod g-w,o-rwx")]
    Open,
}

/// What nobody but the owner may do: all of others, and writing of the group. Mounts of secrets give a group the right to read.
const FORBIDDEN: u32 = 0o027;

/// Reads one.
pub(crate) fn read(path: &Path) -> Result<Zeroizing<[u8; 32]>, KeyFileError> {
    let malformed = |_| KeyFileError::Malformed;
    let mut file = File::open(path).map_err(malformed)?;
    // Of the file that is read: one that is put in its place meanwhile is another.
    if file.metadata().map_err(malformed)?.permissions().mode() & FORBIDDEN != 0 {
        return Err(KeyFileError::Open);
    }
    let mut text = Zeroizing::new(String::new());
    file.read_to_string(&mut text).map_err(malformed)?;
    let mut key = Zeroizing::new([0; 32]);
    hex::decode_to_slice(text.trim(), key.as_mut_slice()).map_err(|_| KeyFileError::Malformed)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    #[test]
    fn s_26_a_key_that_others_can_read_or_change_is_not_taken() {
        let path = std::env::temp_dir().join(format!("kajo-key-mode-{}", uuid::Uuid::now_v7()));
        fs::write(&path, "07".repeat(32)).unwrap();
        for (mode, taken) in
            [(0o600, true), (0o400, true), (0o440, true), (0o640, true), (0o660, false), (0o604, false), (0o644, false), (0o602, false)]
        {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let read = read(&path);
            assert_eq!(read.as_ref().map(|key| **key).map_err(|error| *error), if taken { Ok([7; 32]) } else { Err(KeyFileError::Open) }, "{mode:o}");
        }
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, "07").unwrap();
        assert_eq!(read(&path).unwrap_err(), KeyFileError::Malformed);
        fs::remove_file(&path).unwrap();
        assert_eq!(read(&path).unwrap_err(), KeyFileError::Malformed);
    }
}
