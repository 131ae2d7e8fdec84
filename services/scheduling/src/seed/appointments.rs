//! Appointments of the demo: Mikko's mornings of next week are full, and Aino is asked to book with a doctor. All is booked as people book, so
//! that nobody else finds these times.

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{Actor, Matter, PersonId, Uuid, demo_id, in_helsinki};
use jiff::{ToSpan, civil::Weekday};

use crate::{
    appointment::{Appointment, AppointmentId, Booking, value::By},
    booking,
    claims::Wanted,
    projections::offer_queries::{self, Offer},
    recommendation::{self, Recommendation, RecommendationId},
};

/// Login hint and name of those who come, one after the other.
const PATIENTS: [(&str, &str); 9] = [
    ("aino", "Aino Lehtonen"),
    ("eino", "Eino Saarinen"),
    ("maja", "Maja Lindqvist"),
    ("nils", "Nils Aikio"),
    ("sanna", "Sanna Kuuva"),
    ("elli", "Elli Fofonoff"),
    ("maija", "Maija Meikäläinen"),
    ("astrid", "Astrid Lindqvist"),
    ("ante", "Ánte Aikio"),
];

/// The schedule that is booked, until this hour of each day.
const SCHEDULE: &str = "mikko-lehtola";
const UNTIL_HOUR: i8 = 11;

/// More than the times of a week and a half, from which those of next week are taken.
const MOST: i64 = 200;

/// Seeds, at the first start alone: later the week is another one.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    recommend(kernel).await?;
    if kernel.store.load::<Appointment>(appointment(0)).await?.version > 0 {
        return Ok(());
    }
    for ((number, offer), patient) in (0..).zip(mornings(kernel).await?).zip(PATIENTS.iter().cycle()) {
        book(kernel, number, *patient, offer).await?;
    }
    Ok(())
}

/// The mornings of next week. Of each search its own offers: the demo has one of this schedule.
async fn mornings(kernel: &Kernel) -> anyhow::Result<Vec<Offer>> {
    let now = kernel.clock.now();
    let monday = in_helsinki(now).date().nth_weekday(1, Weekday::Monday)?;
    let (search, schedule) = (demo_id("appointment-search", SCHEDULE), demo_id("schedule", SCHEDULE));
    let mut offers = offer_queries::of_search(&kernel.pool, search, &[schedule], now, MOST).await?;
    let last = monday.checked_add(6.days())?;
    offers.retain(|offer| {
        let begins = in_helsinki(offer.time.starts_at);
        (monday..=last).contains(&begins.date()) && begins.hour() < UNTIL_HOUR
    });
    Ok(offers)
}

async fn book(kernel: &Kernel, number: usize, (key, name): (&str, &str), offer: Offer) -> anyhow::Result<()> {
    let (id, patient) = (appointment(number), person(key));
    let by = By::Resident { person: patient, name: name.to_owned(), representative: None, teenager: false };
    let wanted = Wanted { claim: Uuid::new_v5(&id.uuid(), b"claim"), slot: offer.slot(), person: patient };
    let booking = Booking {
        by,
        patient,
        patient_name: name.to_owned(),
        matter: Matter::Health,
        time: offer.time,
        recommendation: None,
        visible_to_guardians: false,
        cancelable: None,
        participants: Vec::new(),
    };
    booking::book_unheld(kernel, meta(kernel, Actor::resident(patient)), id, wanted, booking).await?;
    Ok(())
}

async fn recommend(kernel: &Kernel) -> anyhow::Result<()> {
    let id = RecommendationId::from_uuid(demo_id("recommendation", "doctor"));
    if kernel.store.load::<Recommendation>(id).await?.version > 0 {
        return Ok(());
    }
    let liisa = person("liisa");
    let command = recommendation::Command::Activate {
        by: By::Practitioner { person: liisa, name: "Liisa Virtanen".to_owned(), patient_opened: true },
        patient: person("aino"),
        service: demo_id("service", "doctor-appointment"),
        matter: Matter::Health,
    };
    let actor = Actor::practitioner(liisa, demo_id("role", "nurse"), demo_id("location", "lehtola"));
    kernel.store.execute::<Recommendation>(id, command, meta(kernel, actor)).await?;
    Ok(())
}

fn meta(kernel: &Kernel, actor: Actor) -> CommandMeta {
    CommandMeta { actor, ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) }
}

fn appointment(number: usize) -> AppointmentId {
    AppointmentId::from_uuid(demo_id("appointment", &number.to_string()))
}

fn person(key: &str) -> PersonId {
    PersonId::from_uuid(demo_id("person", key))
}
