//! What goes with a command, and what is stored of it beside each event.

use chassis_domain::{Actor, ActorKind, OnBehalfOf, PersonId, RetentionClass};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

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
    /// What the key stands for: a hash over method, caller and request.
    pub fingerprint: Vec<u8>,
    /// Who acts.
    pub actor: Actor,
    /// Who really acts.
    pub on_behalf_of: Option<OnBehalfOf>,
    /// The trace that the events and facts belong to.
    pub trace: TraceContext,
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
            access: None,
            expected_version: None,
        }
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

/// What stands in `events.meta`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredMeta {
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
    #[serde(default)]
    pub(crate) trace: TraceContext,
    /// Whose keys seal the payload.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seals: Vec<(Uuid, u32)>,
}

impl StoredMeta {
    pub(crate) fn new(meta: &CommandMeta, needs: &Needs) -> Self {
        Self {
            actor: kind_name(meta.actor.kind).to_owned(),
            person: meta.actor.person.map(PersonId::uuid),
            role: meta.actor.role,
            location: meta.actor.location,
            impersonator: meta.on_behalf_of.map(|on_behalf_of| on_behalf_of.impersonator.uuid()),
            command: meta.command_id,
            trace: meta.trace.clone(),
            seals: needs.iter().map(|(subject, class)| (subject.uuid(), class.number())).collect(),
        }
    }

    pub(crate) fn actor(&self) -> Actor {
        let kind = match self.actor.as_str() {
            "resident" => ActorKind::Resident,
            "practitioner" => ActorKind::Practitioner,
            _ => ActorKind::System,
        };
        Actor { kind, person: self.person.map(PersonId::from_uuid), role: self.role, location: self.location }
    }

    pub(crate) fn on_behalf_of(&self) -> Option<OnBehalfOf> {
        self.impersonator.map(|impersonator| OnBehalfOf { impersonator: PersonId::from_uuid(impersonator) })
    }

    pub(crate) fn needs(&self) -> Needs {
        self.seals.iter().filter_map(|(subject, class)| Some((PersonId::from_uuid(*subject), RetentionClass::from_number(*class)?))).collect()
    }
}

/// Name of a kind of actor in the store and the access log.
pub(crate) fn kind_name(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Resident => "resident",
        ActorKind::Practitioner => "practitioner",
        ActorKind::System => "system",
    }
}
