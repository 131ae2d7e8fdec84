//! What professionals write to a resident: told once, and not again until the resident has read it or has written. It waits a moment before, so that
//! who sits before the conversation and reads along is not told.

use chassis_domain::{Effect, Id, PersonId, Policy, PolicyKey, SignedDuration, TimerKey, Timestamp, Unreadable, Uuid, timestamp};
use kajo_proto::conversations::v1::{ConversationKind, ConversationRead, ConversationStarted, MessageWritten, ParticipantKind, Visibility};
use prost::Message;

use super::{later, moment, of_use_until};
use crate::notification::{Kind, Telling, withdrawal};

/// For so long it may be read without being told.
const MOMENT: SignedDuration = SignedDuration::from_secs(30);

/// Has messages told.
#[derive(Debug)]
pub(crate) struct Messages;

/// What is reacted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    conversation: Uuid,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// It is with this resident.
    Started { resident: PersonId },
    /// A professional has written what the resident may read; `None`: they are known already.
    Written { message: Uuid, resident: Option<PersonId> },
    /// The resident has written, or who acts for them.
    Answered { resident: PersonId },
    /// Somebody has read.
    Read { person: PersonId },
    /// The moment is over.
    Due { message: Uuid, until: Timestamp },
}

/// What is remembered of a conversation.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct State {
    /// The resident whom it is with. Empty: nobody who is known here.
    #[prost(string, tag = "1")]
    resident: String,
    /// The first message that the resident has not read. Empty: there is none.
    #[prost(string, tag = "2")]
    outstanding: String,
    /// The notification of it. Empty: it is not told yet.
    #[prost(string, tag = "3")]
    told: String,
}

/// What the timer is set with.
#[derive(Clone, PartialEq, Message)]
struct Waiting {
    #[prost(string, tag = "1")]
    conversation_id: String,
    #[prost(string, tag = "2")]
    message_id: String,
    /// From when on telling is of no use any more.
    #[prost(message, optional, tag = "3")]
    until: Option<prost_types::Timestamp>,
}

impl Waiting {
    fn new(conversation: Uuid, message: Uuid, until: Timestamp) -> Self {
        Self { conversation_id: conversation.to_string(), message_id: message.to_string(), until: Some(timestamp(until)) }
    }

    fn input(&self) -> Option<Input> {
        let (conversation, message) = (Uuid::try_parse(&self.conversation_id).ok()?, Uuid::try_parse(&self.message_id).ok()?);
        Some(Input { conversation, what: What::Due { message, until: moment(self.until)? } })
    }
}

impl Policy for Messages {
    const NAME: &'static str = "notify_messages";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = State;

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let of = |what| Input { conversation: aggregate_id, what };
        let read = match message {
            "timer" => Waiting::decode(payload).map_err(unreadable)?.input(),
            "kajo.conversations.v1.ConversationStarted" => {
                let fact = ConversationStarted::decode(payload).map_err(unreadable)?;
                let is_with_resident = matches!(fact.kind(), ConversationKind::Message | ConversationKind::CustomerTask | ConversationKind::Form);
                // Of a consultation the resident knows nothing, and of one that begins among professionals not yet.
                if !is_with_resident || fact.resident_id.is_empty() {
                    return Ok(None);
                }
                Id::parse(&fact.resident_id).map(|resident| of(What::Started { resident }))
            }
            "kajo.conversations.v1.MessageWritten" => {
                let fact = MessageWritten::decode(payload).map_err(unreadable)?;
                match (fact.author_kind(), fact.visibility()) {
                    (ParticipantKind::Resident, _) => Id::parse(&fact.author_id).map(|resident| of(What::Answered { resident })),
                    (ParticipantKind::Practitioner, Visibility::Everyone) => {
                        let resident = Id::parse(&fact.resident_id);
                        Uuid::try_parse(&fact.message_id).ok().map(|message| of(What::Written { message, resident }))
                    }
                    // What professionals say among themselves.
                    _ => return Ok(None),
                }
            }
            "kajo.conversations.v1.ConversationRead" => {
                let fact = ConversationRead::decode(payload).map_err(unreadable)?;
                Id::parse(&fact.person_id).map(|person| of(What::Read { person }))
            }
            _ => return Ok(None),
        };
        read.map(Some).ok_or_else(|| Unreadable(message.to_owned()))
    }

    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(input.conversation.to_string())
    }

    fn react(state: &mut State, input: &Input, now: Timestamp) -> Vec<Effect> {
        let conversation = input.conversation;
        let effect = match input.what {
            What::Started { resident } => {
                state.resident = resident.to_string();
                None
            }
            What::Written { message, resident } => {
                // One that began among professionals does not say at first whom it is with.
                if let Some(resident) = resident {
                    state.resident = resident.to_string();
                }
                state.wait(conversation, message, now)
            }
            What::Answered { resident } => {
                state.resident = resident.to_string();
                state.settle(conversation)
            }
            What::Read { person } if state.resident == person.to_string() => state.settle(conversation),
            // Professionals read as well.
            What::Read { .. } => None,
            What::Due { message, until } => state.tell(conversation, message, until),
        };
        effect.into_iter().collect()
    }

    fn encode(state: &State) -> Vec<u8> {
        state.encode_to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<State> {
        State::decode(bytes).ok()
    }
}

impl State {
    /// The first message since the resident has read waits a moment; those after it are told with it.
    fn wait(&mut self, conversation: Uuid, message: Uuid, now: Timestamp) -> Option<Effect> {
        if self.resident.is_empty() || !self.outstanding.is_empty() {
            return None;
        }
        self.outstanding = message.to_string();
        let input = Waiting::new(conversation, message, of_use_until(now)).encode_to_vec();
        Some(Effect::Schedule { key: timer(conversation), at: later(now, MOMENT), input })
    }

    /// Nothing is outstanding any more: what was not told is not told, and what was is withdrawn.
    fn settle(&mut self, conversation: Uuid) -> Option<Effect> {
        if std::mem::take(&mut self.outstanding).is_empty() {
            return None;
        }
        let told = std::mem::take(&mut self.told);
        Some(Id::parse(&told).map_or_else(|| Effect::Cancel(timer(conversation)), withdrawal))
    }

    /// The message is still the first that was not read: it is told.
    fn tell(&mut self, conversation: Uuid, message: Uuid, until: Timestamp) -> Option<Effect> {
        let occasion = message.to_string();
        if self.outstanding != occasion || !self.told.is_empty() {
            return None;
        }
        let telling = Telling {
            kind: Kind::Message,
            object: conversation,
            recipient: Id::parse(&self.resident)?,
            occasion,
            starts_at: None,
            until,
            at_once: false,
        };
        self.told = telling.id().to_string();
        Some(telling.effect())
    }
}

/// Timers of all conversations are told apart by their keys.
fn timer(conversation: Uuid) -> TimerKey {
    TimerKey(format!("{conversation}/tell"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONVERSATION: Uuid = Uuid::from_u128(7);
    const RESIDENT: Uuid = Uuid::from_u128(8);
    const PROFESSIONAL: Uuid = Uuid::from_u128(9);
    const FIRST: Uuid = Uuid::from_u128(10);
    const SECOND: Uuid = Uuid::from_u128(11);
    const NOW: &str = "2026-03-02T10:00:00Z";

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn react(state: &mut State, input: &Input, now: &str) -> Vec<Effect> {
        assert_eq!(Messages::correlate(input), PolicyKey(CONVERSATION.to_string()));
        let effects = Messages::react(state, input, at(now));
        assert_eq!(Messages::decode(&Messages::encode(state)).as_ref(), Some(&*state));
        effects
    }

    /// What follows from a fact; of one that is none of ours, nothing.
    fn after(state: &mut State, message: &str, fact: &impl Message) -> Vec<Effect> {
        let message = format!("kajo.conversations.v1.{message}");
        let input = Messages::read(&message, CONVERSATION, &fact.encode_to_vec()).expect("readable");
        input.map(|input| react(state, &input, NOW)).unwrap_or_default()
    }

    fn start(state: &mut State, kind: ConversationKind, resident_id: &str) {
        let fact = ConversationStarted { kind: kind.into(), resident_id: resident_id.to_owned(), ..ConversationStarted::default() };
        assert!(after(state, "ConversationStarted", &fact).is_empty());
    }

    fn started() -> State {
        let mut state = State::default();
        start(&mut state, ConversationKind::Message, &RESIDENT.to_string());
        state
    }

    fn write(state: &mut State, author: Uuid, author_kind: ParticipantKind, message: Uuid, visibility: Visibility) -> Vec<Effect> {
        let fact = MessageWritten {
            conversation_id: CONVERSATION.to_string(),
            message_id: message.to_string(),
            author_id: author.to_string(),
            author_kind: author_kind.into(),
            visibility: visibility.into(),
            ..MessageWritten::default()
        };
        after(state, "MessageWritten", &fact)
    }

    fn professional_writes(state: &mut State, message: Uuid) -> Vec<Effect> {
        write(state, PROFESSIONAL, ParticipantKind::Practitioner, message, Visibility::Everyone)
    }

    fn resident_writes(state: &mut State) -> Vec<Effect> {
        write(state, RESIDENT, ParticipantKind::Resident, Uuid::from_u128(12), Visibility::Everyone)
    }

    fn reads(state: &mut State, person: Uuid) -> Vec<Effect> {
        let fact = ConversationRead { conversation_id: CONVERSATION.to_string(), person_id: person.to_string(), read_up_to: 2 };
        after(state, "ConversationRead", &fact)
    }

    /// The timer of a message fires half a minute after it was written.
    fn due(state: &mut State, message: Uuid) -> Vec<Effect> {
        let input = Messages::read("timer", Uuid::nil(), &waiting(message)).expect("readable").expect("ours");
        react(state, &input, "2026-03-02T10:00:30Z")
    }

    fn waiting(message: Uuid) -> Vec<u8> {
        Waiting::new(CONVERSATION, message, at("2026-03-04T10:00:00Z")).encode_to_vec()
    }

    fn waits(message: Uuid) -> [Effect; 1] {
        [Effect::Schedule { key: TimerKey(format!("{CONVERSATION}/tell")), at: at("2026-03-02T10:00:30Z"), input: waiting(message) }]
    }

    fn cancelled() -> [Effect; 1] {
        [Effect::Cancel(TimerKey(format!("{CONVERSATION}/tell")))]
    }

    fn told(message: Uuid) -> Telling {
        Telling {
            kind: Kind::Message,
            object: CONVERSATION,
            recipient: PersonId::from_uuid(RESIDENT),
            occasion: message.to_string(),
            starts_at: None,
            until: at("2026-03-04T10:00:00Z"),
            at_once: false,
        }
    }

    #[test]
    fn cms_05_what_a_professional_writes_is_told_after_half_a_minute_and_once_until_it_is_read() {
        let mut state = started();
        assert_eq!(professional_writes(&mut state, FIRST), waits(FIRST));
        assert!(professional_writes(&mut state, SECOND).is_empty());
        assert_eq!(due(&mut state, FIRST), [told(FIRST).effect()]);
        assert!(due(&mut state, FIRST).is_empty(), "once");
        assert!(professional_writes(&mut state, SECOND).is_empty(), "it is told already that something waits");

        assert_eq!(reads(&mut state, RESIDENT), [withdrawal(told(FIRST).id())]);
        assert!(reads(&mut state, RESIDENT).is_empty());
        assert_eq!(professional_writes(&mut state, SECOND), waits(SECOND));
        assert_eq!(due(&mut state, SECOND), [told(SECOND).effect()]);
        assert_ne!(told(FIRST).id(), told(SECOND).id());
    }

    #[test]
    fn cms_05_who_reads_along_or_answers_at_once_is_not_told() {
        let mut state = started();
        professional_writes(&mut state, FIRST);
        assert!(reads(&mut state, PROFESSIONAL).is_empty(), "a colleague");
        assert_eq!(reads(&mut state, RESIDENT), cancelled());
        assert!(due(&mut state, FIRST).is_empty());

        professional_writes(&mut state, SECOND);
        assert_eq!(resident_writes(&mut state), cancelled());
        assert!(due(&mut state, FIRST).is_empty());
        assert!(due(&mut state, SECOND).is_empty());
    }

    #[test]
    fn cms_05_a_timer_of_an_earlier_message_tells_of_no_later_one() {
        let mut state = started();
        professional_writes(&mut state, FIRST);
        reads(&mut state, RESIDENT);
        professional_writes(&mut state, SECOND);
        assert!(due(&mut state, FIRST).is_empty());
        assert_eq!(due(&mut state, SECOND), [told(SECOND).effect()]);
    }

    #[test]
    fn cms_05_who_has_answered_is_told_no_more() {
        let mut state = started();
        professional_writes(&mut state, FIRST);
        due(&mut state, FIRST);
        assert_eq!(resident_writes(&mut state), [withdrawal(told(FIRST).id())]);
    }

    #[test]
    fn cms_05_notes_among_professionals_and_the_residents_own_messages_are_not_told() {
        let mut state = started();
        for visibility in [Visibility::Practitioners, Visibility::TakingPart, Visibility::Unspecified] {
            assert!(write(&mut state, PROFESSIONAL, ParticipantKind::Practitioner, FIRST, visibility).is_empty(), "{visibility:?}");
        }
        assert!(write(&mut state, PROFESSIONAL, ParticipantKind::Unspecified, FIRST, Visibility::Everyone).is_empty());
        assert!(resident_writes(&mut state).is_empty());
        assert_eq!(state, started());
    }

    #[test]
    fn cms_05_whoever_takes_part_is_told_whatever_the_conversation_is_about_and_of_consultations_nobody() {
        for (kind, is_told) in [
            (ConversationKind::Message, true),
            (ConversationKind::CustomerTask, true),
            (ConversationKind::Form, true),
            (ConversationKind::Consultation, false),
            (ConversationKind::AnonymousForm, false),
            (ConversationKind::Unspecified, false),
        ] {
            let mut state = State::default();
            start(&mut state, kind, &RESIDENT.to_string());
            assert_eq!(!professional_writes(&mut state, FIRST).is_empty(), is_told, "{kind:?}");
        }
    }

    #[test]
    fn cms_05_a_conversation_that_began_among_professionals_is_told_with_the_first_message_to_the_resident() {
        let mut state = State::default();
        start(&mut state, ConversationKind::Message, "");
        let fact = MessageWritten {
            message_id: FIRST.to_string(),
            author_kind: ParticipantKind::Practitioner.into(),
            visibility: Visibility::Everyone.into(),
            resident_id: RESIDENT.to_string(),
            ..MessageWritten::default()
        };
        assert_eq!(after(&mut state, "MessageWritten", &fact), waits(FIRST));
        assert_eq!(due(&mut state, FIRST), [told(FIRST).effect()]);
    }

    #[test]
    fn cms_05_a_resident_who_was_not_known_at_first_is_known_once_they_write() {
        let mut state = State::default();
        start(&mut state, ConversationKind::Message, "");
        assert!(professional_writes(&mut state, FIRST).is_empty());
        assert!(resident_writes(&mut state).is_empty());
        assert_eq!(professional_writes(&mut state, SECOND), waits(SECOND));
        assert_eq!(due(&mut state, SECOND), [told(SECOND).effect()]);
    }

    #[test]
    fn cms_05_facts_about_conversations_that_cannot_be_read_are_parked_and_others_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Messages::read(&format!("kajo.conversations.v1.{message}"), CONVERSATION, payload);
        assert!(read("MessageWritten", b"nonsense").is_err());
        let without_id = MessageWritten {
            author_kind: ParticipantKind::Practitioner.into(),
            visibility: Visibility::Everyone.into(),
            ..MessageWritten::default()
        };
        assert!(read("MessageWritten", &without_id.encode_to_vec()).is_err());
        assert!(read("ConversationRead", &ConversationRead::default().encode_to_vec()).is_err());
        let of_nobody =
            ConversationStarted { kind: ConversationKind::Form.into(), resident_id: "nobody".to_owned(), ..ConversationStarted::default() };
        assert!(read("ConversationStarted", &of_nobody.encode_to_vec()).is_err());
        assert_eq!(read("ConversationEnded", b"nonsense"), Ok(None));
        assert!(Messages::read("timer", Uuid::nil(), b"nonsense").is_err());
        assert!(Messages::read("timer", Uuid::nil(), &[]).is_err());
        assert_eq!(Messages::decode(b"nonsense"), None);
    }
}
