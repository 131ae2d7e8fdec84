//! What is particular to guests of a remote appointment: what they are told of it and when, and when they may come to its call (spec 4, Remote
//! appointment; spec 8, the times of joining). By which links they come is no matter of this file.

use chassis_domain::{Sealed, SignedDuration, Timestamp, Uuid};

use super::{Appointment, Refusal, Standing, participant::Participant, remote::JoinWindow, value::BookedTime};

/// So long before it begins guests may come, and wait until a professional is there.
const BEFORE_FOR_GUESTS: SignedDuration = SignedDuration::from_mins(5);
/// So long before they are told more than when it is.
const BEFORE_FOR_DETAILS: SignedDuration = SignedDuration::from_mins(15);

/// Where a meeting stands for one of its guests.
#[derive(Clone, Debug, PartialEq)]
pub enum Meeting<'a> {
    /// It will not take place, and no more than this is told.
    Cancelled,
    /// It is done, or nobody may come any more; no more than this is told.
    Over,
    /// It is to come, or goes on.
    Ahead(Ahead<'a>),
}

/// A meeting to which one may come, now or later.
#[derive(Clone, Debug, PartialEq)]
pub struct Ahead<'a> {
    /// When it is.
    pub time: &'a BookedTime,
    /// When the guest may come to its call.
    pub joining: JoinWindow,
    /// From when on details are told, this moment included.
    pub details_from: Timestamp,
    /// `None`: it is too early.
    pub details: Option<Details>,
}

/// Who meets. What it is about is not among it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// The guest, as the professional wrote it.
    pub guest_name: String,
    /// The patient's first name; empty: it is not known any more.
    pub patient_given_name: String,
}

fn joining(time: &BookedTime) -> JoinWindow {
    JoinWindow::between(time.starts_at, time.ends_at, BEFORE_FOR_GUESTS)
}

impl Appointment {
    /// Where it stands for a guest who takes part. What is not remote has no meeting.
    ///
    /// # Errors
    /// When they take part no more, or it is none that is met from afar.
    pub fn meeting(&self, guest: Uuid, now: Timestamp) -> Result<Meeting<'_>, Refusal> {
        let (Standing { time, .. }, participant) = self.remote_with(guest)?;
        let joining = joining(time);
        match self.lets_in(joining, now) {
            Err(Refusal::JoinCancelled) => Ok(Meeting::Cancelled),
            Err(Refusal::JoinOver) => Ok(Meeting::Over),
            Ok(()) | Err(Refusal::JoinNotYet { .. }) => {
                let details_from = time.starts_at.checked_sub(BEFORE_FOR_DETAILS).unwrap_or(Timestamp::MIN);
                let details = (now >= details_from).then(|| self.details(participant));
                Ok(Meeting::Ahead(Ahead { time, joining, details_from, details }))
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// How it stands, for a guest who may come to its call now.
    ///
    /// # Errors
    /// As [`Self::meeting`]; when they come too early or too late, or it does not take place.
    pub fn join_as_guest(&self, guest: Uuid, now: Timestamp) -> Result<&Standing, Refusal> {
        let (standing, _) = self.remote_with(guest)?;
        self.lets_in(joining(&standing.time), now)?;
        Ok(standing)
    }

    /// A guest who takes part.
    pub(super) fn guest(&self, id: Uuid) -> Option<&Participant> {
        self.participants.iter().find(|participant| participant.id == id && participant.active && participant.colleague.is_none())
    }

    fn remote_with(&self, guest: Uuid) -> Result<(&Standing, &Participant), Refusal> {
        let remote = self.standing.as_ref().filter(|standing| standing.has_call());
        remote.zip(self.guest(guest)).ok_or(Refusal::NotFound)
    }

    fn details(&self, guest: &Participant) -> Details {
        let patient = self.patient_name.as_ref().and_then(Sealed::open);
        Details {
            guest_name: guest.name.open().cloned().unwrap_or_default(),
            patient_given_name: patient.and_then(|name| name.split_whitespace().next()).unwrap_or_default().to_owned(),
        }
    }
}
