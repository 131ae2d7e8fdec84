//! Who has which time, as a model: claims as `src/claims.rs` keeps them in rows, appointments by their own rules. Each step is one transaction,
//! which the rows order; a step that is refused is rolled back.

use std::{collections::BTreeSet, hash::Hash};

use chassis_domain::{Actor, Aggregate, DecideContext, Matter, PersonId, Refusal as _, SignedDuration, Timestamp, Uuid};
use scheduling::{
    appointment::{
        Appointment, Booking, Command, Phase,
        value::{BookedTime, By, Terms},
    },
    kind::AppointmentType,
};

/// How long a time is held, and how much time passes in a step, in minutes.
pub(crate) const PASSES: i64 = 5;

/// A time of the one professional, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    pub(crate) begins: i64,
    pub(crate) ends: i64,
}

impl Time {
    const fn overlaps(self, other: Self) -> bool {
        self.begins < other.ends && other.begins < self.ends
    }
}

/// What one of the residents does, or that time passes. Times and residents are told by their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Holds this time.
    Hold { who: usize, time: usize },
    /// Lets go of what some hold was answered with.
    Release { who: usize, ticket: usize },
    /// Books what some hold was answered with, one's own or another's, whatever became of it since.
    Book { who: usize, ticket: usize },
    /// Puts their appointment there.
    Move { who: usize, appointment: usize, ticket: usize },
    /// Cancels their appointment.
    Cancel { who: usize, appointment: usize },
    /// A hold's time passes.
    Pass,
}

/// What a hold is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ticket {
    /// Both the claim and its fence: the model numbers them alike.
    fence: u32,
    time: usize,
}

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Claim {
    fence: u32,
    time: usize,
    held_by: usize,
    until: i64,
    /// Whose it is; `None`: somebody thinks it over.
    taken: Option<usize>,
}

/// A mistake that somebody could make in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Whoever names a time gets it, also from who holds it.
    HolderNotAsked,
    /// A hold that runs still is taken for one that has lapsed.
    LapsedTooEarly,
    /// Times that overlap are claimed beside one another.
    KeysAlone,
    /// Who holds a second time keeps the first.
    TwoHolds,
    /// An appointment is booked whatever the claim says.
    ClaimNotAsked,
    /// A move gives the old time away and keeps to that when it is refused the new one.
    OldTimeFirst,
    /// A move leaves the old time taken.
    OldTimeKept,
    /// A cancelled appointment keeps its time.
    CancelledKept,
}

/// Everything there is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    times: Vec<Time>,
    minute: i64,
    fences: u32,
    claims: Vec<Claim>,
    /// All that holds were answered with.
    tickets: Vec<Ticket>,
    /// With whose each is.
    appointments: Vec<(usize, Appointment)>,
}

/// The code of a refusal.
pub(crate) type Refused = &'static str;

impl State {
    pub(crate) const fn new(times: Vec<Time>) -> Self {
        Self { times, minute: 0, fences: 0, claims: Vec::new(), tickets: Vec::new(), appointments: Vec::new() }
    }

    /// How many different answers holds were given.
    pub(crate) const fn answered(&self) -> usize {
        self.tickets.len()
    }

    /// How many appointments there ever were.
    pub(crate) const fn booked_ever(&self) -> usize {
        self.appointments.len()
    }

    /// What decides how it can go on.
    pub(crate) fn key(&self) -> impl Eq + Hash + use<> {
        let whose: Vec<_> = self.appointments.iter().map(|(who, _)| *who).collect();
        (self.minute, self.claims.clone(), self.tickets.clone(), whose, self.booked())
    }

    /// All that residents could do, so many of them.
    pub(crate) fn steps(&self, residents: usize) -> Vec<Step> {
        let mut steps = vec![Step::Pass];
        for who in 0..residents {
            steps.extend((0..self.times.len()).map(|time| Step::Hold { who, time }));
            let mine: Vec<_> = self.appointments.iter().enumerate().filter(|(_, (whose, _))| *whose == who).map(|(place, _)| place).collect();
            for ticket in 0..self.tickets.len() {
                steps.extend([Step::Book { who, ticket }, Step::Release { who, ticket }]);
                steps.extend(mine.iter().map(|&appointment| Step::Move { who, appointment, ticket }));
            }
            steps.extend(mine.iter().map(|&appointment| Step::Cancel { who, appointment }));
        }
        steps
    }

    /// What there is after a step, and what whoever took it is told.
    pub(crate) fn after(&self, step: Step, mistake: Option<Mistake>) -> (Self, Result<(), Refused>) {
        let mut next = self.clone();
        match next.take(step, mistake) {
            Err(refused) if mistake == Some(Mistake::OldTimeFirst) && matches!(step, Step::Move { .. }) => (next, Err(refused)),
            Err(refused) => (self.clone(), Err(refused)),
            Ok(()) => (next, Ok(())),
        }
    }

    fn take(&mut self, step: Step, mistake: Option<Mistake>) -> Result<(), Refused> {
        match step {
            Step::Pass => self.minute += PASSES,
            Step::Hold { who, time } => self.hold(who, time, mistake)?,
            Step::Release { who, ticket } => {
                let fence = self.tickets[ticket].fence;
                self.claims.retain(|claim| claim.taken.is_some() || claim.held_by != who || claim.fence != fence);
            }
            Step::Book { who, ticket } => {
                let ticket = self.offered(ticket)?;
                let appointment = self.appointments.len();
                if !self.claim(who, ticket, appointment, mistake) && mistake != Some(Mistake::ClaimNotAsked) {
                    return Err("hold_lost");
                }
                self.appointments.push((who, Appointment::default()));
                self.decide(appointment, &Command::Book(Box::new(self.booking(who, ticket.time))))?;
            }
            Step::Move { who, appointment, ticket } => {
                let ticket = self.offered(ticket)?;
                let time = Box::new(self.booked_time(ticket.time));
                if !self.decide(appointment, &Command::Move { by: by(who), time, phone: String::new() })? {
                    return Ok(());
                }
                if mistake != Some(Mistake::OldTimeKept) {
                    self.free(appointment);
                }
                if !self.claim(who, ticket, appointment, mistake) && mistake != Some(Mistake::ClaimNotAsked) {
                    return Err("hold_lost");
                }
            }
            Step::Cancel { who, appointment } => {
                let command = Command::Cancel { by: by(who), reason: "Este".to_owned(), phone: String::new() };
                if self.decide(appointment, &command)? && mistake != Some(Mistake::CancelledKept) {
                    self.free(appointment);
                }
            }
        }
        Ok(())
    }

    /// What has begun is offered no more.
    fn offered(&self, ticket: usize) -> Result<Ticket, Refused> {
        Some(self.tickets[ticket]).filter(|ticket| self.times[ticket.time].begins > self.minute).ok_or("hold_lost")
    }

    fn hold(&mut self, who: usize, time: usize, mistake: Option<Mistake>) -> Result<(), Refused> {
        if self.times[time].begins <= self.minute {
            return Err("slot_taken");
        }
        let until = self.minute + PASSES;
        self.forget_lapsed(time, mistake);
        let mine = self.claims.iter_mut().find(|claim| claim.time == time && claim.held_by == who && claim.taken.is_none());
        let fence = if let Some(mine) = mine {
            mine.until = until;
            mine.fence
        } else {
            self.let_go(who, time);
            self.insert(who, time, until, None, mistake).ok_or("slot_taken")?
        };
        if mistake != Some(Mistake::TwoHolds) {
            self.claims.retain(|claim| claim.held_by != who || claim.taken.is_some() || claim.fence == fence);
        }
        let ticket = Ticket { fence, time };
        if !self.tickets.contains(&ticket) {
            self.tickets.push(ticket);
        }
        Ok(())
    }

    fn in_the_way(&self, time: usize, of: usize) -> bool {
        time == of || self.times[time].overlaps(self.times[of])
    }

    fn forget_lapsed(&mut self, time: usize, mistake: Option<Mistake>) {
        let now = if mistake == Some(Mistake::LapsedTooEarly) { self.minute + PASSES } else { self.minute };
        self.remove(|state, claim| claim.taken.is_none() && claim.until <= now && state.in_the_way(claim.time, time));
    }

    fn let_go(&mut self, who: usize, time: usize) {
        self.remove(|state, claim| claim.taken.is_none() && claim.held_by == who && state.in_the_way(claim.time, time));
    }

    fn free(&mut self, appointment: usize) {
        self.remove(|_, claim| claim.taken == Some(appointment));
    }

    fn remove(&mut self, gone: impl Fn(&Self, &Claim) -> bool) {
        self.claims = self.claims.iter().copied().filter(|claim| !gone(self, claim)).collect();
    }

    fn insert(&mut self, who: usize, time: usize, until: i64, taken: Option<usize>, mistake: Option<Mistake>) -> Option<u32> {
        let conflicts = |claim: &Claim| if mistake == Some(Mistake::KeysAlone) { claim.time == time } else { self.in_the_way(claim.time, time) };
        if self.claims.iter().any(conflicts) {
            return None;
        }
        self.fences += 1;
        self.claims.push(Claim { fence: self.fences, time, held_by: who, until, taken });
        Some(self.fences)
    }

    /// Gives what is held to an appointment; `false`: somebody else has it.
    fn claim(&mut self, who: usize, ticket: Ticket, appointment: usize, mistake: Option<Mistake>) -> bool {
        let is_held = |claim: &&mut Claim| {
            let is_theirs = claim.held_by == who && claim.fence == ticket.fence;
            claim.time == ticket.time && claim.taken.is_none() && (is_theirs || mistake == Some(Mistake::HolderNotAsked))
        };
        if let Some(held) = self.claims.iter_mut().find(is_held) {
            held.taken = Some(appointment);
            return true;
        }
        self.forget_lapsed(ticket.time, mistake);
        self.let_go(who, ticket.time);
        self.insert(who, ticket.time, 0, Some(appointment), mistake).is_some()
    }

    /// Whether something happened.
    fn decide(&mut self, appointment: usize, command: &Command) -> Result<bool, Refused> {
        let cx = DecideContext { now: at(self.minute), actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
        let state = &mut self.appointments[appointment].1;
        let events = state.decide(command, &cx).map_err(|refusal| refusal.code())?;
        for event in &events {
            state.evolve(event);
        }
        Ok(!events.is_empty())
    }

    fn booking(&self, who: usize, time: usize) -> Booking {
        Booking {
            by: by(who),
            patient: person(who),
            patient_name: String::new(),
            matter: Matter::Health,
            time: self.booked_time(time),
            recommendation: None,
            visible_to_guardians: false,
            cancelable: None,
            participants: Vec::new(),
        }
    }

    fn booked_time(&self, time: usize) -> BookedTime {
        let Time { begins, ends } = self.times[time];
        BookedTime {
            search: Uuid::nil(),
            slot: slot(time),
            schedule: None,
            service: Uuid::nil(),
            role: None,
            location: None,
            practitioner: None,
            kind: AppointmentType::InPerson,
            starts_at: at(begins),
            ends_at: at(ends),
            civil_start: String::new(),
            terms: Terms { cancelable: true, reschedulable: true, late_hours: None },
            names_practitioner: false,
            contact_time: false,
        }
    }

    /// Which appointment has which time, by the claims.
    pub(crate) fn taken(&self) -> BTreeSet<(usize, usize)> {
        self.claims.iter().filter_map(|claim| Some((claim.taken?, claim.time))).collect()
    }

    /// The same, by what happened.
    fn booked(&self) -> BTreeSet<(usize, usize)> {
        let of = |(place, (_, appointment)): (usize, &(usize, Appointment))| {
            let standing = appointment.standing.as_ref().filter(|_| appointment.phase == Phase::Booked)?;
            Some((place, (0..self.times.len()).find(|time| slot(*time) == standing.time.slot)?))
        };
        self.appointments.iter().enumerate().filter_map(of).collect()
    }

    /// What must never be, and is.
    pub(crate) fn wrong(&self) -> Option<&'static str> {
        let claims = || self.claims.iter().enumerate();
        let others = |place: usize| self.claims.iter().skip(place + 1);
        if claims().any(|(place, claim)| others(place).any(|other| self.in_the_way(claim.time, other.time))) {
            Some("two have one time")
        } else if claims()
            .any(|(place, claim)| claim.taken.is_none() && others(place).any(|other| other.taken.is_none() && other.held_by == claim.held_by))
        {
            Some("somebody holds two times")
        } else if self.taken() != self.booked() || self.claims.iter().filter(|claim| claim.taken.is_some()).count() != self.booked().len() {
            Some("claims and events differ")
        } else {
            None
        }
    }

    /// What a step must never do, and did.
    pub(crate) fn wronged(&self, step: Step, after: &Self, told: Result<(), Refused>) -> Option<&'static str> {
        let runs = |claim: &&Claim| claim.taken.is_none() && claim.until > self.minute;
        let acts = |who: usize| match step {
            Step::Pass => false,
            Step::Hold { who: acting, .. }
            | Step::Release { who: acting, .. }
            | Step::Book { who: acting, .. }
            | Step::Move { who: acting, .. }
            | Step::Cancel { who: acting, .. } => acting == who,
        };
        let was_mine = |who: usize, ticket: usize| {
            let ticket = self.tickets[ticket];
            let names = |claim: &Claim| claim.held_by == who && claim.fence == ticket.fence && claim.time == ticket.time;
            self.times[ticket.time].begins > self.minute && self.claims.iter().filter(runs).any(names)
        };
        if told.is_err() && self != after {
            Some("a refusal changed something")
        } else if self.claims.iter().filter(runs).any(|claim| !acts(claim.held_by) && !after.claims.contains(claim)) {
            Some("a hold was taken away")
        } else {
            match step {
                Step::Book { who, ticket } if told.is_err() && was_mine(who, ticket) => Some("what was held was not booked"),
                _ => None,
            }
        }
    }
}

fn person(who: usize) -> PersonId {
    PersonId::from_uuid(Uuid::from_u128(u128::try_from(who).unwrap()))
}

fn by(who: usize) -> By {
    By::Resident { person: person(who), name: String::new(), representative: None, teenager: false }
}

fn slot(time: usize) -> Uuid {
    Uuid::from_u128(u128::try_from(time).unwrap())
}

fn at(minute: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH.checked_add(SignedDuration::from_mins(minute)).unwrap()
}
