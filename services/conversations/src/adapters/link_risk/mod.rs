//! Whether a link is possibly harmful, by Google Web Risk (CON-16). Lists of the beginnings of hashes lie here; the register is asked about
//! four bytes when one of them fits, and about nothing otherwise.

mod refresh;
mod table;
mod web_risk;

use std::{
    collections::{BTreeSet, HashMap},
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chassis::Kernel;
use chassis_domain::{SignedDuration, Timestamp};
use lru::LruCache;
pub(crate) use refresh::refresh;
use url::Url;

use self::web_risk::{Answer, LISTS, WebRisk};
use crate::{
    adapters::links::{self, Addresses, HashList, PREFIX},
    settings::ConversationsSettings,
};

/// Older lists say nothing any more.
const HOLDS: SignedDuration = SignedDuration::from_hours(24);
/// Answers of the register that are remembered.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(4_096).unwrap();
/// A thread is shown without marks rather than later than this.
const PATIENCE_OF_READERS: Duration = Duration::from_millis(800);
/// A message is taken in unjudged rather than later than this.
const PATIENCE_OF_WRITERS: Duration = Duration::from_secs(5);

/// What is known of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is against it.
    Clean,
    /// It is possibly harmful.
    Harmful,
    /// Nobody can say: there is no list, or an old one, or the register does not answer.
    Unknown,
}

/// A list with the version that it is.
type Kept = (String, HashList);

/// What links are judged by.
struct Lists {
    kept: Vec<Arc<Kept>>,
    /// All are there, and none is old.
    are_current: bool,
}

/// Judges links. Cheap to clone.
#[derive(Clone)]
pub struct LinkRisk {
    kernel: Kernel,
    register: Option<WebRisk>,
    loaded: Arc<Mutex<HashMap<String, Arc<Kept>>>>,
    answers: Arc<Mutex<LruCache<[u8; PREFIX], Answer>>>,
}

impl LinkRisk {
    /// By the register at `KAJO_WEB_RISK_URL`; without one nothing is known of any link.
    ///
    /// # Errors
    /// When no client can be made.
    pub fn try_new(kernel: &Kernel, settings: &ConversationsSettings) -> anyhow::Result<Self> {
        let answers = Arc::new(Mutex::new(LruCache::new(REMEMBERED)));
        Ok(Self { kernel: kernel.clone(), register: WebRisk::of(settings)?, loaded: Arc::default(), answers })
    }

    /// What is known of a link now, and of the addresses that it carries.
    pub async fn verdict(&self, url: &Url) -> Verdict {
        match self.current().await {
            Some((register, lists)) => self.judge(register, &lists, url).await,
            None => Verdict::Unknown,
        }
    }

    /// Which of these are harmful by what can be learnt while somebody waits for a thread.
    pub async fn harmful_among(&self, urls: &BTreeSet<Url>) -> BTreeSet<Url> {
        let mut harmful = BTreeSet::new();
        let judged = async {
            let Some((register, lists)) = self.current().await else { return };
            for url in urls {
                if self.judge(register, &lists, url).await == Verdict::Harmful {
                    harmful.insert(url.clone());
                }
            }
        };
        if tokio::time::timeout(PATIENCE_OF_READERS, judged).await.is_err() {
            tracing::warn!("link_risk.not_all_marked");
        }
        harmful
    }

    /// Which of these is the first harmful one, by what can be learnt while somebody waits for their words to be taken in. `None` does not mean
    /// that they are clean: each is judged again before it is opened.
    pub async fn first_harmful(&self, urls: &[Url]) -> Option<usize> {
        let judged = async {
            let (register, lists) = self.current().await?;
            for (place, url) in urls.iter().enumerate() {
                if self.judge(register, &lists, url).await == Verdict::Harmful {
                    return Some(place);
                }
            }
            None
        };
        tokio::time::timeout(PATIENCE_OF_WRITERS, judged).await.ok().flatten()
    }

    async fn judge(&self, register: &WebRisk, lists: &Lists, url: &Url) -> Verdict {
        let Addresses { known, is_all } = links::with_carried(url);
        let mut is_sure = lists.are_current && is_all;
        let hashes: BTreeSet<_> = known.iter().flat_map(|url| links::hashes(url.as_str())).collect();
        for hash in hashes.iter().filter(|hash| lists.kept.iter().any(|list| list.1.holds(hash))) {
            match self.is_harmful(register, hash).await {
                Some(true) => return Verdict::Harmful,
                Some(false) => {}
                None => is_sure = false,
            }
        }
        if is_sure { Verdict::Clean } else { Verdict::Unknown }
    }

    /// The register and the lists as they are now; `None`: there is nothing to judge by.
    async fn current(&self) -> Option<(&WebRisk, Lists)> {
        let register = self.register.as_ref()?;
        match self.lists().await {
            Ok(lists) => Some((register, lists)),
            Err(error) => {
                tracing::warn!(%error, "link_risk.lists_unreadable");
                None
            }
        }
    }

    async fn lists(&self) -> Result<Lists, sqlx::Error> {
        let heads = table::heads(&self.kernel.pool).await?;
        let now = self.kernel.clock.now();
        let are_current = LISTS.iter().all(|list| heads.iter().any(|head| head.list == *list && now.duration_since(head.fetched_at) <= HOLDS));
        let mut kept = Vec::with_capacity(heads.len());
        for head in heads {
            let known = self.loaded.lock().unwrap_or_else(PoisonError::into_inner).get(&head.list).cloned();
            if let Some(known) = known.filter(|known| known.0 == head.token) {
                kept.push(known);
            } else if let Some(loaded) = table::load(&self.kernel.pool, &head.list).await?.map(Arc::new) {
                self.loaded.lock().unwrap_or_else(PoisonError::into_inner).insert(head.list, Arc::clone(&loaded));
                kept.push(loaded);
            }
        }
        Ok(Lists { kept, are_current })
    }

    /// Whether the register calls this hash harmful; `None`: it does not say.
    async fn is_harmful(&self, register: &WebRisk, hash: &[u8; 32]) -> Option<bool> {
        let prefix = *hash.first_chunk::<PREFIX>()?;
        let now = self.kernel.clock.now();
        let remembered = self.answers.lock().unwrap_or_else(PoisonError::into_inner).get(&prefix).and_then(|answer| said(answer, hash, now));
        if remembered.is_some() {
            return remembered;
        }
        match register.search(prefix).await {
            Ok(answer) => {
                let harmful = answer.harmful.iter().any(|(found, _)| found == hash);
                self.answers.lock().unwrap_or_else(PoisonError::into_inner).put(prefix, answer);
                Some(harmful)
            }
            Err(error) => {
                tracing::warn!(%error, "link_risk.unanswered");
                None
            }
        }
    }
}

/// What an answer says of a hash as long as it holds.
fn said(answer: &Answer, hash: &[u8; 32], now: Timestamp) -> Option<bool> {
    let found = answer.harmful.iter().find(|(found, _)| found == hash);
    match found {
        Some((_, until)) => (now < *until).then_some(true),
        None => (now < answer.nothing_else_until).then_some(false),
    }
}
