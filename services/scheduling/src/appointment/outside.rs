//! Appointments that another system keeps (SCH-14): what is heard of one, and what it is here. It is changed in that system alone; here it follows.

use chassis_domain::{Matter, PersonId, RetentionClass, Sealed, Timestamp, Uuid};

use super::{
    Appointment, AppointmentId, Event, EventKind, Left, Phase, Refusal, Standing,
    value::{BookedTime, By, Doer},
};
use crate::appointment_search::BookingSystem;

/// Names appointments by what other systems call them; changing it would take in all of them anew.
const OUTSIDE: Uuid = Uuid::from_u128(0x6b61_6a6f_0000_5000_8000_6f75_7473_6964);

/// What is heard of an appointment that another system keeps, with our names for who and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    /// The system.
    pub system: BookingSystem,
    /// What it is called there.
    pub reference: String,
    /// Of two that are heard of the later one has the higher number.
    pub version: u64,
    /// Whose it is.
    pub patient: PersonId,
    /// As the patient is called there.
    pub patient_name: String,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// Its time, in the words of the search that found it. It is in no schedule of ours.
    pub time: BookedTime,
    /// With whom it is, as that system calls them.
    pub practitioner_name: Option<String>,
    /// Guardians of a teenager may see it.
    pub visible_to_guardians: bool,
    /// When it was booked; `None`: not told.
    pub booked_at: Option<Timestamp>,
    /// Were it new here, it would be no news for the patient.
    pub backfill: bool,
    /// What has become of it.
    pub state: OutsideState,
}

/// What has become of an appointment in the system that keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutsideState {
    /// It is to take place.
    Booked,
    /// It will not.
    Cancelled {
        /// Why, in words for the patient; `None`: not told.
        reason: Option<String>,
    },
    /// It has taken place.
    Done,
}

/// That another system keeps an appointment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOutside {
    /// The system.
    pub system: BookingSystem,
    /// What it is called there.
    pub reference: String,
    /// As it was heard of last.
    pub version: u64,
    /// With whom it is, as that system calls them; `None`: not told.
    pub practitioner_name: Option<Sealed<String>>,
}

/// The id that an appointment of another system has here: the same whenever it is heard of. One that turns out to be somebody else's is another
/// one, as nobody is to see what was another person's.
pub fn outside_id(system: BookingSystem, reference: &str, patient: PersonId) -> AppointmentId {
    AppointmentId::from_uuid(Uuid::new_v5(&OUTSIDE, format!("{}\n{reference}\n{patient}", system.number()).as_bytes()))
}

impl KeptOutside {
    /// Whether this is heard of it.
    fn is(&self, outside: &Outside) -> bool {
        self.system == outside.system && self.reference == outside.reference
    }
}

impl Outside {
    /// What is heard of in the words of people belongs to the patient's care record.
    fn sealed(&self, text: &str) -> Sealed<String> {
        Sealed::new(self.patient, RetentionClass::CareRecord, text.to_owned())
    }

    fn booked(&self, backfill: bool) -> EventKind {
        EventKind::Booked { by: Doer::system(), patient_name: self.sealed(&self.patient_name), participants: Vec::new(), backfill }
    }

    fn kept(&self, known: Option<&KeptOutside>) -> KeptOutside {
        KeptOutside {
            system: self.system,
            reference: self.reference.clone(),
            version: self.version,
            practitioner_name: self.named(known.and_then(|known| known.practitioner_name.as_ref())),
        }
    }

    /// With whom it is. A name that is the same stays as it was sealed, and so does one that nobody can open any more: it is no news.
    fn named(&self, known: Option<&Sealed<String>>) -> Option<Sealed<String>> {
        let heard = self.practitioner_name.as_ref()?;
        let same = known.filter(|name| name.open().is_none_or(|name| name == heard));
        Some(same.cloned().unwrap_or_else(|| self.sealed(heard)))
    }

    /// It is new here. What has begun already is taken in as well: it may go on, or nobody has said there what became of it.
    fn taken_in(&self, now: Timestamp) -> Event {
        let standing = Standing {
            patient: self.patient,
            matter: self.matter,
            visible_to_guardians: self.visible_to_guardians,
            time: self.time.clone(),
            booked_at: self.booked_at.unwrap_or(now),
            recommendation: None,
            colleagues: Vec::new(),
            cancelable: None,
            outside: Some(self.kept(None)),
        };
        Event { what: self.booked(self.backfill), standing }
    }

    /// How one that is known stands by what is heard of it. For what it is and with whom in the residents' words stays as the search said that
    /// found it first, and whether guardians see it is the teenager's to say from then on. What another search finds as well is followed in when
    /// it is and with whom alone: otherwise each would undo what the other says.
    fn followed(&self, known: &Standing, kept: &KeptOutside) -> Standing {
        let heard = &self.time;
        let mut time =
            BookedTime { starts_at: heard.starts_at, ends_at: heard.ends_at, civil_start: heard.civil_start.clone(), ..known.time.clone() };
        if heard.search == known.time.search {
            (time.location, time.kind, time.terms) = (heard.location, heard.kind, heard.terms);
        }
        Standing { time, outside: Some(self.kept(Some(kept))), ..known.clone() }
    }
}

/// What has happened to one that is booked as before; `None`: nothing that anybody has to know.
fn difference(known: &Standing, heard: &Standing) -> Option<EventKind> {
    let by = Doer::system();
    let (before, now) = (&known.time, &heard.time);
    if (before.starts_at, before.kind, before.location) != (now.starts_at, now.kind, now.location) {
        return Some(EventKind::Moved { by, previous_starts_at: before.starts_at, left: Some(Left::of(before)) });
    }
    let is_same = before == now && known.practitioner_outside() == heard.practitioner_outside();
    (!is_same).then_some(EventKind::Changed { by })
}

impl Standing {
    /// With whom it is in the words of the system that keeps it.
    pub fn practitioner_outside(&self) -> Option<&Sealed<String>> {
        self.outside.as_ref()?.practitioner_name.as_ref()
    }

    /// What another system keeps no professional changes here. That residents do not either, [`bar`](super::changeable::bar) tells them.
    pub(super) fn lets_change(&self, by: &By) -> Result<(), Refusal> {
        let is_professional = matches!(by, By::Practitioner { .. });
        if is_professional && self.outside.is_some() { Err(Refusal::KeptElsewhere) } else { Ok(()) }
    }
}

impl Appointment {
    /// Whether this says anything that is not known: where it does not, nothing has to be written down.
    pub fn is_news(&self, outside: &Outside, now: Timestamp) -> bool {
        !matches!(self.see(outside, now), Ok(None))
    }

    /// Follows what is heard of it. Heard twice, or later than something newer, nothing changes.
    pub(super) fn see(&self, outside: &Outside, now: Timestamp) -> Result<Option<Event>, Refusal> {
        let Some(known) = &self.standing else {
            return Ok((outside.state == OutsideState::Booked).then(|| outside.taken_in(now)));
        };
        let kept = known.outside.as_ref().filter(|kept| kept.is(outside) && known.patient == outside.patient).ok_or(Refusal::NotFound)?;
        if outside.version < kept.version {
            return Ok(None);
        }
        let heard = outside.followed(known, kept);
        let (what, standing) = match (self.phase, &outside.state) {
            (Phase::Booked, OutsideState::Booked) => match difference(known, &heard) {
                Some(what) => (what, heard),
                None => return Ok(None),
            },
            // It is called off at the time by which the patient knows it.
            (Phase::Booked, OutsideState::Cancelled { reason }) => {
                let reason = reason.as_ref().map(|reason| outside.sealed(reason));
                let kept = KeptOutside { version: outside.version, ..kept.clone() };
                (EventKind::Cancelled { by: Doer::system(), reason }, Standing { outside: Some(kept), ..known.clone() })
            }
            (Phase::Booked, OutsideState::Done) => (EventKind::Done { by: Doer::system() }, heard),
            // It takes place after all.
            (Phase::Cancelled, OutsideState::Booked) => (outside.booked(false), heard),
            (Phase::Cancelled, OutsideState::Cancelled { .. } | OutsideState::Done)
            | (Phase::NotBooked | Phase::Done, OutsideState::Booked | OutsideState::Cancelled { .. } | OutsideState::Done) => return Ok(None),
        };
        Ok(Some(Event { what, standing }))
    }
}
