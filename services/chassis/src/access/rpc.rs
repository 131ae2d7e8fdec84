//! What a handler knows of its call.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use chassis_domain::{Actor, PersonId};
use kajo_proto::methods::Method;
use prost::Message;
use sha2::{Digest, Sha256};
use tonic::{Request, Status};
use uuid::Uuid;

use super::{AccessEntry, Caller, audit_object};
use crate::{
    grpc,
    service::Kernel,
    store::{CommandMeta, StoreError, TraceContext},
};

/// One call: who calls which method, in which trace, under which idempotency key.
#[derive(Clone, Debug)]
pub struct Rpc {
    /// Who calls.
    pub caller: Caller,
    /// What is called.
    pub method: &'static Method,
    /// The trace of the call.
    pub trace: TraceContext,
    command_id: Option<Uuid>,
    /// Whether the access log has its row.
    logged: Arc<AtomicBool>,
}

impl Rpc {
    pub(super) fn new(caller: Caller, method: &'static Method, trace: TraceContext, command_id: Option<Uuid>) -> Self {
        Self { caller, method, trace, command_id, logged: Arc::default() }
    }

    pub(super) fn is_logged(&self) -> bool {
        self.logged.load(Ordering::Acquire)
    }

    /// The call that a request belongs to.
    ///
    /// # Errors
    /// `INTERNAL` when the access layer is missing.
    pub fn of<T>(request: &Request<T>) -> Result<Self, Status> {
        request.extensions().get::<Self>().cloned().ok_or_else(|| grpc::fault("a handler runs without the access layer"))
    }

    /// As events and the access log name the caller.
    pub fn actor(&self) -> Actor {
        self.caller.actor()
    }

    /// The person who calls.
    ///
    /// # Errors
    /// `PERMISSION_DENIED` when it is no person.
    pub fn person(&self) -> Result<PersonId, Status> {
        self.caller.person().ok_or_else(grpc::access_denied)
    }

    /// The person who calls, in their own name: for what nobody else has to do with.
    ///
    /// # Errors
    /// `PERMISSION_DENIED` when it is no person, or acts on behalf of another.
    pub fn in_own_name(&self) -> Result<PersonId, Status> {
        if self.caller.impersonator().is_some() { Err(grpc::access_denied()) } else { self.person() }
    }

    /// What goes with the command that this request asks for. The access log row is filled in; set its subject and
    /// ground with [`CommandMeta::with_access`] when they are known better.
    ///
    /// # Errors
    /// `INTERNAL` when the method is declared as no command.
    pub fn command(&self, request: &impl Message) -> Result<CommandMeta, Status> {
        let command_id = self.command_id.ok_or_else(|| grpc::fault("a method that is no command gives one"))?;
        let mut hasher = Sha256::new();
        hasher.update(self.method.path.as_bytes());
        hasher.update([0]);
        hasher.update(self.caller.person().map(PersonId::uuid).unwrap_or_default().as_bytes());
        hasher.update(request.encode_to_vec());
        let subject = self.caller.person().filter(|_| self.caller.is_resident());
        let object = (audit_object::kind(self.method), audit_object::id(self.method, request));
        Ok(CommandMeta {
            command_id,
            fingerprint: hasher.finalize().to_vec(),
            actor: self.actor(),
            on_behalf_of: self.caller.on_behalf_of(),
            trace: self.trace.clone(),
            cause: None,
            correlation: None,
            access: Some(self.entry(subject, object, "command")),
            expected_version: None,
        })
    }

    /// A row of the access log about this call, for [`CommandMeta::with_access`].
    pub fn entry(&self, subject: Option<PersonId>, object: (&'static str, Option<Uuid>), ground: &'static str) -> AccessEntry {
        AccessEntry {
            method: self.method.path,
            actor: self.actor(),
            on_behalf_of: self.caller.on_behalf_of(),
            subject,
            object_kind: object.0,
            object_id: object.1,
            ground,
            trace: self.trace.clone(),
        }
    }

    /// The row of the access log went with a command that this call caused ([`CommandMeta::with_access`]), in its transaction.
    pub fn is_logged_by_its_command(&self) {
        self.logged.store(true, Ordering::Release);
    }

    /// Logs that personal data are read. Without it the answer does not leave.
    ///
    /// # Errors
    /// When the row cannot be written: no row, no data.
    pub async fn log_access(
        &self,
        kernel: &Kernel,
        subject: Option<PersonId>,
        object: (&'static str, Option<Uuid>),
        ground: &'static str,
    ) -> Result<(), Status> {
        self.log(kernel, self.entry(subject, object, ground)).await
    }

    /// Logs that a list shows these people, each of them at most once an hour for whoever calls; that it was read at all is logged as well.
    ///
    /// # Errors
    /// As [`Self::log_access`].
    pub async fn log_listed(
        &self,
        kernel: &Kernel,
        subjects: impl IntoIterator<Item = PersonId>,
        object_kind: &'static str,
        ground: &'static str,
    ) -> Result<(), Status> {
        let now = kernel.clock.now();
        // In one order for everybody, so that two pages at once do not wait for one another in a circle.
        let subjects: BTreeSet<Uuid> = subjects.into_iter().map(PersonId::uuid).collect();
        let subjects: Vec<_> = subjects.into_iter().map(|subject| (subject, kernel.ids.v7(now))).collect();
        let entry = self.entry(None, (object_kind, None), ground);
        entry.insert_listed(&kernel.pool, &subjects, now).await.map_err(StoreError::from)?;
        self.log(kernel, entry).await
    }

    /// Logs what a call came to, when that is not what it was made for.
    ///
    /// # Errors
    /// As [`Self::log_access`].
    pub async fn log(&self, kernel: &Kernel, entry: AccessEntry) -> Result<(), Status> {
        let now = kernel.clock.now();
        entry.insert(&kernel.pool, kernel.ids.v7(now), now).await.map_err(StoreError::from)?;
        self.logged.store(true, Ordering::Release);
        Ok(())
    }
}
