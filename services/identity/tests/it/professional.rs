//! Professionals as administrators see them, and what a change of a role group would do to them.

use std::collections::{BTreeMap, BTreeSet};

use chassis::testkit::Calls;
use identity::demo::{PRACTITIONERS, location_id, role_group_id, role_id};
use kajo_proto::identity::v1::{
    DisableProfessionalRequest, EnableProfessionalRequest, EndProfessionalSessionsRequest, GetProfessionalRequest, GetRoleGroupRequest, Level,
    ListProfessionalsRequest, PreviewRoleGroupRequest, Professional, Realm, RemoveRoleGroupRequest, RoleChange, RoleGroup, RoleGroupDetails,
    SaveRoleGroupRequest, professional_access_service_client::ProfessionalAccessServiceClient,
    professional_service_client::ProfessionalServiceClient, role_group_service_client::RoleGroupServiceClient,
};
use kajo_proto::options::v1::Caller;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::world::{World, field, said, told};

struct Admin {
    people: ProfessionalServiceClient<Calls>,
    groups: RoleGroupServiceClient<Calls>,
}

/// Names by role.
type Holders = BTreeMap<String, BTreeSet<String>>;

impl Admin {
    async fn of(world: &World) -> Self {
        let secret = world.sign_in(Realm::Practitioner, "paula").await;
        let calls = world.calls(Realm::Practitioner, &secret).await;
        Self { people: ProfessionalServiceClient::new(calls.clone()), groups: RoleGroupServiceClient::new(calls) }
    }

    async fn found(&mut self, search: &str) -> Vec<String> {
        let asked = ListProfessionalsRequest { search: search.to_owned() };
        let listed = self.people.list_professionals(asked).await.unwrap().into_inner();
        listed.professionals.into_iter().map(|each| each.display_name).collect()
    }

    async fn professional(&mut self, hint: &str) -> Professional {
        let practitioner_id = demo(hint);
        self.people.get_professional(GetProfessionalRequest { practitioner_id }).await.unwrap().into_inner().professional.unwrap()
    }

    async fn holders(&mut self) -> Holders {
        let mut holders = Holders::new();
        let listed = self.people.list_professionals(ListProfessionalsRequest::default()).await.unwrap().into_inner();
        assert!(!listed.more);
        for each in listed.professionals {
            let asked = GetProfessionalRequest { practitioner_id: each.practitioner_id };
            let found = self.people.get_professional(asked).await.unwrap().into_inner().professional.unwrap();
            for role in found.roles {
                holders.entry(role.role_id).or_default().insert(found.display_name.clone());
            }
        }
        holders
    }

    async fn group(&mut self, id: &str) -> Result<RoleGroup, Status> {
        let asked = GetRoleGroupRequest { role_group_id: id.to_owned() };
        Ok(self.groups.get_role_group(asked).await?.into_inner().role_group.unwrap())
    }

    async fn details(&mut self, role: &str) -> RoleGroupDetails {
        self.group(&role_group_id(role).to_string()).await.unwrap().details.unwrap()
    }

    async fn preview(&mut self, id: &str, details: Option<RoleGroupDetails>) -> Result<Vec<RoleChange>, Status> {
        let asked = PreviewRoleGroupRequest { role_group_id: id.to_owned(), details };
        Ok(self.groups.preview_role_group(asked).await?.into_inner().changes)
    }

    async fn save(&mut self, id: &str, details: RoleGroupDetails) {
        let version = self.group(id).await.map_or(0, |found| found.version);
        let asked = SaveRoleGroupRequest { role_group_id: id.to_owned(), details: Some(details), version };
        self.groups.save_role_group(asked).await.unwrap();
    }
}

fn demo(hint: &str) -> String {
    PRACTITIONERS.iter().find(|known| known.person.login_hint == hint).unwrap().person.person_id().to_string()
}

/// Who holds what after this and not before, or before and not after.
fn only(these: &Holders, those: &Holders) -> Holders {
    let none = BTreeSet::new();
    let differences = these.iter().map(|(role, people)| {
        let others = those.get(role).unwrap_or(&none);
        (role.clone(), people.difference(others).cloned().collect::<BTreeSet<_>>())
    });
    differences.filter(|(_, people)| !people.is_empty()).collect()
}

fn told_of(changes: &[RoleChange], gaining: bool) -> Holders {
    let named = changes.iter().map(|change| {
        let (count, names) = if gaining { (change.gaining, &change.gaining_names) } else { (change.losing, &change.losing_names) };
        assert_eq!(usize::try_from(count).unwrap(), names.len());
        assert!(names.is_sorted());
        (change.role.clone().unwrap().role_id, names.iter().cloned().collect::<BTreeSet<_>>())
    });
    named.filter(|(_, people)| !people.is_empty()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_finds_professionals_by_the_beginnings_of_their_names_and_sees_what_gives_them_each_role() {
    let world = World::start().await;
    let mut paula = Admin::of(&world).await;
    assert_eq!(paula.found("virt").await, ["Liisa Virtanen"]);
    assert_eq!(paula.found("  LIISA v ").await, ["Liisa Virtanen"]);
    assert!(paula.found("irtanen").await.is_empty());
    assert!(paula.found("%").await.is_empty());
    let all = paula.found("").await;
    assert!(all.is_sorted() && all.len() >= 15, "{all:?}");

    let liisa = paula.professional("liisa").await;
    assert_eq!((liisa.display_name.as_str(), liisa.level()), ("Liisa Virtanen", Level::Practitioner));
    let role = &liisa.roles[0];
    assert_eq!((liisa.roles.len(), role.by_hand, role.directory_groups.as_slice()), (1, false, &["KAJO-Sairaanhoitajat".to_owned()][..]));
    assert_eq!(role.name.as_ref().unwrap().texts["sv"], "Sjukskötare");
    let places: Vec<_> = liisa.locations.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(places, ["Lehtolan terveysasema", "Niittyrannan hyvinvointikeskus"]);
    let missing = GetProfessionalRequest { practitioner_id: role_id("nurse").to_string() };
    assert_eq!(told(&paula.people.get_professional(missing).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r_15_an_administrator_sees_which_groups_of_the_directory_came_and_matched_nothing() {
    let world = World::start().await;
    let mut paula = Admin::of(&world).await;
    assert!(paula.professional("liisa").await.unmatched_groups.is_empty());
    world.realms.forge(|good| {
        let mut claims = good.claims.clone();
        claims["groups"] = serde_json::json!(["/KAJO-Sairaanhoitajat", "/Osastot/Muut", "Kajo-Sairaanhoitajta"]);
        good.sign(&good.header(), &claims)
    });
    world.sign_in(Realm::Practitioner, "liisa").await;
    world.realms.forge_no_more();
    let liisa = paula.professional("liisa").await;
    assert_eq!((liisa.roles.len(), liisa.unmatched_groups.as_slice()), (1, ["kajo-sairaanhoitajta", "osastot/muut"].map(str::to_owned).as_slice()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_tells_who_would_gain_and_lose_a_role_and_saving_does_just_that() {
    let world = World::start().await;
    let mut paula = Admin::of(&world).await;
    let nurse = role_id("nurse").to_string();
    let liisa = world.sign_in(Realm::Practitioner, "liisa").await;
    world.choose(&liisa, &nurse, &location_id("lehtola").to_string()).await.unwrap();
    let before = paula.holders().await;
    let (nurses, as_it_was) = (role_group_id("nurse").to_string(), paula.details("nurse").await);
    // Another role; another directory group; both; a group that nobody belongs to.
    for change in [
        RoleGroupDetails { role_id: role_id("doctor").to_string(), ..as_it_was.clone() },
        RoleGroupDetails { directory_group: "KAJO-Muut".to_owned(), ..as_it_was.clone() },
        RoleGroupDetails { directory_group: " kajo-SAIRAANHOITAJAT ".to_owned(), name: "Hoitajat".to_owned(), ..as_it_was.clone() },
    ] {
        let changes = paula.preview(&nurses, Some(change.clone())).await.unwrap();
        assert_eq!(paula.holders().await, before, "a preview changes nothing");
        paula.save(&nurses, change).await;
        let after = paula.holders().await;
        assert_eq!(told_of(&changes, true), only(&after, &before));
        assert_eq!(told_of(&changes, false), only(&before, &after));
        let lost: Vec<_> = changes.iter().filter(|change| change.losing > 0).collect();
        assert!(lost.iter().all(|change| (change.losing_at_work, change.losing > 5) == (1, true)), "Liisa is at work: {lost:?}");
        paula.save(&nurses, as_it_was.clone()).await;
        assert_eq!(paula.holders().await, before);
    }
    let named_anew = RoleGroupDetails { name: "Hoitajat".to_owned(), ..as_it_was.clone() };
    assert!(paula.preview(&nurses, Some(named_anew)).await.unwrap().is_empty(), "a name concerns nobody");
    let nobodys = RoleGroupDetails { name: "Uudet".to_owned(), directory_group: "KAJO-Uudet".to_owned(), role_id: nurse };
    assert!(paula.preview("", Some(nobodys)).await.unwrap().is_empty());

    // Gone altogether.
    let changes = paula.preview(&nurses, None).await.unwrap();
    assert_eq!(changes.iter().map(|change| change.gaining).sum::<u32>(), 0);
    paula.groups.remove_role_group(RemoveRoleGroupRequest { role_group_id: nurses }).await.unwrap();
    assert_eq!(told_of(&changes, false), only(&before, &paula.holders().await));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_refuses_what_saving_and_removing_would_refuse() {
    let world = World::start().await;
    let mut paula = Admin::of(&world).await;
    let (nurses, as_it_was) = (role_group_id("nurse").to_string(), paula.details("nurse").await);
    for (details, reason, at) in [
        (RoleGroupDetails { name: "lääkärit".to_owned(), ..as_it_was.clone() }, "role_group_name_taken", "details.name"),
        (RoleGroupDetails { directory_group: "kajo-laakarit".to_owned(), ..as_it_was.clone() }, "directory_group_taken", "details.directory_group"),
        (RoleGroupDetails { name: " ".to_owned(), ..as_it_was.clone() }, "role_group_name_missing", "details.name"),
        (RoleGroupDetails { role_id: nurses.clone(), ..as_it_was.clone() }, "role_unknown", "details.role_id"),
    ] {
        let refused = paula.preview(&nurses, Some(details)).await.unwrap_err();
        assert_eq!((told(&refused), field(&refused)), (said(Code::InvalidArgument, reason), at.to_owned()));
    }
    for details in [Some(as_it_was), None] {
        let missing = paula.preview(&role_id("nurse").to_string(), details).await.unwrap_err();
        assert_eq!(told(&missing), said(Code::NotFound, "not_found"));
    }
    // Nothing is removed that was never saved.
    assert_eq!(told(&paula.preview("", None).await.unwrap_err()), said(Code::NotFound, "not_found"));
    paula.groups.remove_role_group(RemoveRoleGroupRequest { role_group_id: nurses.clone() }).await.unwrap();
    assert_eq!(told(&paula.preview(&nurses, None).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_05_an_administrator_ends_all_sessions_of_a_professional_and_takes_away_what_they_may() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Practitioner, "paula").await;
    let mut paula = ProfessionalAccessServiceClient::new(world.calls(Realm::Practitioner, &secret).await);
    let [here, there, pekka] = [world.nurses_session("liisa").await, world.nurses_session("liisa").await, world.nurses_session("pekka").await];
    let liisa = demo("liisa");
    let ended = EndProfessionalSessionsRequest { practitioner_id: liisa.clone() };
    assert_eq!(paula.end_professional_sessions(ended.clone()).await.unwrap().into_inner().ended, 2);
    let over = said(Code::Unauthenticated, "session_expired");
    for session in [&here, &there] {
        assert_eq!(told(&world.resolve(Realm::Practitioner, session, true).await.unwrap_err()), over);
    }
    assert_eq!(world.kind(&pekka).await.0, Caller::Practitioner);
    let row = "select count(*) from access_log where method like '%EndProfessionalSessions' and object_id = $1::uuid";
    assert_eq!(sqlx::query_scalar::<_, i64>(row).bind(&liisa).fetch_one(&world.running.kernel().pool).await.unwrap(), 1, "it is logged");
    assert_eq!(paula.end_professional_sessions(ended).await.unwrap().into_inner().ended, 0);

    // Signing in again gives nothing, and neither does what the directory says.
    let working = world.nurses_session("liisa").await;
    let disable = DisableProfessionalRequest { practitioner_id: liisa.clone() };
    assert_eq!(paula.disable_professional(disable).await.unwrap().into_inner().ended, 1);
    assert_eq!(told(&world.resolve(Realm::Practitioner, &working, true).await.unwrap_err()), over);
    let again = world.sign_in(Realm::Practitioner, "liisa").await;
    assert_eq!(world.kind(&again).await.0, Caller::PractitionerChoosing);
    let choices = world.choices(&again).await;
    assert!(choices.roles.is_empty() && choices.locations.is_empty() && choices.level() == Level::Unspecified, "{choices:?}");
    let enable = EnableProfessionalRequest { practitioner_id: liisa };
    paula.enable_professional(enable).await.unwrap();
    assert_eq!(world.kind(&world.nurses_session("liisa").await).await.0, Caller::Practitioner);

    // Nobody else may, and whom nobody knows there is not.
    let unknown = EndProfessionalSessionsRequest { practitioner_id: Uuid::from_u128(9).to_string() };
    assert_eq!(told(&paula.end_professional_sessions(unknown.clone()).await.unwrap_err()), said(Code::NotFound, "not_found"));
    for who in ["pekka", "ritva"] {
        let secret = world.sign_in(Realm::Practitioner, who).await;
        let mut client = ProfessionalAccessServiceClient::new(world.calls(Realm::Practitioner, &secret).await);
        assert_eq!(client.end_professional_sessions(unknown.clone()).await.unwrap_err().code(), Code::PermissionDenied, "{who}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_05_operators_end_all_sessions_of_a_person() {
    let world = World::start().await;
    let [aino, liisa] = [world.sign_in(Realm::Resident, "aino").await, world.nurses_session("liisa").await];
    let person = |hint: &str| chassis_domain::PersonId::parse(&demo(hint)).unwrap();
    let kernel = world.running.kernel();
    let aino_person = identity::demo::RESIDENTS[0].person.person_id();
    assert_eq!(identity::end_sessions(kernel, aino_person, false).await.unwrap(), 1);
    assert_eq!(identity::end_sessions(kernel, person("liisa"), true).await.unwrap(), 1);
    assert!(world.resolve(Realm::Resident, &aino, true).await.is_err() && world.resolve(Realm::Practitioner, &liisa, true).await.is_err());
    assert!(world.choices(&world.sign_in(Realm::Practitioner, "liisa").await).await.roles.is_empty());
    world.end().await;
}
