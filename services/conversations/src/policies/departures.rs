//! An account was deleted, so what was kept for it alone is erased here. Conversations stay: they are care records.

use chassis_domain::{CommandTarget, StatelessPolicy};
use kajo_proto::identity::v1::AccountDeleted;

/// The executor that erases.
pub const ERASE_ACCOUNT: CommandTarget = CommandTarget("erase_account");

/// Follows accounts.
#[derive(Debug)]
pub struct Departures;

impl StatelessPolicy for Departures {
    const NAME: &'static str = "departures";
    const FACT: &'static str = "kajo.identity.v1.AccountDeleted";
    const TO: CommandTarget = ERASE_ACCOUNT;
    type Fact = AccountDeleted;

    fn key(fact: &AccountDeleted) -> &str {
        &fact.account_id
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Uuid};
    use prost::Message;

    use super::*;

    #[test]
    fn a_deleted_account_is_erased_and_one_that_is_asked_for_is_not() {
        let fact = AccountDeleted { account_id: "a".to_owned() };
        let read = Departures::read("kajo.identity.v1.AccountDeleted", Uuid::nil(), &fact.encode_to_vec()).expect("ours");
        assert_eq!(Departures::correlate(&read), PolicyKey("a".to_owned()));
        let effects = Departures::react(&mut (), &read, Timestamp::UNIX_EPOCH);
        assert_eq!(effects, [Effect::Command { to: ERASE_ACCOUNT, body: fact.encode_to_vec() }]);
        assert!(Departures::read("kajo.identity.v1.AccountDeletionAsked", Uuid::nil(), &[]).is_none());
    }
}
