//! What identity alone knows of a living session: by which provider it acts, and the record that the realm gave it along. Neither
//! stands in any answer.

use chassis::{
    Kernel,
    sealing::{Needs, from_column},
};
use chassis_domain::Opener;
use serde_json::{Map, Value};

use crate::{
    projections::sessions,
    session::{AuthProvider, SessionId},
};

/// The free data of a session, as the realm wrote them.
pub type SessionData = Map<String, Value>;

/// A longer record is left behind: a session is no place for documents.
const LONGEST: usize = 8 * 1024;

/// What is known of a session.
#[derive(Clone, PartialEq)]
pub struct SessionRecord {
    /// By which provider it acts.
    pub provider: AuthProvider,
    /// What the realm gave along; `None`: nothing.
    pub data: Option<SessionData>,
}

/// The record of a session; `None`: there is no such session, or it has no secret any more.
///
/// # Errors
/// When the database or the keys cannot be asked.
pub async fn session_record(kernel: &Kernel, session: SessionId) -> anyhow::Result<Option<SessionRecord>> {
    let Some((provider, sealed)) = sessions::record(&kernel.pool, session.uuid()).await? else { return Ok(None) };
    let Some(blob) = from_column(&sealed) else { return Ok(Some(SessionRecord { provider, data: None })) };
    let keys = kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
    let data = keys.open(&blob).and_then(|text| serde_json::from_slice(&text).ok());
    Ok(Some(SessionRecord { provider, data }))
}

/// As it is sealed; `None`: there is nothing to keep.
pub(crate) fn written(data: Option<&SessionData>) -> Option<String> {
    let text = serde_json::to_string(data?).ok()?;
    if text.len() > LONGEST {
        tracing::warn!(bytes = text.len(), "session.data_too_long");
        return None;
    }
    Some(text)
}
