//! Where files lie: a folder here, an object store in production, one interface. Each is sealed under a key of its own, so
//! that destroying the key destroys it as well, copies included.

use std::{path::PathBuf, sync::Arc};

use bytes::Bytes;
use chassis::{
    Kernel,
    sealing::{Needs, Sealing, from_column, to_column},
};
use chassis_domain::{Opener, PersonId, RetentionClass, Sealer};
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path};
use serde::Deserialize;

/// Why a file cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The store.
    #[error("the file store failed")]
    Store(#[from] object_store::Error),
    /// Keys.
    #[error("sealing failed")]
    Sealing(#[from] chassis::sealing::SealingError),
    /// The key is destroyed, or the file is damaged.
    #[error("the file does not open any more")]
    Gone,
}

/// The name of an upload's thumbnail.
pub fn thumbnail_of(name: &str) -> String {
    format!("{name}-small")
}

#[derive(Deserialize)]
struct FileSettings {
    files_dir: PathBuf,
}

/// The files of this service. Cheap to clone.
#[derive(Clone)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    kernel: Kernel,
}

impl Files {
    /// The folder of `KAJO_FILES_DIR`, made when it is missing.
    ///
    /// # Errors
    /// When it is not set or cannot be made.
    pub fn try_new(kernel: Kernel) -> anyhow::Result<Self> {
        let settings: FileSettings = kernel.settings.part()?;
        std::fs::create_dir_all(&settings.files_dir)?;
        Ok(Self { store: Arc::new(LocalFileSystem::new_with_prefix(&settings.files_dir)?), kernel })
    }

    /// Seals and keeps a file under a name.
    ///
    /// # Errors
    /// When the store or the keys fail.
    pub async fn put(&self, name: &str, key: PersonId, class: RetentionClass, content: &[u8]) -> Result<(), FileError> {
        let keys = self.kernel.keyring.seal(&Needs::from([(key, class)])).await?;
        let sealed = to_column(&Sealing::new(&keys, &self.kernel.ids).seal(key, class, content));
        self.store.put(&Path::from(name), PutPayload::from(sealed)).await?;
        Ok(())
    }

    /// The file in clear.
    ///
    /// # Errors
    /// When it is not there, or its key is destroyed.
    pub async fn get(&self, name: &str) -> Result<Bytes, FileError> {
        let sealed = self.store.get(&Path::from(name)).await?.bytes().await?;
        let blob = from_column(&sealed).ok_or(FileError::Gone)?;
        let keys = self.kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
        keys.open(&blob).map(Bytes::from).ok_or(FileError::Gone)
    }

    /// Whether there is a file of that name.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn holds(&self, name: &str) -> Result<bool, FileError> {
        match self.store.head(&Path::from(name)).await {
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
            Ok(_) => Ok(true),
        }
    }

    /// Removes an upload, with its thumbnail.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn remove(&self, name: &str) -> Result<(), FileError> {
        self.remove_one(&thumbnail_of(name)).await?;
        self.remove_one(name).await
    }

    /// A file that is not there is removed already.
    async fn remove_one(&self, name: &str) -> Result<(), FileError> {
        match self.store.delete(&Path::from(name)).await {
            Err(object_store::Error::NotFound { .. }) | Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
