//! Role and location after sign-in.

use identity::demo::{location_id, role_id};
use kajo_proto::{
    identity::v1::{ChooseWorkContextRequest, Level, ListColleaguesRequest, ListWorkContextsRequest, ListWorkContextsResponse, Realm},
    options::v1::Caller,
};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::world::{World, said, told};

impl World {
    pub(crate) async fn choices(&self, secret: &str) -> ListWorkContextsResponse {
        self.work_contexts(secret).await.list_work_contexts(ListWorkContextsRequest {}).await.unwrap().into_inner()
    }

    pub(crate) async fn choose(&self, secret: &str, role: &str, location: &str) -> Result<(), Status> {
        let asked = ChooseWorkContextRequest { role_id: role.to_owned(), location_id: location.to_owned() };
        self.work_contexts(secret).await.choose_work_context(asked).await.map(|_| ())
    }

    pub(crate) async fn kind(&self, secret: &str) -> (Caller, String, String) {
        let caller = self.resolve(Realm::Practitioner, secret, false).await.unwrap().caller.unwrap();
        (caller.kind(), caller.role_id, caller.location_id)
    }
}

fn locations(choices: &ListWorkContextsResponse) -> Vec<(&str, bool)> {
    choices.locations.iter().map(|location| (location.name.as_str(), location.recent)).collect()
}

const LEHTOLA: &str = "Lehtolan terveysasema";
const NIITTYRANTA: &str = "Niittyrannan hyvinvointikeskus";
const TUNTURI: &str = "Tunturin terveysasema";

#[tokio::test(flavor = "multi_thread")]
async fn idn_05_a_practitioner_chooses_role_and_location_recent_first_and_switches_later() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Practitioner, "anna").await;
    let [nurse, doctor] = ["nurse", "doctor"].map(|key| role_id(key).to_string());
    let [lehtola, niittyranta, tunturi] = ["lehtola", "niittyranta", "tunturi"].map(|key| location_id(key).to_string());

    let choices = world.choices(&secret).await;
    assert_eq!(choices.level(), Level::Practitioner);
    assert_eq!((choices.role_id.as_str(), choices.location_id.as_str()), ("", ""));
    assert_eq!(locations(&choices), [(LEHTOLA, false), (NIITTYRANTA, false), (TUNTURI, false)], "none is recent: by name");
    let mut roles: Vec<_> = choices.roles.iter().map(|role| role.name.as_ref().unwrap().texts["sv"].as_str()).collect();
    roles.sort_unstable();
    assert_eq!(roles, ["Läkare", "Sjukskötare"]);
    assert_eq!(world.kind(&secret).await.0, Caller::PractitionerChoosing);

    world.choose(&secret, &nurse, &tunturi).await.unwrap();
    assert_eq!(world.kind(&secret).await, (Caller::Practitioner, nurse, tunturi));
    world.clock().advance(jiff::SignedDuration::from_secs(60));
    world.choose(&secret, &doctor, &niittyranta).await.unwrap();
    assert_eq!(world.kind(&secret).await, (Caller::Practitioner, doctor.clone(), niittyranta.clone()), "switched in the same session");
    let recent = [(NIITTYRANTA, true), (TUNTURI, true), (LEHTOLA, false)];
    let choices = world.choices(&secret).await;
    assert_eq!(locations(&choices), recent);
    assert_eq!((choices.role_id, choices.location_id), (doctor.clone(), niittyranta));

    // The next sign-in begins with a choice again, and offers what was recent first.
    let next = world.sign_in(Realm::Practitioner, "anna").await;
    assert_eq!(world.kind(&next).await, (Caller::PractitionerChoosing, String::new(), String::new()));
    assert_eq!(locations(&world.choices(&next).await), recent);
    world.choose(&next, &doctor, &lehtola).await.unwrap();
    assert_eq!(locations(&world.choices(&next).await), [(LEHTOLA, true), (NIITTYRANTA, true), (TUNTURI, true)]);

    // What is recent to one is not to another.
    let other = world.sign_in(Realm::Practitioner, "mikko").await;
    assert_eq!(locations(&world.choices(&other).await), [(LEHTOLA, false), (TUNTURI, false)]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_05_role_and_location_are_both_required_and_must_be_the_persons_own() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Practitioner, "liisa").await;
    let [nurse, doctor] = ["nurse", "doctor"].map(|key| role_id(key).to_string());
    let [lehtola, satama] = ["lehtola", "satama"].map(|key| location_id(key).to_string());
    for (role, location, field, reason) in [
        ("", lehtola.as_str(), "role_id", "required"),
        (nurse.as_str(), "", "location_id", "required"),
        ("nurse", &lehtola, "role_id", "not_uuid"),
        (&nurse, "lehtola", "location_id", "not_uuid"),
        (&doctor, &lehtola, "role_id", "role_not_allowed"),
        (&nurse, &satama, "location_id", "location_not_allowed"),
        (&lehtola, &nurse, "role_id", "role_not_allowed"),
    ] {
        let refused = world.choose(&secret, role, location).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{role} {location}");
        let violations = refused.get_details_bad_request().unwrap().field_violations;
        let named: Vec<_> = violations.iter().map(|violation| (violation.field.as_str(), violation.reason.as_str())).collect();
        assert_eq!(named, [(field, reason)]);
        assert_eq!(world.kind(&secret).await.0, Caller::PractitionerChoosing, "nothing is half chosen");
    }
    // Without both, nothing that needs them.
    let refused = world.work_contexts(&secret).await.list_colleagues(ListColleaguesRequest {}).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::PermissionDenied, "access_denied"));
    world.choose(&secret, &nurse, &lehtola).await.unwrap();
    let colleagues = world.work_contexts(&secret).await.list_colleagues(ListColleaguesRequest {}).await.unwrap().into_inner().colleagues;
    assert!(colleagues.iter().any(|colleague| colleague.display_name == "Mikko Korhonen"));
    assert!(colleagues.iter().any(|colleague| colleague.display_name == "Ritva Vastuu"), "a responsible user works with patients");
    assert!(colleagues.iter().any(|colleague| colleague.display_name == "Paula Pääkäyttäjä"), "and so does an administrator with a role there");
    assert!(
        colleagues
            .iter()
            .all(|colleague| !["Liisa Virtanen", "Risto Salmi", "Raija Rooliton", "Heidi Hallinta"].contains(&colleague.display_name.as_str()))
    );
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_make_callers_and_without_a_level_nothing_can_be_chosen() {
    let world = World::start().await;
    let [nurse, lehtola] = [role_id("nurse"), location_id("lehtola")].map(|id| id.to_string());
    for (who, level, kind) in [
        ("ritva", Level::ResponsibleUser, Caller::ResponsibleUser),
        ("paula", Level::Administrator, Caller::Administrator),
        ("pekka", Level::Practitioner, Caller::Practitioner),
    ] {
        let secret = world.sign_in(Realm::Practitioner, who).await;
        assert_eq!(world.choices(&secret).await.level(), level);
        world.choose(&secret, &nurse, &lehtola).await.unwrap();
        assert_eq!(world.kind(&secret).await.0, kind);
    }
    let secret = world.sign_in(Realm::Practitioner, "tauno").await;
    assert_eq!(world.choices(&secret).await, ListWorkContextsResponse::default());
    assert_eq!(told(&world.choose(&secret, &nurse, &lehtola).await.unwrap_err()), said(Code::PermissionDenied, "access_denied"));
    assert_eq!(world.kind(&secret).await.0, Caller::PractitionerChoosing);
    world.end().await;
}
