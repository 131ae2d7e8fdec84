//! What goes with a command, and what is stored of it beside each event.

use std::fmt::{self, Write as _};

use chassis_domain::{Actor, ActorKind, OnBehalfOf, PersonId, RetentionClass};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::StoreError;
use crate::{access::AccessEntry, sealing::Needs};

/// W3C trace context, as it travels in headers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceContext {
    /// `traceparent`; empty when there is no trace.
    pub traceparent: String,
    /// `tracestate`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tracestate: String,
}

impl TraceContext {
    /// The trace id, which is also the code of an error that a person sees.
    pub fn trace_id(&self) -> &str {
        self.traceparent.split('-').nth(1).unwrap_or_default()
    }
}

/// Who gives a command, under which key, in which trace.
#[derive(Clone, Debug)]
pub struct CommandMeta {
    /// The idempotency key.
    pub command_id: Uuid,
    /// What the key stands for: a hash over method, caller and request. Of the platform's own commands it is the command's name, once it is
    /// given.
    pub fingerprint: Vec<u8>,
    /// Who acts.
    pub actor: Actor,
    /// Who really acts.
    pub on_behalf_of: Option<OnBehalfOf>,
    /// The trace that the events and facts belong to.
    pub trace: TraceContext,
    /// The effect, or the event, that it follows from, when it is no person's.
    pub cause: Option<Uuid>,
    /// What began it all: the command of a person, or the first one of the platform. `None`: this one.
    pub correlation: Option<Uuid>,
    /// The access log row to write in the same transaction.
    pub access: Option<AccessEntry>,
    /// Refuse when the aggregate is at another version.
    pub expected_version: Option<u64>,
}

impl CommandMeta {
    /// A command by the platform itself.
    pub fn system(command_id: Uuid) -> Self {
        Self {
            command_id,
            fingerprint: Vec::new(),
            actor: Actor::system(),
            on_behalf_of: None,
            trace: TraceContext::default(),
            cause: None,
            correlation: None,
            access: None,
            expected_version: None,
        }
    }

    /// It follows from an effect, or from an event.
    #[must_use]
    pub fn caused_by(mut self, cause: Uuid) -> Self {
        self.cause = Some(cause);
        self
    }

    /// It belongs to what that command began.
    #[must_use]
    pub fn correlated_with(mut self, command_id: Uuid) -> Self {
        self.correlation = Some(command_id);
        self
    }

    /// The same, with the name of the command for a fingerprint when it has none of a request.
    pub(super) fn for_command(mut self, command: &impl fmt::Debug) -> Self {
        if self.fingerprint.is_empty() {
            let mut name = Name::default();
            // It stops the writing once it has what it wants.
            let _ = write!(name, "{command:?}");
            self.fingerprint = name.0.into_bytes();
        }
        self
    }

    /// Refuse when the aggregate is at another version than this; 0 means any.
    #[must_use]
    pub fn expecting(mut self, version: u64) -> Self {
        self.expected_version = (version > 0).then_some(version);
        self
    }

    /// The access log row to write in the same transaction.
    #[must_use]
    pub fn with_access(mut self, entry: AccessEntry) -> Self {
        self.access = Some(entry);
        self
    }
}

/// The name at the beginning of what is written; nothing of what it holds.
#[derive(Default)]
struct Name(String);

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let name: &str = text.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        self.0.push_str(name);
        if name.len() == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// How [`StoredMeta`] says who acts. Events from before the second way have no number.
const FORMAT: u8 = 2;

const fn first_format() -> u8 {
    1
}

/// What stands in `events.meta`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredMeta {
    #[serde(default = "first_format")]
    format: u8,
    actor: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    person: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    location: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    impersonator: Option<Uuid>,
    pub(crate) command: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cause: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) correlation: Option<Uuid>,
    #[serde(default)]
    pub(crate) trace: TraceContext,
    /// Whose keys seal the payload.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seals: Vec<(Uuid, u32)>,
}

impl StoredMeta {
    pub(crate) fn new(meta: &CommandMeta, needs: &Needs) -> Self {
        Self {
            format: FORMAT,
            actor: kind_name(meta.actor.kind).to_owned(),
            person: meta.actor.person.map(PersonId::uuid),
            role: meta.actor.role,
            location: meta.actor.location,
            impersonator: meta.on_behalf_of.map(|on_behalf_of| on_behalf_of.impersonator.uuid()),
            command: meta.command_id,
            cause: meta.cause,
            correlation: meta.correlation,
            trace: meta.trace.clone(),
            seals: needs.iter().map(|(subject, class)| (subject.uuid(), class.number())).collect(),
        }
    }

    /// Who acted. A kind that this build does not know is told: taken for another it would stand in read models as if it were so.
    pub(crate) fn actor(&self) -> Result<Actor, StoreError> {
        if self.format > FORMAT {
            return Err(StoreError::UnknownMeta(self.format));
        }
        let kind = KINDS.into_iter().find(|kind| kind_name(*kind) == self.actor).ok_or_else(|| StoreError::UnknownActor(self.actor.clone()))?;
        Ok(Actor { kind, person: self.person.map(PersonId::from_uuid), role: self.role, location: self.location })
    }

    pub(crate) fn on_behalf_of(&self) -> Option<OnBehalfOf> {
        self.impersonator.map(|impersonator| OnBehalfOf { impersonator: PersonId::from_uuid(impersonator) })
    }

    pub(crate) fn needs(&self) -> Needs {
        self.seals.iter().filter_map(|(subject, class)| Some((PersonId::from_uuid(*subject), RetentionClass::from_number(*class)?))).collect()
    }
}

const KINDS: [ActorKind; 7] =
    [ActorKind::Resident, ActorKind::Practitioner, ActorKind::Visitor, ActorKind::Guest, ActorKind::Integrator, ActorKind::Path, ActorKind::System];

/// Name of a kind of actor in the store and the access log. It never changes; a new one raises [`FORMAT`].
pub(crate) const fn kind_name(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Resident => "resident",
        ActorKind::Practitioner => "practitioner",
        ActorKind::Visitor => "visitor",
        ActorKind::Guest => "guest",
        ActorKind::Integrator => "integrator",
        ActorKind::Path => "path",
        ActorKind::System => "system",
    }
}
