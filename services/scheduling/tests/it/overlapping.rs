//! Many at once on times of one professional and one room that overlap: nobody and no room has two at a time.

use std::{collections::BTreeSet, sync::Arc};

use chassis::testkit::{refusals::reason, tries};
use chassis_domain::{PersonId, SignedDuration, Uuid};
use kajo_proto::{content::v1::Availability, scheduling::v1::ScheduleDetails};
use scheduling::appointment::{Appointment, AppointmentId, Phase, Standing};
use tokio::{sync::Barrier, task::JoinSet};

use crate::{
    participants::{AT_EIGHT, HALF_PAST},
    patient_booking::colleague,
    professional::Professional,
    race::in_the_end,
    town::{Resident, Town, WOMAN, mondays, search},
};

/// How many want the same at once.
const ALIKE: usize = 8;

/// What somebody wants.
#[derive(Clone)]
struct Want {
    /// Who books for the patient; `None`: the patient by themselves.
    by: Option<Arc<Professional>>,
    offer: String,
    colleagues: &'static [&'static str],
}

impl Want {
    async fn tried(&self, aino: &Resident) -> Result<String, tonic::Status> {
        if let Some(professional) = &self.by {
            let colleagues = || self.colleagues.iter().map(|key| colleague(key)).collect::<Vec<_>>();
            in_the_end(|| professional.books(aino, &self.offer, colleagues())).await
        } else {
            let held = in_the_end(|| aino.hold(&self.offer)).await?;
            in_the_end(|| aino.book_held(&held)).await
        }
    }
}

impl Town {
    /// An appointment as its events say.
    async fn stands(&self, id: &str) -> Standing {
        let appointment = self.running.kernel().store.load::<Appointment>(AppointmentId::parse(id).unwrap()).await.unwrap().state;
        assert_eq!(appointment.phase, Phase::Booked);
        appointment.standing.unwrap()
    }
}

/// The professionals who take part, and the room where it is in one.
fn resources(standing: &Standing) -> BTreeSet<Uuid> {
    let with = standing.time.practitioner.map(PersonId::uuid).or(standing.time.schedule);
    standing.colleagues.iter().map(|colleague| colleague.uuid()).chain(with).collect()
}

fn collide(one: &Standing, other: &Standing) -> bool {
    let overlaps = one.time.starts_at < other.time.ends_at && other.time.starts_at < one.time.ends_at;
    overlaps && !resources(one).is_disjoint(&resources(other))
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_02_of_overlapping_times_of_a_professional_or_a_room_no_two_are_booked_whoever_books_them() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let (half, hour) = (town.mondays_of("Verikokeet", "liisa", 30).await, town.mondays_of("Rokotus", "liisa", 60).await);
    let of_jussi = town.mondays_of("Haavanhoito", "jussi", 60).await;
    let room = town.service("Hoitohuone", Availability::All).await;
    let schedule = town.schedule(ScheduleDetails { practitioner_id: String::new(), ..mondays(&room) }).await;
    town.search(search(&room, &schedule)).await;
    let liisa = Arc::new(town.professional("liisa", "Liisa Virtanen").await);
    let jussi = Arc::new(town.professional("jussi", "Jussi Hakala").await);
    for professional in [&liisa, &jussi] {
        professional.opens(&town, &aino).await;
    }
    for round in 0..tries(1, 100) {
        let half = liisa.offer(&aino, &half, HALF_PAST).await;
        let hour = liisa.offer(&aino, &hour, AT_EIGHT).await;
        let of_jussi = jussi.offer(&aino, &of_jussi, AT_EIGHT).await;
        let room = liisa.offer(&aino, &room, HALF_PAST).await;
        let want = |by: Option<&Arc<Professional>>, offer: &str, colleagues: &'static [&'static str]| Want {
            by: by.cloned(),
            offer: offer.to_owned(),
            colleagues,
        };
        let wants: [Want; 8] = [
            want(Some(&liisa), &half, &["jussi"]),
            want(Some(&liisa), &hour, &[]),
            want(Some(&jussi), &half, &[]),
            want(Some(&jussi), &of_jussi, &["liisa"]),
            want(Some(&jussi), &room, &["liisa"]),
            want(Some(&liisa), &room, &["jussi"]),
            want(None, &hour, &[]),
            want(None, &room, &[]),
        ];
        let start = Arc::new(Barrier::new(wants.len() * ALIKE));
        let mut running = JoinSet::new();
        for want in wants.iter().cycle().take(wants.len() * ALIKE) {
            let (start, aino, want) = (Arc::clone(&start), aino.clone(), want.clone());
            running.spawn(async move {
                start.wait().await;
                want.tried(&aino).await
            });
        }
        let mut won = BTreeSet::new();
        for answer in running.join_all().await {
            match answer {
                Ok(id) => assert!(won.insert(id), "each is another one"),
                Err(refused) => assert!(["slot_taken", "hold_lost"].contains(&reason(&refused).as_str()), "{round}: {refused:?}"),
            }
        }
        assert!(!won.is_empty(), "{round}: somebody has it");
        let kept: BTreeSet<_> = aino.list(false).await.into_iter().map(|appointment| appointment.appointment_id).collect();
        assert_eq!(kept, won, "{round}: who was told so has it, and nobody else");
        let mut booked = Vec::new();
        for id in &won {
            booked.push(town.stands(id).await);
        }
        let pairs = booked.iter().enumerate().flat_map(|(place, one)| booked.iter().skip(place + 1).map(move |other| (one, other)));
        for (one, other) in pairs {
            assert!(!collide(one, other), "{round}: {one:?} and {other:?}");
        }
        town.claims_equal_events().await;
        // All is free again for the next round, and what is held still has lapsed.
        for id in &won {
            liisa.cancels(id, "Uusi kierros").await.unwrap();
        }
        town.clock().advance(SignedDuration::from_mins(5));
    }
    town.claims_equal_events().await;
    town.end().await;
}
