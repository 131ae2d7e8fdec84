//! Care teams, as responsible users and administrators keep them and as everybody chooses among them.

use chassis::testkit::Calls;
use identity::demo::{RESIDENTS, care_team_id, service_area_id};
use kajo_proto::{
    common::v1::PageRequest,
    identity::v1::{
        CareTeam, CareTeamDetails, ChooseCareTeamRequest, ChooseMyCareTeamRequest, GetCareTeamRequest, GetMyProfileRequest, GetPatientRequest,
        Ground, ListCareTeamsRequest, ListServiceAreasRequest, Realm, RemoveCareTeamRequest, RemoveCareTeamResponse, SaveCareTeamRequest,
        SaveServiceAreaRequest, SearchCareTeamsRequest, care_team_service_client::CareTeamServiceClient,
        profile_service_client::ProfileServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    patient::look_up,
    world::{World, field, param, said, told},
};

type Client = CareTeamServiceClient<Calls>;

impl World {
    async fn care_teams_by(&self, who: &str) -> Client {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        CareTeamServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }
}

fn pihlaja() -> CareTeamDetails {
    CareTeamDetails {
        name: "Tiimi Pihlaja".to_owned(),
        description: "Ikääntyneiden palvelut".to_owned(),
        service_area_id: area("lehtola"),
        enabled: true,
    }
}

async fn save(client: &mut Client, care_team_id: &str, details: CareTeamDetails) -> Result<String, Status> {
    let version = get(client, care_team_id).await.map_or(0, |found| found.version);
    let asked = SaveCareTeamRequest { care_team_id: care_team_id.to_owned(), details: Some(details), version };
    Ok(client.save_care_team(asked).await?.into_inner().care_team_id)
}

async fn get(client: &mut Client, care_team_id: &str) -> Result<CareTeam, Status> {
    let asked = GetCareTeamRequest { care_team_id: care_team_id.to_owned() };
    Ok(client.get_care_team(asked).await?.into_inner().care_team.unwrap())
}

async fn remove(client: &mut Client, care_team_id: &str) -> Result<RemoveCareTeamResponse, Status> {
    let asked = RemoveCareTeamRequest { care_team_id: care_team_id.to_owned() };
    Ok(client.remove_care_team(asked).await?.into_inner())
}

async fn search(client: &mut Client, search: &str, page: PageRequest) -> (Vec<String>, String) {
    let asked = SearchCareTeamsRequest { search: search.to_owned(), page: Some(page) };
    let answer = client.search_care_teams(asked).await.unwrap().into_inner();
    (answer.care_teams.into_iter().map(|team| team.details.unwrap().name).collect(), answer.next_page_token)
}

/// Names of those that can be chosen.
fn area(key: &str) -> String {
    service_area_id(key).to_string()
}

async fn choices(client: &mut Client, service_area_id: &str) -> Vec<String> {
    let asked = ListCareTeamsRequest { service_area_id: service_area_id.to_owned() };
    client.list_care_teams(asked).await.unwrap().into_inner().care_teams.into_iter().map(|team| team.name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_10_an_administrator_adds_changes_finds_and_removes_care_teams_with_every_field() {
    let world = World::start().await;
    let mut paula = world.care_teams_by("paula").await;
    let id = save(&mut paula, "", pihlaja()).await.unwrap();
    let read = get(&mut paula, &id).await.unwrap();
    assert_eq!((read.details.unwrap(), read.patients), (pihlaja(), 0));
    assert!(read.updated_at.is_some());
    let changed = CareTeamDetails { name: "Tiimi Vaahtera".to_owned(), service_area_id: area("tunturi"), ..pihlaja() };
    assert_eq!(save(&mut paula, &id, changed.clone()).await.unwrap(), id);
    assert_eq!(get(&mut paula, &id).await.unwrap().details.unwrap(), changed);

    for words in ["vaahtera", "IKÄÄNTYNEIDEN tunturi"] {
        assert_eq!(search(&mut paula, words, PageRequest::default()).await.0, ["Tiimi Vaahtera"], "{words}");
    }
    for nothing in ["vaahtera lehtola", "100%", "tiimi_"] {
        assert!(search(&mut paula, nothing, PageRequest::default()).await.0.is_empty(), "{nothing}");
    }
    // Page by page, by name, each once; those that are switched off too.
    let (mut all, mut token) = (Vec::new(), String::new());
    loop {
        let (page, next) = search(&mut paula, "", PageRequest { size: 2, token }).await;
        all.extend(page);
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(all, ["Rannan tiimi", "Tiimi Koivu", "Tiimi Kuusi", "Tiimi Vaahtera", "Tunturitiimi"]);

    remove(&mut paula, &id).await.unwrap();
    let gone = said(Code::NotFound, "not_found");
    assert_eq!(told(&get(&mut paula, &id).await.unwrap_err()), gone);
    assert_eq!(told(&save(&mut paula, &id, changed.clone()).await.unwrap_err()), gone);
    assert_eq!(told(&remove(&mut paula, &id).await.unwrap_err()), gone);
    // What it had is free again.
    save(&mut paula, "", changed).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_10_what_is_missing_unknown_or_taken_is_told_by_field_also_when_ten_save_at_once() {
    let world = World::start().await;
    let mut paula = world.care_teams_by("paula").await;
    for (details, reason, at) in [
        (CareTeamDetails { name: " ".to_owned(), ..pihlaja() }, "care_team_name_missing", "details.name"),
        (CareTeamDetails { name: " tiimi KOIVU ".to_owned(), ..pihlaja() }, "care_team_name_taken", "details.name"),
        (CareTeamDetails { service_area_id: String::new(), ..pihlaja() }, "service_area_missing", "details.service_area_id"),
        (CareTeamDetails { service_area_id: area("kaukola"), ..pihlaja() }, "service_area_unknown", "details.service_area_id"),
    ] {
        let refused = save(&mut paula, "", details).await.unwrap_err();
        assert_eq!((told(&refused), field(&refused)), (said(Code::InvalidArgument, reason), at.to_owned()));
    }
    assert!(search(&mut paula, "pihlaja", PageRequest::default()).await.0.is_empty());
    // The same name in another area is another team.
    save(&mut paula, "", CareTeamDetails { name: "Tiimi Koivu".to_owned(), service_area_id: area("tunturi"), ..pihlaja() }).await.unwrap();
    let tries = (0..10).map(|_| {
        let mut client = paula.clone();
        async move { save(&mut client, "", pihlaja()).await }
    });
    let done = futures::future::join_all(tries).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    let taken = said(Code::InvalidArgument, "care_team_name_taken");
    assert!(done.iter().filter_map(|done| done.as_ref().err()).all(|refused| told(refused) == taken));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_10_a_team_is_chosen_by_area_when_it_is_on_and_stays_with_its_patients_when_it_is_switched_off() {
    let world = World::start().await;
    let (mut paula, mut pekka) = (world.care_teams_by("paula").await, world.nurse("pekka").await);
    let aino = look_up(&mut pekka, RESIDENTS[0].ssn, Ground::Care).await.unwrap();
    // One list of areas for residents, care teams and patients.
    for (realm, who) in [(Realm::Practitioner, "paula"), (Realm::Resident, "aino")] {
        let secret = world.sign_in(realm, who).await;
        let mut profiles = ProfileServiceClient::new(world.calls(realm, &secret).await);
        let areas = profiles.list_service_areas(ListServiceAreasRequest {}).await.unwrap().into_inner().service_areas;
        let ids: Vec<_> = areas.iter().map(|area| area.service_area_id.clone()).collect();
        assert_eq!(ids, ["lehtola", "niittyranta", "tunturi"].map(area));
    }
    let resident = world.sign_in(Realm::Resident, "aino").await;
    let mut resident = CareTeamServiceClient::new(world.calls(Realm::Resident, &resident).await);
    assert_eq!(choices(&mut resident, &area("lehtola")).await, ["Tiimi Koivu", "Tiimi Kuusi"]);
    assert_eq!(choices(&mut resident, "").await, ["Rannan tiimi", "Tiimi Koivu", "Tiimi Kuusi"]);
    assert!(choices(&mut resident, &area("tunturi")).await.is_empty(), "switched off");

    let choose = |care_team_id: String| ChooseCareTeamRequest { patient_id: aino.clone(), care_team_id };
    let unknown = said(Code::InvalidArgument, "care_team_unknown");
    for nothing in [care_team_id("tunturi").to_string(), care_team_id("nobody").to_string()] {
        assert_eq!(told(&pekka.choose_care_team(choose(nothing)).await.unwrap_err()), unknown);
    }
    let kuusi = care_team_id("kuusi").to_string();
    pekka.choose_care_team(choose(kuusi.clone())).await.unwrap();
    let off = CareTeamDetails { enabled: false, ..get(&mut paula, &kuusi).await.unwrap().details.unwrap() };
    save(&mut paula, &kuusi, off).await.unwrap();
    assert_eq!(choices(&mut resident, &area("lehtola")).await, ["Tiimi Koivu"]);
    let read = pekka.get_patient(GetPatientRequest { patient_id: aino.clone() }).await.unwrap().into_inner().patient.unwrap();
    assert_eq!((read.care_team_id, read.care_team_name.as_str()), (kuusi.clone(), "Tiimi Kuusi"));

    // In use by a patient: it stays, until the patient is somewhere else.
    assert_eq!(get(&mut paula, &kuusi).await.unwrap().patients, 1);
    let refused = remove(&mut paula, &kuusi).await.unwrap_err();
    assert_eq!((told(&refused), param(&refused, "patients")), (said(Code::FailedPrecondition, "care_team_in_use"), "1".to_owned()));
    pekka.choose_care_team(choose(care_team_id("koivu").to_string())).await.unwrap();
    remove(&mut paula, &kuusi).await.unwrap();
    pekka.choose_care_team(choose(String::new())).await.unwrap();
    let read = pekka.get_patient(GetPatientRequest { patient_id: aino }).await.unwrap().into_inner().patient.unwrap();
    assert_eq!((read.care_team_id.as_str(), read.care_team_name.as_str()), ("", ""));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_10_nobody_is_put_into_a_team_that_is_removed_at_the_same_moment() {
    let world = World::start().await;
    let (mut paula, mut pekka) = (world.care_teams_by("paula").await, world.nurse("pekka").await);
    let aino = look_up(&mut pekka, RESIDENTS[0].ssn, Ground::Care).await.unwrap();
    for round in 0..8 {
        let id = save(&mut paula, "", CareTeamDetails { name: format!("Tiimi {round}"), ..pihlaja() }).await.unwrap();
        let mut remover = paula.clone();
        let chosen = pekka.choose_care_team(ChooseCareTeamRequest { patient_id: aino.clone(), care_team_id: id.clone() });
        let (chosen, removed) = tokio::join!(chosen, remove(&mut remover, &id));
        assert_ne!(chosen.is_ok(), removed.is_ok(), "one of the two");
        let belongs = pekka.get_patient(GetPatientRequest { patient_id: aino.clone() }).await.unwrap().into_inner().patient.unwrap().care_team_id;
        assert_eq!(belongs == id, chosen.is_ok());
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn responsible_users_keep_care_teams_practitioners_do_not_and_only_who_has_opened_a_patient_chooses_for_them() {
    let world = World::start().await;
    let koivu = care_team_id("koivu").to_string();
    let mut ritva = world.care_teams_by("ritva").await;
    let made = save(&mut ritva, "", pihlaja()).await.unwrap();
    assert!(get(&mut ritva, &made).await.is_ok());
    remove(&mut ritva, &made).await.unwrap();
    for who in ["liisa", "raija", "tauno"] {
        let mut client = world.care_teams_by(who).await;
        assert_eq!(told(&get(&mut client, &koivu).await.unwrap_err()), said(Code::PermissionDenied, "access_denied"), "{who}");
        assert_eq!(save(&mut client, "", pihlaja()).await.unwrap_err().code(), Code::PermissionDenied, "{who}");
        assert_eq!(remove(&mut client, &koivu).await.unwrap_err().code(), Code::PermissionDenied, "{who}");
    }
    let (mut pekka, mut liisa) = (world.nurse("pekka").await, world.nurse("liisa").await);
    let aino = look_up(&mut pekka, RESIDENTS[0].ssn, Ground::ClientWork).await.unwrap();
    let asked = ChooseCareTeamRequest { patient_id: aino.clone(), care_team_id: koivu };
    assert_eq!(told(&liisa.choose_care_team(asked.clone()).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.clock().advance(jiff::SignedDuration::from_secs(1));
    pekka.choose_care_team(asked).await.unwrap();
    // What was done to the patient stands in the log, with its ground.
    let row: (Option<uuid::Uuid>, String) = sqlx::query_as("select subject_id, ground from access_log where method like '%ChooseCareTeam'")
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!((row.0.unwrap().to_string(), row.1.as_str()), (aino, "client_work"));
    world.end().await;
}

type Profiles = ProfileServiceClient<Calls>;

impl World {
    async fn profile_of(&self, who: &str) -> Profiles {
        let secret = self.sign_in(Realm::Resident, who).await;
        ProfileServiceClient::new(self.calls(Realm::Resident, &secret).await)
    }
}

async fn own_team(client: &mut Profiles) -> (String, String) {
    let profile = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner();
    (profile.care_team_id, profile.care_team_name)
}

/// Where the own team works, as the profile tells it before somebody moves away.
async fn own_team_works_in(client: &mut Profiles) -> String {
    client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().care_team_service_area_id
}

async fn choose_own(client: &mut Profiles, care_team_id: &str) -> Result<(), Status> {
    client.choose_my_care_team(ChooseMyCareTeamRequest { care_team_id: care_team_id.to_owned() }).await.map(|_| ())
}

/// Moves to an area; answers with the name of the team that was left.
async fn move_to(client: &mut Profiles, key: &str) -> Result<String, Status> {
    let profile = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner();
    let revision = profile.revisions.unwrap().service_area;
    let asked = SaveServiceAreaRequest { service_area_id: area(key), revision };
    Ok(client.save_service_area(asked).await?.into_inner().left_care_team_name)
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_10_a_resident_chooses_a_team_of_their_own_area_which_counts_as_its_patient_and_leaves_it_on_moving_away() {
    let world = World::start().await;
    let (mut paula, mut pekka) = (world.care_teams_by("paula").await, world.nurse("pekka").await);
    let (mut aino, mut eino) = (world.profile_of("aino").await, world.profile_of("eino").await);
    assert_eq!(own_team(&mut aino).await, (String::new(), String::new()));
    let kuusi = care_team_id("kuusi").to_string();
    // Of another area, switched off, or none at all: they look alike.
    let unknown = said(Code::InvalidArgument, "care_team_unknown");
    for nothing in ["ranta", "tunturi", "nobody"] {
        assert_eq!(told(&choose_own(&mut aino, &care_team_id(nothing).to_string()).await.unwrap_err()), unknown, "{nothing}");
    }
    assert_eq!(own_team_works_in(&mut aino).await, "");
    choose_own(&mut aino, &kuusi).await.unwrap();
    assert_eq!(own_team_works_in(&mut aino).await, area("lehtola"));
    choose_own(&mut aino, &kuusi).await.expect("again changes nothing");
    assert_eq!(own_team(&mut aino).await, (kuusi.clone(), "Tiimi Kuusi".to_owned()));
    assert_eq!(own_team(&mut eino).await.0, "", "nobody else's");

    // A professional sees it, and it is in use.
    let patient_id = look_up(&mut pekka, RESIDENTS[0].ssn, Ground::Care).await.unwrap();
    let read = pekka.get_patient(GetPatientRequest { patient_id: patient_id.clone() }).await.unwrap().into_inner().patient.unwrap();
    assert_eq!(read.care_team_id, kuusi);
    assert_eq!(get(&mut paula, &kuusi).await.unwrap().patients, 1);
    assert_eq!(told(&remove(&mut paula, &kuusi).await.unwrap_err()), said(Code::FailedPrecondition, "care_team_in_use"));

    // Moving away ends it, and says so; the same area again changes nothing.
    assert_eq!(move_to(&mut aino, "lehtola").await.unwrap(), "");
    assert_eq!(own_team(&mut aino).await.0, kuusi);
    assert_eq!(move_to(&mut aino, "niittyranta").await.unwrap(), "Tiimi Kuusi");
    assert_eq!(own_team(&mut aino).await.0, "");
    let ranta = care_team_id("ranta").to_string();
    choose_own(&mut aino, &ranta).await.unwrap();
    choose_own(&mut aino, "").await.unwrap();
    assert_eq!(own_team(&mut aino).await.0, "");
    remove(&mut paula, &kuusi).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_moves_and_chooses_at_once_never_belongs_to_a_team_of_another_area() {
    let world = World::start().await;
    let mut aino = world.profile_of("aino").await;
    let kuusi = care_team_id("kuusi").to_string();
    for _ in 0..6 {
        move_to(&mut aino, "lehtola").await.unwrap();
        let (mut moving, mut choosing) = (aino.clone(), aino.clone());
        let (moved, _) = tokio::join!(move_to(&mut moving, "niittyranta"), choose_own(&mut choosing, &kuusi));
        moved.unwrap();
        assert_eq!(own_team(&mut aino).await.0, "");
    }
    world.end().await;
}
