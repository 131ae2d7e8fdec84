//! What residents of 12 to 17 book is theirs to show (IDN-09).

use chassis::testkit::refusals::{reason, said, told};
use kajo_proto::{options::v1::Domain, scheduling::v1::ShowAppointmentToGuardiansRequest};
use tonic::{Code, Status};

use crate::town::{Resident, Town, booking};

const BOTH: &[Domain] = &[Domain::Health, Domain::Social];

impl Resident {
    async fn show(&self, id: &str, visible: bool) -> Result<(), Status> {
        let asked = ShowAppointmentToGuardiansRequest { appointment_id: id.to_owned(), visible };
        self.booking().show_appointment_to_guardians(asked).await.map(|_| ())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_a_teenagers_own_booking_is_hidden_from_guardians_until_it_is_shown() {
    let town = Town::start().await;
    let service = town.mondays("Koululääkäri").await;
    let girl = town.girl().await;
    let guardian = town.for_resident(&girl, BOTH, true);
    let held = girl.hold(&girl.time(&service, "2026-11-23T08:30").await.offer_id).await.unwrap();
    assert!(held.hidden_from_guardians, "she is told before she confirms");
    let id = girl.book_held(&held).await.unwrap();
    assert_eq!(told(&guardian.see(&id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert!(guardian.list(false).await.is_empty());
    assert_eq!(told(&guardian.show(&id, true).await.unwrap_err()), said(Code::NotFound, "not_found"));

    let seen = girl.see(&id).await.unwrap();
    assert!(seen.may_show_to_guardians && !seen.visible_to_guardians);
    girl.show(&id, true).await.unwrap();
    assert_eq!(guardian.list(false).await.len(), 1);
    assert!(!guardian.see(&id).await.unwrap().may_show_to_guardians);
    assert_eq!(reason(&guardian.show(&id, false).await.unwrap_err()), "not_the_teenager");
    girl.show(&id, false).await.unwrap();
    assert!(guardian.list(false).await.is_empty());

    // What a guardian books a guardian sees, and she may hide it.
    let theirs = guardian.book(&service, "2026-11-23T09:00").await.unwrap();
    assert!(!guardian.hold(&guardian.time(&service, "2026-11-23T09:30").await.offer_id).await.unwrap().hidden_from_guardians);
    assert_eq!((guardian.list(false).await.len(), girl.list(false).await.len()), (1, 2));
    girl.show(&theirs, false).await.unwrap();
    assert!(guardian.list(false).await.is_empty());

    // She may show it with the booking; and on the day on which she is no teenager any more there is nothing to hide from who acts for her.
    let held = girl.hold(&girl.time(&service, "2026-11-30T08:30").await.offer_id).await.unwrap();
    let shown = kajo_proto::scheduling::v1::BookAppointmentRequest { visible_to_guardians: true, ..booking(&held) };
    girl.booking().book_appointment(shown).await.unwrap();
    assert_eq!(guardian.list(false).await.len(), 1);
    assert_eq!(town.for_resident(&girl, BOTH, false).list(false).await.len(), 3);
    town.end().await;
}
