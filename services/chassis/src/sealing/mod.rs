//! Keys of persons, and the cipher under [`chassis_domain::Sealed`]: AES-256-GCM with one key per person and retention
//! class. Keys lie in the service's database, wrapped by a key encryption key that the database never sees. Destroying a
//! key makes every copy of what it sealed unreadable: events, read models, backups.

mod blind_index;
mod column;
mod keyring;
mod passes;
mod register;

pub use blind_index::BlindIndex;
pub use column::{from_column, to_column};
pub use keyring::{KeyEncryptionKey, Keyring, SealingError};
pub use passes::{Collecting, KeySet, Needs, Sealing};
pub use register::Register;
