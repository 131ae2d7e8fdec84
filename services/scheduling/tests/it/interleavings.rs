//! Everything that two residents can do about three times, in every order; and that the rows on a real server say what the model says.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chassis::testkit::refusals::reason;
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use kajo_proto::scheduling::v1::{
    BookableTime, CancelAppointmentRequest, HoldSlotResponse, MoveAppointmentRequest, ReleaseHoldRequest, ScheduleDetails,
};
use tonic::Status;

use crate::{
    model::{Mistake, PASSES, State, Step, Time},
    town::{Resident, Town, WOMAN, booking, mondays, search},
};

/// How many steps are looked ahead, from when nothing is held.
const STEPS: usize = 6;

/// Two times that overlap, one of which begins before long, and one by itself.
fn times() -> Vec<Time> {
    vec![Time { begins: 8, ends: 38 }, Time { begins: 8, ends: 68 }, Time { begins: 68, ends: 98 }]
}

/// Takes every step from every state that can be reached in so many steps: how many there are, or what went wrong after which steps.
fn explore(mistake: Option<Mistake>) -> Result<usize, (&'static str, Vec<Step>)> {
    let mut seen = HashSet::new();
    let mut reached = vec![(State::new(times()), Vec::new())];
    for _ in 0..STEPS {
        let mut next = Vec::new();
        for (state, path) in reached {
            for step in state.steps(2) {
                let (after, told) = state.after(step, mistake);
                let path: Vec<_> = path.iter().copied().chain([step]).collect();
                if let Some(wrong) = after.wrong().or_else(|| state.wronged(step, &after, told)) {
                    return Err((wrong, path));
                }
                if after != state && seen.insert(after.key()) {
                    next.push((after, path));
                }
            }
        }
        reached = next;
    }
    Ok(seen.len())
}

#[test]
fn sch_02_in_every_order_of_what_two_residents_do_a_time_is_had_by_one_who_was_told_so() {
    let states = explore(None).unwrap();
    assert!(states > 10_000, "{states}");
}

#[test]
fn mistakes_in_the_rules_of_claims_are_found() {
    for (mistake, expected) in [
        (Mistake::HolderNotAsked, "a hold was taken away"),
        (Mistake::LapsedTooEarly, "a hold was taken away"),
        (Mistake::KeysAlone, "two have one time"),
        (Mistake::TwoHolds, "somebody holds two times"),
        (Mistake::ClaimNotAsked, "claims and events differ"),
        (Mistake::OldTimeFirst, "claims and events differ"),
        (Mistake::OldTimeKept, "claims and events differ"),
        (Mistake::CancelledKept, "claims and events differ"),
    ] {
        let (wrong, path) = explore(Some(mistake)).unwrap_err();
        assert_eq!(wrong, expected, "{mistake:?} {path:?}");
    }
}

/// The residents on a real server.
struct Walk {
    people: [Resident; 2],
    offers: Vec<String>,
    held: Vec<HoldSlotResponse>,
    booked: Vec<String>,
}

impl Walk {
    async fn take(&mut self, town: &Town, step: Step) -> Result<(), Status> {
        match step {
            Step::Pass => town.clock().advance(SignedDuration::from_mins(PASSES)),
            Step::Hold { who, time } => {
                let held = self.people[who].hold(&self.offers[time]).await?;
                if !self.held.iter().any(|earlier| hold_id(earlier) == hold_id(&held)) {
                    self.held.push(held);
                }
            }
            Step::Release { who, ticket } => {
                let asked = ReleaseHoldRequest { hold_id: hold_id(&self.held[ticket]).to_owned() };
                self.people[who].booking().release_hold(asked).await?;
            }
            Step::Book { who, ticket } => {
                let id = self.people[who].book_held(&self.held[ticket]).await?;
                self.booked.push(id);
            }
            Step::Move { who, appointment, ticket } => {
                let held = booking(&self.held[ticket]);
                let appointment_id = self.booked[appointment].clone();
                let asked = MoveAppointmentRequest { appointment_id, hold_id: held.hold_id, fence: held.fence, offer_id: held.offer_id };
                self.people[who].booking().move_appointment(asked).await?;
            }
            Step::Cancel { who, appointment } => {
                let asked = CancelAppointmentRequest { appointment_id: self.booked[appointment].clone(), reason: "Este".to_owned() };
                self.people[who].booking().cancel_appointment(asked).await?;
            }
        }
        Ok(())
    }

    /// Which appointment has which time, by the rows.
    async fn taken(&self, town: &Town) -> BTreeSet<(usize, usize)> {
        let rows: Vec<(Uuid, Uuid)> =
            sqlx::query_as("select c.appointment_id, o.offer_id from claims c join offers o on o.slot_id = c.slot_key where c.state = 3")
                .fetch_all(&town.running.kernel().pool)
                .await
                .unwrap();
        let place = |of: &[String], id: Uuid| of.iter().position(|one| *one == id.to_string()).unwrap();
        rows.into_iter().map(|(appointment, offer)| (place(&self.booked, appointment), place(&self.offers, offer))).collect()
    }
}

fn hold_id(held: &HoldSlotResponse) -> &str {
    &held.hold.as_ref().unwrap().hold_id
}

/// Always the same number below `most`, another one each time.
fn drawn(turn: u32, most: usize) -> usize {
    let drawn = Uuid::new_v5(&Uuid::nil(), &turn.to_be_bytes()).as_u128() % u128::try_from(most).unwrap();
    usize::try_from(drawn).unwrap()
}

/// What happens next: of old answers and old appointments, the last few.
fn next(state: &State, turn: u32) -> Step {
    if drawn(turn, 8) == 0 {
        return Step::Pass;
    }
    let recent = |place: usize, of: usize| place + 4 >= of;
    let mut steps = state.steps(2);
    steps.retain(|step| match *step {
        Step::Pass => false,
        Step::Hold { .. } => true,
        Step::Release { ticket, .. } | Step::Book { ticket, .. } => recent(ticket, state.answered()),
        Step::Move { ticket, appointment, .. } => recent(ticket, state.answered()) && recent(appointment, state.booked_ever()),
        Step::Cancel { appointment, .. } => recent(appointment, state.booked_ever()),
    });
    steps[drawn(turn, steps.len())]
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_02_the_rows_say_what_the_model_says() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let hourly = town.schedule(ScheduleDetails { slot_minutes: 60, ..mondays(&service) }).await;
    town.search(search(&service, &hourly)).await;
    let people = [town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await];
    let offered = people[0].times(&service, "2026-11-23").await;
    assert_eq!(offered.len(), 6, "of half an hour and of an hour");
    let start = town.clock().now();
    let times = offered.iter().map(|time| minutes(start, time)).collect();
    let offers = offered.into_iter().map(|time| time.offer_id).collect();
    let mut walk = Walk { people, offers, held: Vec::new(), booked: Vec::new() };
    let mut state = State::new(times);
    let mut answers = BTreeMap::new();
    for turn in 0..400 {
        let step = next(&state, turn);
        let (after, expected) = state.after(step, None);
        let told = walk.take(&town, step).await.map_err(|refused| reason(&refused));
        assert_eq!(told, expected.map_err(str::to_owned), "{turn}: {step:?} {state:?}");
        assert_eq!(walk.taken(&town).await, after.taken(), "{turn}: {step:?} {state:?}");
        *answers.entry(told.err().unwrap_or_default()).or_insert(0) += 1;
        state = after;
    }
    for answer in ["", "slot_taken", "hold_lost", "appointment_cancelled"] {
        assert!(answers.get(answer).is_some_and(|times| *times > 5), "{answers:?}");
    }
    town.end().await;
}

/// When a time begins and ends, in minutes from then.
fn minutes(start: Timestamp, time: &BookableTime) -> Time {
    let span = time.span.as_ref().unwrap();
    let begins = Timestamp::from_second(span.starts_at.as_ref().unwrap().seconds).unwrap().duration_since(start).as_mins();
    Time { begins, ends: begins + i64::from(span.minutes) }
}
