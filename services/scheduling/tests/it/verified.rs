//! What operators are told of claims that are not what was decided.

use chassis_domain::Uuid;
use scheduling::{ClaimsVerdict, appointment::AppointmentId, verify_claims};

use crate::{
    participants::{AT_EIGHT, AT_NINE, HALF_PAST},
    patient_booking::colleague,
    town::{Town, WOMAN},
};

impl Town {
    async fn verdict(&self) -> ClaimsVerdict {
        verify_claims(self.running.kernel()).await.unwrap()
    }

    async fn tamper(&self, statement: &'static str, with: Uuid) {
        sqlx::query(statement).bind(with).execute(&self.running.kernel().pool).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn claims_that_are_lost_left_or_nobodys_are_told() {
    let town = Town::start().await;
    let own = town.mondays_of("Verikokeet", "liisa", 30).await;
    let (aino, liisa) = (town.resident("Aino Lehtonen", WOMAN).await, town.professional("liisa", "Liisa Virtanen").await);
    let mut ids = Vec::new();
    for civil_start in [AT_EIGHT, HALF_PAST, AT_NINE] {
        ids.push(aino.book(&own, civil_start).await.unwrap());
    }
    let [lost, moved, alone] = [0, 1, 2].map(|at| Uuid::try_parse(&ids[at]).unwrap());
    liisa.saves(&alone.to_string(), "", colleague("jussi")).await.unwrap();
    assert_eq!(town.verdict().await, ClaimsVerdict { appointments: 3, ..ClaimsVerdict::default() });

    town.tamper("delete from claims where appointment_id = $1", lost).await;
    town.tamper("update claims set during = tstzrange(lower(during), upper(during) - interval '1 minute') where appointment_id = $1", moved).await;
    let ownerless = Uuid::now_v7();
    town.tamper(
        "insert into claims (claim_id, slot_key, during, held_by, state) values ($1, $1, tstzrange(now(), now() + interval '1 hour'), $1, 3)",
        ownerless,
    )
    .await;
    let mut verdict = town.verdict().await;
    verdict.wrong.sort_by_key(|id| id.uuid());
    let mut wrong = vec![lost, moved];
    wrong.sort();
    assert_eq!(
        verdict,
        ClaimsVerdict { appointments: 3, wrong: wrong.into_iter().map(AppointmentId::from_uuid).collect(), ownerless: vec![ownerless] }
    );

    // One of an appointment that was never booked, and one that a colleague has lost.
    let unknown = Uuid::now_v7();
    town.tamper("update claims set appointment_id = $1 where appointment_id is null and state = 3", unknown).await;
    town.tamper("delete from claims where appointment_id = $1 and held_by <> resource", alone).await;
    let verdict = town.verdict().await;
    assert_eq!((verdict.wrong.len(), verdict.ownerless.len()), (4, 0));
    assert!(verdict.wrong.contains(&AppointmentId::from_uuid(unknown)) && verdict.wrong.contains(&AppointmentId::from_uuid(alone)));
    town.end().await;
}
