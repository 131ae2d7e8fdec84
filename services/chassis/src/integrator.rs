//! Another system that sends what it knows of people who are known here: its commands, and how what it has sent is known again.

use chassis_domain::{Actor, ActorKind, Uuid};
use tonic::Status;

use crate::{
    access::Rpc,
    grpc,
    sealing::BlindIndex,
    service::Kernel,
    store::{CommandMeta, TraceContext},
};

/// A keyed hash of a resource.
type Digest = [u8; 32];

/// Who sends, and in which trace.
pub struct Integrator {
    /// As identity knows it.
    pub id: Uuid,
    trace: TraceContext,
    index: BlindIndex,
}

impl Integrator {
    /// Who sends in this call.
    ///
    /// # Errors
    /// `NOT_FOUND` when that is no id.
    pub fn calling(kernel: &Kernel, rpc: &Rpc, id: &str) -> Result<Self, Status> {
        let id = Uuid::try_parse(id).map_err(|_| grpc::not_found())?;
        Ok(Self { id, trace: rpc.trace.clone(), index: kernel.keyring.blind_index() })
    }

    /// One of the demo, which no call comes from.
    pub fn of_demo(kernel: &Kernel, id: Uuid) -> Self {
        Self { id, trace: TraceContext::default(), index: kernel.keyring.blind_index() }
    }

    /// Knows the same resource again, and tells nobody who has the store and not the key what stands in it; `kind` keeps equal ones of different
    /// kinds apart.
    pub fn digest(&self, kind: &str, resource: &str) -> Digest {
        let mut digest = Digest::default();
        for (byte, hashed) in digest.iter_mut().zip(self.index.exact(kind, resource)) {
            *byte = hashed;
        }
        digest
    }

    /// For what is taken in. Ids follow from what is sent, so that a command needs no key that comes again.
    pub fn command(&self, kernel: &Kernel) -> CommandMeta {
        let actor = Actor { kind: ActorKind::Integrator, ..Actor::system() };
        CommandMeta { actor, trace: self.trace.clone(), ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) }
    }
}
