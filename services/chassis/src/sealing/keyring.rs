//! Where keys come from: the cache, the database, or the random source.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use chassis_domain::{PersonId, RetentionClass};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{
    passes::{KeySet, Needs},
    register::Register,
};
use crate::{
    clock::{Clock, Ids},
    database::{self, Pool},
    key_file::{self, KeyFileError},
};

/// How long a key may be used without asking the database whether it still is.
const TRUSTED: SignedDuration = SignedDuration::from_mins(5);
const KEY_LENGTH: usize = 32;

/// What can go wrong with keys.
#[derive(Debug, thiserror::Error)]
pub enum SealingError {
    /// The database did not answer.
    #[error("the keys could not be read")]
    Database(#[from] sqlx::Error),
    /// A wrapped key does not open: another key encryption key, or a damaged row.
    #[error("a stored key does not open under this key encryption key")]
    Unwrap,
    /// The register of destroyed keys cannot be read or written.
    #[error("the register of destroyed keys failed")]
    Register(#[from] std::io::Error),
    /// The key encryption key is not taken.
    #[error("KAJO_KEK_FILE: {0}")]
    KeyFile(#[from] KeyFileError),
}

/// Wraps the keys of persons. Held in memory alone.
#[derive(Clone)]
pub struct KeyEncryptionKey(Arc<Zeroizing<[u8; KEY_LENGTH]>>);

impl KeyEncryptionKey {
    /// From its bytes.
    pub fn from_bytes(bytes: [u8; KEY_LENGTH]) -> Self {
        Self(Arc::new(Zeroizing::new(bytes)))
    }

    /// From a file of 64 hexadecimal digits.
    pub fn from_file(path: &Path) -> Result<Self, SealingError> {
        Ok(Self::from_bytes(*key_file::read(path)?))
    }

    /// A key for another purpose, derived from this one.
    pub(crate) fn derive(&self, purpose: &[u8]) -> [u8; KEY_LENGTH] {
        let key = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, self.0.as_slice());
        let mut derived = [0; KEY_LENGTH];
        derived.copy_from_slice(aws_lc_rs::hmac::sign(&key, purpose).as_ref());
        derived
    }
}

type KeyName = (PersonId, RetentionClass);

/// A key with how long the clock had run when it was last known to exist.
type Cached = (Arc<Zeroizing<[u8; KEY_LENGTH]>>, SignedDuration);

/// Keys that were read lately.
#[derive(Default)]
struct Cache {
    keys: HashMap<KeyName, Cached>,
    /// How many keys this process has destroyed: what was read from the database before that may be one of them.
    destroyed: u64,
}

/// The keys of one service. Cheap to clone.
#[derive(Clone)]
pub struct Keyring {
    pool: Pool,
    wrapping: KeyEncryptionKey,
    clock: Clock,
    ids: Ids,
    cache: Arc<Mutex<Cache>>,
    index: super::BlindIndex,
    register: Option<Register>,
}

impl Keyring {
    /// The keys in this database, under this key encryption key.
    pub fn new(pool: Pool, wrapping: KeyEncryptionKey, clock: Clock, ids: Ids) -> Self {
        let index = super::BlindIndex::new(&wrapping.derive(b"blind index"));
        Self { pool, wrapping, clock, ids, cache: Arc::default(), index, register: None }
    }

    /// The same keys with a register of those that are destroyed. What it names and the database still has, or does
    /// not know yet, as after a backup was restored, is destroyed again; nothing may be served before.
    pub async fn with_register(mut self, register: Register) -> Result<Self, SealingError> {
        let (subjects, classes): (Vec<_>, Vec<_>) =
            register.read().await?.into_iter().map(|(subject, class)| (subject.uuid(), class_number(class))).unzip();
        let mut tx = database::begin(&self.pool).await?;
        let again = sqlx::query(
            "insert into subject_keys (subject_id, retention_class, wrapped_key, created_at, destroyed_at)
             select distinct subject_id, retention_class, null::bytea, $3, $3
             from unnest($1::uuid[], $2::smallint[]) as gone (subject_id, retention_class)
             on conflict (subject_id, retention_class) do update set wrapped_key = null, destroyed_at = excluded.destroyed_at
             where subject_keys.wrapped_key is not null",
        )
        .bind(&subjects)
        .bind(&classes)
        .bind(self.clock.now().to_sqlx())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        if again.rows_affected() > 0 {
            tracing::warn!(keys = again.rows_affected(), "keys.destroyed_again");
        }
        self.register = Some(register);
        Ok(self)
    }

    /// The keys for reading. Destroyed ones are missing from the set.
    pub async fn open(&self, needs: &Needs) -> Result<KeySet, SealingError> {
        let mut keys = KeySet::default();
        let missing = self.cached(needs, &mut keys);
        self.fetched(&missing, &mut keys).await?;
        Ok(keys)
    }

    /// The keys for writing; made when a person has none yet. A destroyed key is not made again: what is sealed for it
    /// is lost at once, as it was asked for.
    pub async fn seal(&self, needs: &Needs) -> Result<KeySet, SealingError> {
        let mut keys = KeySet::default();
        let missing = self.cached(needs, &mut keys);
        if missing.is_empty() {
            return Ok(keys);
        }
        let now = self.clock.now();
        let (mut subjects, mut classes, mut wrapped) = (Vec::new(), Vec::new(), Vec::new());
        for (subject, class) in &missing {
            subjects.push(subject.uuid());
            classes.push(class_number(*class));
            wrapped.push(self.wrap(&self.ids.secret(), *subject, *class)?);
        }
        sqlx::query(
            "insert into subject_keys (subject_id, retention_class, wrapped_key, created_at)
             select subject_id, retention_class, wrapped_key, $4
             from unnest($1::uuid[], $2::smallint[], $3::bytea[]) as new (subject_id, retention_class, wrapped_key)
             on conflict do nothing",
        )
        .bind(&subjects)
        .bind(&classes)
        .bind(&wrapped)
        .bind(now.to_sqlx())
        .execute(&self.pool)
        .await?;
        self.fetched(&missing, &mut keys).await?;
        Ok(keys)
    }

    /// Destroys a key for ever. Everything sealed under it is unreadable from then on, here at once and in other
    /// processes within five minutes. With a register it is written down there first.
    pub async fn destroy(&self, subject: PersonId, class: RetentionClass) -> Result<(), SealingError> {
        if let Some(register) = &self.register {
            register.add(subject, class).await?;
        }
        sqlx::query(
            "insert into subject_keys (subject_id, retention_class, wrapped_key, created_at, destroyed_at) values ($1, $2, null, $3, $3)
             on conflict (subject_id, retention_class) do update set wrapped_key = null, destroyed_at = excluded.destroyed_at",
        )
        .bind(subject.uuid())
        .bind(class_number(class))
        .bind(self.clock.now().to_sqlx())
        .execute(&self.pool)
        .await?;
        let mut cache = self.remembered();
        cache.keys.remove(&(subject, class));
        cache.destroyed += 1;
        Ok(())
    }

    /// How many keys this process has destroyed: what was opened when it was less may hold texts that must be gone.
    pub(crate) fn destroyed(&self) -> u64 {
        self.remembered().destroyed
    }

    /// The nonces that sealing needs.
    pub(crate) fn ids(&self) -> &Ids {
        &self.ids
    }

    /// Keyed tokens for searching over sealed text.
    pub fn blind_index(&self) -> super::BlindIndex {
        self.index.clone()
    }

    fn remembered(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cached(&self, needs: &Needs, keys: &mut KeySet) -> Needs {
        let ran = self.clock.ran();
        let cache = self.remembered();
        let mut missing = Needs::default();
        for name in needs {
            match cache.keys.get(name) {
                Some((key, since)) if ran - *since < TRUSTED => keys.insert(*name, Arc::clone(key)),
                _ => {
                    missing.insert(*name);
                }
            }
        }
        missing
    }

    async fn fetched(&self, missing: &Needs, keys: &mut KeySet) -> Result<(), SealingError> {
        if missing.is_empty() {
            return Ok(());
        }
        // As of before the database is asked.
        let ran = self.clock.ran();
        let destroyed = self.remembered().destroyed;
        let (subjects, classes): (Vec<_>, Vec<_>) = missing.iter().map(|(subject, class)| (subject.uuid(), class_number(*class))).unzip();
        let rows: Vec<(Uuid, i16, Vec<u8>)> = sqlx::query_as(
            "select subject_id, retention_class, wrapped_key from subject_keys
             where (subject_id, retention_class) in (select * from unnest($1::uuid[], $2::smallint[])) and wrapped_key is not null",
        )
        .bind(&subjects)
        .bind(&classes)
        .fetch_all(&self.pool)
        .await?;
        let mut cache = self.remembered();
        for (subject, class, wrapped) in rows {
            let Some(class) = u32::try_from(class).ok().and_then(RetentionClass::from_number) else { continue };
            let name = (PersonId::from_uuid(subject), class);
            let key = Arc::new(Zeroizing::new(self.unwrap(&wrapped, name.0, name.1)?));
            if cache.destroyed == destroyed {
                cache.keys.insert(name, (Arc::clone(&key), ran));
            }
            keys.insert(name, key);
        }
        Ok(())
    }

    fn wrap(&self, key: &[u8; KEY_LENGTH], subject: PersonId, class: RetentionClass) -> Result<Vec<u8>, SealingError> {
        let nonce: [u8; NONCE_LEN] = self.ids.bytes();
        let mut sealed = key.to_vec();
        cipher(&self.wrapping.0)?
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad(subject, class), &mut sealed)
            .map_err(|_| SealingError::Unwrap)?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    fn unwrap(&self, wrapped: &[u8], subject: PersonId, class: RetentionClass) -> Result<[u8; KEY_LENGTH], SealingError> {
        let (nonce, sealed) = wrapped.split_at_checked(NONCE_LEN).ok_or(SealingError::Unwrap)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SealingError::Unwrap)?;
        let mut sealed = Zeroizing::new(sealed.to_vec());
        let plain = cipher(&self.wrapping.0)?.open_in_place(nonce, aad(subject, class), &mut sealed).map_err(|_| SealingError::Unwrap)?;
        <[u8; KEY_LENGTH]>::try_from(&*plain).map_err(|_| SealingError::Unwrap)
    }
}

fn cipher(key: &[u8; KEY_LENGTH]) -> Result<LessSafeKey, SealingError> {
    UnboundKey::new(&AES_256_GCM, key).map(LessSafeKey::new).map_err(|_| SealingError::Unwrap)
}

/// A wrapped key belongs to its row: moved to another one, it does not open.
fn aad(subject: PersonId, class: RetentionClass) -> Aad<[u8; 20]> {
    let mut bytes = [0; 20];
    let (person, number) = bytes.split_at_mut(16);
    person.copy_from_slice(subject.uuid().as_bytes());
    number.copy_from_slice(&class.number().to_be_bytes());
    Aad::from(bytes)
}

fn class_number(class: RetentionClass) -> i16 {
    i16::try_from(class.number()).unwrap_or(i16::MAX)
}
