//! A summary of a chat that was asked for is made (CHA-10).

use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};

/// The executor that makes it; its body is the id of the chat.
pub(crate) const SUMMARISE: CommandTarget = CommandTarget("summarise_chat");
/// The fact says nothing that its aggregate does not: a summary has the id of its chat.
const REQUESTED: &str = "kajo.chat_queue.v1.ChatSummaryRequested";

/// Has chats summarised.
#[derive(Debug)]
pub(crate) struct Summaries;

impl Policy for Summaries {
    const NAME: &'static str = "summarise_chats";
    /// The chat.
    type Input = Uuid;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, _payload: &[u8]) -> Result<Option<Uuid>, Unreadable> {
        Ok((message == REQUESTED).then_some(aggregate_id))
    }

    fn correlate(chat: &Uuid) -> PolicyKey {
        PolicyKey(chat.to_string())
    }

    fn react(_state: &mut (), chat: &Uuid, _now: Timestamp) -> Vec<Effect> {
        vec![Effect::Command { to: SUMMARISE, body: chat.as_bytes().to_vec(), until: None }]
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAT: Uuid = Uuid::from_u128(7);

    fn read(message: &str) -> Option<Uuid> {
        Summaries::read(message, CHAT, &[]).expect("readable")
    }

    #[test]
    fn cha_10_a_summary_that_was_asked_for_is_made() {
        let chat = read("kajo.chat_queue.v1.ChatSummaryRequested").expect("ours");
        assert_eq!(Summaries::correlate(&chat), PolicyKey(CHAT.to_string()));
        let effects = Summaries::react(&mut (), &chat, Timestamp::UNIX_EPOCH);
        assert_eq!(effects, [Effect::Command { to: SUMMARISE, body: CHAT.as_bytes().to_vec(), until: None }]);
    }

    #[test]
    fn cha_10_nothing_follows_from_what_becomes_of_it() {
        for fact in ["Completed", "Failed", "Edited", "Accepted", "Rejected", "Cleared"] {
            assert_eq!(read(&format!("kajo.chat_queue.v1.ChatSummary{fact}")), None, "{fact}");
        }
    }
}
