//! Who reads a conversation, what of it, and under which numbers (CON-11).

use std::collections::BTreeSet;

use chassis_domain::{PersonId, Representative};

use super::{Circle, Conversation, ConversationId, ParticipantKind, Who, value::Standing};

/// The conditions of the rule who may read a conversation, and which of them hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Of a resident.
    Resident {
        /// It is theirs.
        own: bool,
        /// Who acts for them, if somebody does, may see it.
        open: bool,
    },
    /// Of a professional.
    Practitioner {
        /// There is such a conversation.
        begun: bool,
        /// Their role and location work its queue.
        works_queue: bool,
        /// What part they have in it, or had.
        part: Option<Part>,
    },
}

impl Reading {
    /// Whether the thread may be read.
    pub const fn is_allowed(self) -> bool {
        match self {
            Self::Resident { own, open } => own && open,
            Self::Practitioner { begun, works_queue, part } => begun && (works_queue || matches!(part, Some(part) if part.is_kept())),
        }
    }
}

impl Part {
    /// Whether it lets them read what their role and location do not: who has given it away has no part in it any more (CON-06).
    pub const fn is_kept(self) -> bool {
        match self {
            Self::Owner | Self::Asker | Self::Participant | Self::Done | Self::Consulted => true,
            Self::Left => false,
        }
    }

    /// Whether they take part themselves, now: what is written to those who take part is for them.
    pub const fn is_taking_part(self) -> bool {
        match self {
            Self::Owner | Self::Asker | Self::Participant | Self::Done => true,
            Self::Consulted | Self::Left => false,
        }
    }
}

/// What part a professional has in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Handles it.
    Owner,
    /// Asked for the consultation.
    Asker,
    /// Takes part beside the owner.
    Participant,
    /// Was at work on it, and is done with it.
    Done,
    /// Takes part in a consultation about it.
    Consulted,
    /// Handed it on, returned it, lost it to a colleague, or has put a colleague's aside.
    Left,
}

impl Conversation {
    /// Whether this person may read the thread: the resident of it; a professional who works its queue or took part.
    pub fn may_read(&self, who: &Who) -> bool {
        self.reading(who).is_allowed()
    }

    /// Why this person may read the thread, or may not: the rule, condition by condition.
    pub fn reading(&self, who: &Who) -> Reading {
        match who {
            Who::Resident { person, representative, .. } => Reading::Resident {
                own: self.reached && self.resident() == Some(*person),
                open: representative.as_ref().is_none_or(|somebody| self.is_open_to(somebody)),
            },
            Who::Practitioner { person, queues, consulted_in, .. } => Reading::Practitioner {
                begun: self.opening.is_some(),
                works_queue: queues.contains(&self.place.subcategory),
                part: match self.part(*person) {
                    None | Some(Part::Left) if self.was_consulted(*person, consulted_in) => Some(Part::Consulted),
                    part => part,
                },
            },
        }
    }

    /// Whether they were asked in a consultation about it: who asked them was not.
    fn was_consulted(&self, person: PersonId, takes_part_in: &BTreeSet<ConversationId>) -> bool {
        self.consultations.iter().any(|(consultation, asked)| asked.by != person && takes_part_in.contains(consultation))
    }

    /// How near somebody stands to it who may read it.
    pub fn circle(&self, kind: ParticipantKind, person: PersonId) -> Circle {
        match kind {
            ParticipantKind::Resident => Circle::Resident,
            ParticipantKind::Practitioner if self.part(person).is_some_and(Part::is_taking_part) => Circle::TakingPart,
            ParticipantKind::Practitioner => Circle::Team,
        }
    }

    /// How near this reader stands to it.
    pub fn circle_of(&self, reader: &Who) -> Circle {
        self.circle(reader.kind(), reader.person())
    }

    /// The colleague who handles it, where this professional has no part in it: whoever opens it is asked first (CON-17).
    pub fn colleague_in_charge(&self, who: &Who) -> Option<PersonId> {
        let Reading::Practitioner { part, .. } = self.reading(who) else { return None };
        self.owner().filter(|owner| *owner != who.person() && matches!(part, None | Some(Part::Left)))
    }

    /// What part a professional has in it, or had.
    fn part(&self, person: PersonId) -> Option<Part> {
        let participant = self.participants.get(&person).filter(|participant| participant.kind == ParticipantKind::Practitioner)?;
        Some(match participant.standing {
            Standing::Active if self.owner() == Some(person) => Part::Owner,
            Standing::Active if self.asker() == Some(person) => Part::Asker,
            Standing::Active => Part::Participant,
            Standing::Done if participant.follows => Part::Done,
            // Done with a colleague's conversation: to mark it gives nobody a right that they did not have.
            Standing::Done | Standing::Left => Part::Left,
        })
    }

    /// Whether somebody who acts for the resident may know of it.
    fn is_open_to(&self, representative: &Representative) -> bool {
        representative.may_see(self.needs, self.visible_to_guardians())
    }

    /// How many entries of the thread this circle is shown.
    pub fn version_for(&self, circle: Circle) -> u64 {
        self.number_for(circle, self.entries)
    }

    /// How many entries of the thread whoever gave a command is shown; 0 when it followed from something else.
    pub fn shown_to(&self, giver: Option<(ParticipantKind, PersonId)>) -> u64 {
        giver.map_or(0, |(kind, person)| self.version_for(self.circle(kind, person)))
    }

    /// The number under which this circle knows an entry. Readers count what they are shown: a gap would tell that others have said
    /// something among themselves.
    pub fn number_for(&self, circle: Circle, entry: u64) -> u64 {
        entry - self.withheld_from(circle).take_while(|withheld| *withheld <= entry).count() as u64
    }

    /// The entry that this circle knows under a number.
    pub fn entry_of(&self, circle: Circle, number: u64) -> u64 {
        self.withheld_from(circle).fold(number, |entry, withheld| entry + u64::from(withheld <= entry))
    }

    pub(super) fn withheld_from(&self, circle: Circle) -> impl Iterator<Item = u64> {
        self.withheld.iter().filter(move |(_, visibility)| !visibility.reaches(circle)).map(|(number, _)| *number)
    }
}
