//! What becomes of a person's data when their account is deleted. Every service that keeps any says what it would erase, what it keeps by
//! law and what has to come to its end first, and erases when the account is gone.

use chassis_domain::{CommandTarget, PersonId, StatelessPolicy};
use kajo_proto::{
    common::v1::{DeletionItem, DeletionPreview, DeletionSubject, DeletionVeto},
    identity::v1::AccountDeleted,
};
use prost::Message;
use tonic::Status;
use uuid::Uuid;

use crate::{
    due::EffectError,
    grpc,
    service::{Kernel, Service},
};

/// The data of persons in a service.
pub trait PersonalData: Send + Sync + 'static {
    /// What would be erased, and what is kept because the law asks for it.
    fn preview(kernel: &Kernel, person: PersonId) -> impl Future<Output = Result<Fate, sqlx::Error>> + Send;

    /// What has to come to its end first.
    fn vetoes(kernel: &Kernel, person: PersonId) -> impl Future<Output = Result<Vec<DeletionVeto>, sqlx::Error>> + Send;

    /// Erases what is kept for the account alone. May be repeated with the same id, so that each step of it counts once.
    fn erase(kernel: &Kernel, id: Uuid, person: PersonId) -> impl Future<Output = Result<(), EffectError>> + Send;
}

/// What would become of things, with their number; 0 where they are not counted.
#[derive(Clone, Debug, Default)]
pub struct Fate {
    erased: Vec<DeletionItem>,
    kept: Vec<DeletionItem>,
}

impl Fate {
    /// These are erased for ever.
    #[must_use]
    pub fn erased(mut self, subject: DeletionSubject) -> Self {
        self.erased.push(DeletionItem { subject: subject.into(), count: 0 });
        self
    }

    /// These are kept.
    #[must_use]
    pub fn kept(mut self, subject: DeletionSubject) -> Self {
        self.kept.push(DeletionItem { subject: subject.into(), count: 0 });
        self
    }

    /// So many are erased, when there are any.
    #[must_use]
    pub fn erased_if_any(mut self, subject: DeletionSubject, count: i64) -> Self {
        self.erased.extend(some(subject, count));
        self
    }

    /// So many are kept, when there are any.
    #[must_use]
    pub fn kept_if_any(mut self, subject: DeletionSubject, count: i64) -> Self {
        self.kept.extend(some(subject, count));
        self
    }
}

fn some(subject: DeletionSubject, count: i64) -> Option<DeletionItem> {
    (count > 0).then(|| DeletionItem { subject: subject.into(), count: u32::try_from(count).unwrap_or(u32::MAX) })
}

/// The dry run of a service: nothing is changed by asking.
///
/// # Errors
/// When the database fails.
pub async fn preview<P: PersonalData>(kernel: &Kernel, person: PersonId) -> Result<DeletionPreview, Status> {
    let Fate { erased, kept } = P::preview(kernel, person).await.map_err(grpc::fault)?;
    Ok(DeletionPreview { erased, kept, vetoes: P::vetoes(kernel, person).await.map_err(grpc::fault)? })
}

/// Where deletions are asked for and carried out.
const ACCOUNTS: (&str, &str) = ("identity", "account");

const ERASE_ACCOUNT: CommandTarget = CommandTarget("erase_account");

/// An account was deleted: what was kept for it alone is erased.
struct AccountErasure;

impl StatelessPolicy for AccountErasure {
    // Kept with cursors and effects since the policy was called so.
    const NAME: &'static str = "departures";
    const FACT: &'static str = "kajo.identity.v1.AccountDeleted";
    const TO: CommandTarget = ERASE_ACCOUNT;
    type Fact = AccountDeleted;

    fn key(fact: &AccountDeleted) -> &str {
        &fact.account_id
    }
}

impl Service {
    /// Erases a person's data here when their account was deleted.
    #[must_use]
    pub fn personal_data<P: PersonalData>(self) -> Self {
        self.policy::<AccountErasure>(ACCOUNTS.0, ACCOUNTS.1).executor(ERASE_ACCOUNT.0, |kernel, effect| async move {
            let fact = AccountDeleted::decode(effect.body.as_slice()).map_err(|_| EffectError::Failed("the effect's body is no fact".to_owned()))?;
            let person = PersonId::parse(&fact.account_id).ok_or_else(|| EffectError::Failed("the account's id is no id".to_owned()))?;
            P::erase(&kernel, effect.id, person).await
        })
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::{Effect, Policy, PolicyKey, Timestamp};

    use super::*;

    #[test]
    fn a_deleted_account_is_erased_and_one_that_is_asked_for_is_not() {
        let fact = AccountDeleted { account_id: "a".to_owned() };
        let read = AccountErasure::read("kajo.identity.v1.AccountDeleted", Uuid::nil(), &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(AccountErasure::correlate(&read), PolicyKey("a".to_owned()));
        let effects = AccountErasure::react(&mut (), &read, Timestamp::UNIX_EPOCH);
        assert_eq!(effects, [Effect::Command { to: ERASE_ACCOUNT, body: fact.encode_to_vec(), until: None }]);
        assert!(AccountErasure::read("kajo.identity.v1.AccountDeletionAsked", Uuid::nil(), &[]).expect("not ours").is_none());
    }

    #[test]
    fn what_there_is_none_of_is_not_told_of() {
        let fate = Fate::default().erased_if_any(DeletionSubject::Drafts, 0).erased_if_any(DeletionSubject::UnsentFiles, 2);
        assert_eq!(fate.erased, [DeletionItem { subject: DeletionSubject::UnsentFiles.into(), count: 2 }]);
    }
}
