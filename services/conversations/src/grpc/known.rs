//! What a reader has of a thread already: a new message does not cost the whole of it once more.

use std::collections::BTreeMap;

use kajo_proto::conversations::v1::{ThreadEntry, thread_entry::Entry};
use prost::Message as _;
use sha2::{Digest as _, Sha256};

/// How many characters stand for a thread.
const LENGTH: usize = 32;

/// Stands for these entries as they are. Who has read them is left out: that changes with each reader, and follows from the participants.
pub(super) fn known(entries: &[ThreadEntry]) -> String {
    let mut hasher = Sha256::new();
    for entry in entries {
        let mut entry = entry.clone();
        // The texts of a name come in no order.
        let mut names = BTreeMap::new();
        match &mut entry.entry {
            Some(Entry::Message(message)) => message.seen_by.clear(),
            Some(Entry::SystemEvent(event)) => names.extend(event.queue_name.take().unwrap_or_default().texts),
            None => {}
        }
        hasher.update(entry.encode_length_delimited_to_vec());
        for text in names.into_iter().flat_map(|(language, text)| [language, text]) {
            hasher.update(text.encode_length_delimited_to_vec());
        }
    }
    let mut sum = hex::encode(hasher.finalize());
    sum.truncate(LENGTH);
    sum
}

/// Leaves only the entries behind `after` to a reader who has those up to there as they are; says whether it did.
pub(super) fn leave_new(entries: &mut Vec<ThreadEntry>, after: u64, has: &str) -> bool {
    let new = entries.partition_point(|entry| entry.number <= after);
    let is_known = new > 0 && entries.get(..new).is_some_and(|earlier| known(earlier) == has);
    if is_known {
        entries.drain(..new);
    }
    is_known
}

#[cfg(test)]
mod tests {
    use kajo_proto::{
        common::v1::LocalizedString,
        conversations::v1::{Message, SystemEvent, ThreadEntry, thread_entry::Entry},
    };

    use super::{known, leave_new};

    fn message(number: u64, text: &str, seen_by: &[&str]) -> ThreadEntry {
        let seen_by = seen_by.iter().map(|each| (*each).to_owned()).collect();
        ThreadEntry {
            number,
            entry: Some(Entry::Message(Message { text: text.to_owned(), seen_by, ..Message::default() })),
            ..ThreadEntry::default()
        }
    }

    fn forwarded(number: u64, to: &[(&str, &str)]) -> ThreadEntry {
        let texts = to.iter().map(|(language, text)| ((*language).to_owned(), (*text).to_owned())).collect();
        let event = SystemEvent { queue_name: Some(LocalizedString { texts }), ..SystemEvent::default() };
        ThreadEntry { number, entry: Some(Entry::SystemEvent(event)), ..ThreadEntry::default() }
    }

    #[test]
    fn who_has_the_thread_as_it_is_gets_what_is_new_also_when_somebody_has_read_meanwhile() {
        let before = [message(1, "Hei", &[]), forwarded(3, &[("fi", "Jono"), ("sv", "Kö"), ("en", "Queue")])];
        let has = known(&before);

        let mut now = vec![message(1, "Hei", &["liisa"]), forwarded(3, &[("en", "Queue"), ("sv", "Kö"), ("fi", "Jono")]), message(4, "Kiitos", &[])];

        assert!(leave_new(&mut now, 3, &has));
        assert_eq!(now.iter().map(|entry| entry.number).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn who_has_something_else_gets_all_of_it() {
        let has = known(&[message(1, "Hei", &[]), message(2, "Oho", &[])]);
        let changed = [
            // Erased, taken out of the thread, come to be seen, or renamed since.
            vec![message(1, "", &[]), message(2, "Oho", &[]), message(3, "Kiitos", &[])],
            vec![message(1, "Hei", &[]), message(3, "Kiitos", &[])],
            vec![message(1, "Hei", &[]), message(2, "Oho", &[]), forwarded(2, &[("fi", "Jono")]), message(3, "Kiitos", &[])],
        ];
        for mut now in changed {
            let all = now.clone();
            assert!(!leave_new(&mut now, 2, &has));
            assert_eq!(now, all);
        }
        let mut nothing = vec![message(1, "Hei", &[])];
        assert!(!leave_new(&mut nothing, 0, ""));
        assert!(!leave_new(&mut nothing, 0, &known(&[])));
        assert_eq!(nothing.len(), 1);
    }
}
