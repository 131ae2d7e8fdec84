//! What things of other services are called, for services that refer to them and write their names into their own answers. No event stores
//! such a name: it would be wrong as soon as its owner changes it.
//!
//! A process keeps all names of a kind that it was asked for, and asks their owner again with the revision that it has: when somebody wants
//! to see them, and [`TRUSTED_FOR`] after the last time at the earliest. While the owner is away it shows what it knows.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chassis_domain::{SignedDuration, Uuid};
use http::uri::PathAndQuery;
use kajo_proto::{
    codec::CheckedCodec,
    common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, Name},
    rules::Checked,
};
use prost::Message;
use tonic::{Code, Status, client::Grpc};

use crate::{access::Rpc, clock::Clock, grpc, service::Kernel, service_client::ServiceClient};

/// For how long names are shown without asking again.
const TRUSTED_FOR: SignedDuration = SignedDuration::from_secs(5);

/// A list is shown without names rather than later than this.
const PATIENCE: Duration = Duration::from_millis(800);

/// The names of one kind, as they were when their owner answered last.
#[derive(Debug, Default)]
pub struct KnownNames {
    by_id: HashMap<Uuid, Name>,
    /// 0: the owner has never answered.
    revision: u64,
    asked_at: Option<SignedDuration>,
}

impl KnownNames {
    /// What this is called. `None`: its owner has never said; a name without texts: it is no more.
    pub fn of(&self, id: Uuid) -> Option<Name> {
        let gone = || Name { id: id.to_string(), ..Name::default() };
        (self.revision != 0).then(|| self.by_id.get(&id).cloned().unwrap_or_else(gone))
    }
}

/// Names of the things of one other service. Cheap to clone.
#[derive(Clone)]
pub struct Names {
    asker: &'static str,
    owner: &'static str,
    client: ServiceClient,
    clock: Clock,
    known: Arc<Mutex<HashMap<&'static str, Arc<KnownNames>>>>,
    asking: Arc<tokio::sync::Mutex<()>>,
}

impl Names {
    /// Of the service `owner`, at this address or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, owner: &'static str, url: Option<&str>) -> anyhow::Result<Self> {
        Ok(Self {
            asker: kernel.name,
            owner,
            client: kernel.service_client(owner, url)?,
            clock: kernel.clock.clone(),
            known: Arc::default(),
            asking: Arc::default(),
        })
    }

    /// All names of a kind, to be shown: at most five seconds old, or the last ones that are known while their owner is away.
    pub async fn all(&self, rpc: &Rpc, kind: &'static str) -> Arc<KnownNames> {
        let known = self.known(kind);
        if self.is_trusted(&known) {
            return known;
        }
        // One asks. Whoever has something to show meanwhile does not wait for the answer.
        let _asking = match self.asking.try_lock() {
            Ok(asking) => asking,
            Err(_) if known.revision != 0 => return known,
            Err(_) => self.asking.lock().await,
        };
        let known = self.known(kind);
        if self.is_trusted(&known) {
            return known;
        }
        let asked = ListNamesRequest { kind: kind.to_owned(), revision: known.revision };
        let answered = tokio::time::timeout(PATIENCE, self.call::<_, ListNamesResponse>(rpc, "ListNames", asked)).await;
        let asked_at = Some(self.clock.ran());
        let newer = match answered {
            Ok(Ok(ListNamesResponse { names, revision, unchanged: false })) => {
                let by_id = names.into_iter().filter_map(|name| Some((Uuid::try_parse(&name.id).ok()?, name))).collect();
                KnownNames { by_id, revision, asked_at }
            }
            // The same as before, or nobody who could say.
            _ => KnownNames { by_id: known.by_id.clone(), revision: known.revision, asked_at },
        };
        let newer = Arc::new(newer);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(kind, newer.clone());
        newer
    }

    /// What one thing is called now, for a decision about it; `None`: there is no such thing.
    ///
    /// # Errors
    /// When its owner does not answer.
    pub async fn now(&self, rpc: &Rpc, kind: &'static str, id: Uuid) -> Result<Option<Name>, Status> {
        let asked = GetNamesRequest { kind: kind.to_owned(), ids: vec![id.to_string()] };
        let answered = self.call::<_, GetNamesResponse>(rpc, "GetNames", asked).await;
        let answer = answered.map_err(|status| match status.code() {
            Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
            code => grpc::fault(format!("{} answers {code:?}", self.owner)),
        })?;
        Ok(answer.names.into_iter().next())
    }

    async fn call<M, R>(&self, rpc: &Rpc, method: &str, message: M) -> Result<R, Status>
    where
        M: Message + Send + Sync + 'static,
        R: Message + Checked + Default + Send + Sync + 'static,
    {
        let path = format!("/kajo.{}.v1.NameService/{method}", self.owner.replace('-', "_"));
        let path = PathAndQuery::try_from(path).map_err(grpc::fault)?;
        let mut client = Grpc::new(self.client.clone());
        client.ready().await?;
        let request = self.client.of_service(self.asker, rpc, message);
        Ok(client.unary(request, path, CheckedCodec::<M, R>::default()).await?.into_inner())
    }

    fn known(&self, kind: &'static str) -> Arc<KnownNames> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(kind).or_default().clone()
    }

    fn is_trusted(&self, known: &KnownNames) -> bool {
        known.asked_at.is_some_and(|asked_at| self.clock.ran() - asked_at < TRUSTED_FOR)
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Names").field(&self.owner).finish()
    }
}
