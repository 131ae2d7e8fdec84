//! What every method declares about itself.

use crate::{
    identity::v1::Panel,
    options::v1::{AddressLimit, AuditKind, Caller, Domain},
};

/// One RPC of the contract. Enumerations are kept as their numbers; the accessors give them back typed.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one flag per thing declared")]
pub struct Method {
    /// `/package.Service/Method`, as it stands in the request path.
    pub path: &'static str,
    /// `package.Service`.
    pub service: &'static str,
    /// The method's own name.
    pub name: &'static str,
    /// The package, for example `kajo.identity.v1`.
    pub package: &'static str,
    callers: &'static [i32],
    domain: i32,
    audit: i32,
    /// The request field with the id of what is touched; empty when there is none.
    pub audit_object: &'static str,
    panel: &'static str,
    at_work: bool,
    /// Changes something, and so takes an idempotency key.
    pub command: bool,
    address_limit: i32,
    /// The client sends many messages.
    pub client_streaming: bool,
    /// The server answers with many messages.
    pub server_streaming: bool,
}

impl Method {
    /// The name of the service of the platform that answers it, for example `chat-queue`: packages are named after theirs, `kajo.chat_queue.v1`.
    pub fn owner(&self) -> String {
        self.package.split('.').nth(1).unwrap_or_default().replace('_', "-")
    }

    /// Whether this kind of caller may call at all.
    pub fn allows(&self, caller: Caller) -> bool {
        self.callers.contains(&(caller as i32))
    }

    /// Whether a caller may call: responsible users and administrators as what they are, and as practitioners when they work in a role at
    /// a location.
    pub fn admits(&self, caller: Caller, works: bool) -> bool {
        let is_above = matches!(caller, Caller::ResponsibleUser | Caller::Administrator);
        if self.allows(caller) { works || !(is_above && self.at_work) } else { is_above && works && self.allows(Caller::Practitioner) }
    }

    /// The module of the admin panel that it belongs to.
    pub fn panel(&self) -> Option<Panel> {
        Panel::from_str_name(self.panel)
    }

    /// The mandate that somebody acting on behalf needs.
    pub fn domain(&self) -> Domain {
        Domain::try_from(self.domain).unwrap_or_default()
    }

    /// What is logged.
    pub fn audit(&self) -> AuditKind {
        AuditKind::try_from(self.audit).unwrap_or_default()
    }

    /// How often it may be called from one address, whoever calls.
    pub fn address_limit(&self) -> AddressLimit {
        AddressLimit::try_from(self.address_limit).unwrap_or_default()
    }
}

/// Every method of the contract.
pub static METHODS: &[Method] = include!(concat!(env!("OUT_DIR"), "/methods.rs"));

/// The method behind a request path.
pub fn find(path: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.path == path)
}
