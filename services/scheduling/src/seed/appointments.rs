//! Appointments of the demo: Mikko's mornings of next week are full, Elli meets Liisa by video and was to do so once more, and Aino is asked to
//! book with a doctor. All is booked as people book, so that nobody else finds these times.

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{Actor, Matter, PersonId, Uuid, demo_id, in_helsinki};
use jiff::{ToSpan, civil::Weekday};

use crate::{
    appointment::{
        Appointment, AppointmentId, Booking, Command,
        value::{By, Doer},
    },
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

/// Where Liisa's times by video are, and who has the next two of them; the second was cancelled since.
const BY_VIDEO: &str = "liisa-video";
const MEETS_BY_VIDEO: (&str, &str) = ("elli", "Elli Fofonoff");

/// More than the times of a week and a half, from which those of next week are taken.
const MOST: i64 = 200;

/// Seeds, at the first start alone: later the week is another one.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    recommend(kernel).await?;
    if kernel.store.load::<Appointment>(appointment(0)).await?.version > 0 {
        return Ok(());
    }
    for ((number, offer), patient) in (0..).zip(mornings(kernel).await?).zip(PATIENTS.iter().cycle()) {
        book(kernel, appointment(number), *patient, offer).await?;
    }
    by_video(kernel).await
}

async fn by_video(kernel: &Kernel) -> anyhow::Result<()> {
    let (search, schedule) = (demo_id("appointment-search", BY_VIDEO), demo_id("schedule", BY_VIDEO));
    let offers = offer_queries::of_search(&kernel.pool, search, &[schedule], kernel.clock.now(), 2).await?;
    let [to_come, called_off] = ["video", "cancelled-video"].map(|key| AppointmentId::from_uuid(demo_id("appointment", key)));
    for (id, offer) in [to_come, called_off].into_iter().zip(offers) {
        book(kernel, id, MEETS_BY_VIDEO, offer).await?;
    }
    let (liisa, reason) = (person("liisa"), "Hoitaja on sairastunut.".to_owned());
    let by = By::Practitioner { person: liisa, name: "Liisa Virtanen".to_owned(), patient_opened: true };
    let cancel = Command::Cancel { by, reason, phone: String::new() };
    booking::cancel(kernel, meta(kernel, nurse(liisa)), called_off, cancel).await?;
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

async fn book(kernel: &Kernel, id: AppointmentId, (key, name): (&str, &str), offer: Offer) -> anyhow::Result<()> {
    let patient = person(key);
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
        by: Doer::of(&By::Practitioner { person: liisa, name: "Liisa Virtanen".to_owned(), patient_opened: true }, person("aino")),
        patient: person("aino"),
        service: demo_id("service", "doctor-appointment"),
        matter: Matter::Health,
    };
    kernel.store.execute::<Recommendation>(id, command, meta(kernel, nurse(liisa))).await?;
    Ok(())
}

fn meta(kernel: &Kernel, actor: Actor) -> CommandMeta {
    CommandMeta { actor, ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) }
}

/// Works at Lehtola.
fn nurse(person: PersonId) -> Actor {
    Actor::practitioner(person, demo_id("role", "nurse"), demo_id("location", "lehtola"))
}

fn appointment(number: usize) -> AppointmentId {
    AppointmentId::from_uuid(demo_id("appointment", &number.to_string()))
}

fn person(key: &str) -> PersonId {
    PersonId::from_uuid(demo_id("person", key))
}
