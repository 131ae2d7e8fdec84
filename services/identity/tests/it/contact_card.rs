//! What other services show professionals of who has come to them.

use identity::demo::{RESIDENTS, service_area_id};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        ContactCard, GetContactCardsRequest, GetPatientRequest, Ground, PatientInfo, Realm, SavePatientInfoRequest,
        contact_card_service_client::ContactCardServiceClient,
    },
    options::v1::Caller,
};

use crate::{patient::look_up, world::World};

fn id(hint: &str) -> String {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().person.person_id().to_string()
}

fn ssn(hint: &str) -> &'static str {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().ssn
}

fn named(hint: &str, name: &str) -> ContactCard {
    ContactCard { person_id: id(hint), name: name.to_owned(), ..ContactCard::default() }
}

impl World {
    /// What another service is told, by name.
    async fn cards(&self, people: &[&str], names_only: bool) -> Vec<ContactCard> {
        let service = CallerContext { kind: Caller::Service.into(), service: "chat-queue".to_owned(), ..CallerContext::default() };
        let asked = GetContactCardsRequest { person_ids: people.iter().map(|hint| id(hint)).collect(), names_only };
        let mut cards = ContactCardServiceClient::new(self.calls_by(service)).get_contact_cards(asked).await.unwrap().into_inner().cards;
        cards.sort_by(|one, other| one.name.cmp(&other.name));
        cards
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_another_service_is_told_what_people_are_called_and_of_strangers_nothing() {
    let world = World::start().await;
    world.realms.protect("aino", true);
    let people = ["eino", "tuuli", "aino", "marco"];
    let (aino, eino) = (named("aino", "Aino Lehtonen"), named("eino", "Eino Saarinen"));
    assert_eq!(world.cards(&people, true).await, [aino.clone(), eino.clone()]);
    // Who is not admitted in their own name may act for others, and is called as they were identified.
    world.sign_in(Realm::Resident, "tuuli").await;
    assert_eq!(world.cards(&people, true).await, [aino, eino, named("tuuli", "Tuuli Tuntematon")]);
    assert!(world.cards(&[], true).await.is_empty());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_05_another_service_is_told_who_people_are_and_under_non_disclosure_not_where() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let patient_id = look_up(&mut liisa, ssn("oona"), Ground::Care).await.unwrap();
    let asked = GetPatientRequest { patient_id: patient_id.clone() };
    let version = liisa.get_patient(asked).await.unwrap().into_inner().patient.unwrap().version;
    let info = PatientInfo {
        first_name: "Oona".to_owned(),
        last_name: "Uusitalo".to_owned(),
        usual_name: String::new(),
        email: "oona@kajo.example".to_owned(),
        phone: "+358401234567".to_owned(),
        address: "Koivukuja 3 B 12".to_owned(),
        service_area_id: service_area_id("niittyranta").to_string(),
    };
    liisa.save_patient_info(SavePatientInfoRequest { patient_id, info: Some(info), version }).await.unwrap();

    let cards = world.cards(&["marco", "aino", "oona"], false).await;
    assert_eq!(cards.len(), 2, "of a stranger nothing");
    let [aino, oona] = [&cards[0], &cards[1]];
    let area = |card: &ContactCard| card.service_area_name.as_ref().unwrap().texts["fi"].clone();
    assert_eq!((aino.person_id.as_str(), aino.name.as_str(), aino.ssn.as_str()), (id("aino").as_str(), "Aino Lehtonen", ssn("aino")));
    // What they have told themselves; of who has told nothing what professionals know.
    let told = ("Esimerkkitie 1, 99999 Lehtola", "aino@kajo.example", "+358457000100");
    assert_eq!((aino.address.as_str(), aino.email.as_str(), aino.phone.as_str(), area(aino).as_str()), (told.0, told.1, told.2, "Lehtola"));
    let known = ("Koivukuja 3 B 12", "oona@kajo.example", "+358401234567");
    assert_eq!((oona.address.as_str(), oona.email.as_str(), oona.phone.as_str(), area(oona).as_str()), (known.0, known.1, known.2, "Niittyranta"));
    assert!(!aino.non_disclosure);

    // Found out when it is asked for; no lookup is needed.
    world.realms.protect("aino", true);
    let hidden = ContactCard { ssn: ssn("aino").to_owned(), non_disclosure: true, ..named("aino", "Aino Lehtonen") };
    assert_eq!(world.cards(&["aino"], false).await, [hidden]);
    world.end().await;
}
