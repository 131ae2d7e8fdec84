//! Role groups, as administrators keep them.

use chassis::testkit::Calls;
use identity::demo::{role_group_id, role_id};
use kajo_proto::{
    common::v1::PageRequest,
    identity::v1::{
        GetRoleGroupRequest, ListRoleGroupsRequest, ListRolesRequest, Realm, RemoveRoleGroupRequest, RoleGroup, RoleGroupDetails,
        SaveRoleGroupRequest, role_group_service_client::RoleGroupServiceClient,
    },
};
use tonic::{Code, Status};

use crate::world::{World, field, said, told};

type Client = RoleGroupServiceClient<Calls>;

impl World {
    async fn role_groups_by(&self, who: &str) -> Client {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        RoleGroupServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }
}

fn wards() -> RoleGroupDetails {
    RoleGroupDetails { name: "Osastonhoitajat".to_owned(), directory_group: "KAJO-Osastonhoitajat".to_owned(), role_id: role_id("nurse").to_string() }
}

async fn save(client: &mut Client, role_group_id: &str, details: RoleGroupDetails) -> Result<String, Status> {
    let asked = SaveRoleGroupRequest { role_group_id: role_group_id.to_owned(), details: Some(details) };
    Ok(client.save_role_group(asked).await?.into_inner().role_group_id)
}

async fn get(client: &mut Client, role_group_id: &str) -> Result<RoleGroup, Status> {
    let asked = GetRoleGroupRequest { role_group_id: role_group_id.to_owned() };
    Ok(client.get_role_group(asked).await?.into_inner().role_group.unwrap())
}

async fn list(client: &mut Client, search: &str, page: PageRequest) -> (Vec<RoleGroup>, String) {
    let asked = ListRoleGroupsRequest { search: search.to_owned(), page: Some(page) };
    let answer = client.list_role_groups(asked).await.unwrap().into_inner();
    (answer.role_groups, answer.next_page_token)
}

async fn found(client: &mut Client, search: &str) -> Vec<String> {
    names(&list(client, search, PageRequest::default()).await.0)
}

fn names(groups: &[RoleGroup]) -> Vec<String> {
    groups.iter().map(|group| group.details.clone().unwrap().name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_10_an_administrator_adds_changes_finds_and_removes_role_groups_with_the_time_of_their_update() {
    let world = World::start().await;
    let mut paula = world.role_groups_by("paula").await;
    let roles = paula.list_roles(ListRolesRequest {}).await.unwrap().into_inner().roles;
    assert_eq!(roles.iter().filter(|role| role.role_id == wards().role_id).count(), 1);
    assert_eq!(roles.len(), 3);

    let id = save(&mut paula, "", wards()).await.unwrap();
    let kept = get(&mut paula, &id).await.unwrap();
    assert_eq!((kept.details.unwrap(), kept.role_name.unwrap().texts["fi"].as_str()), (wards(), "Sairaanhoitaja"));
    world.clock().advance(jiff::SignedDuration::from_secs(90));
    let changed = RoleGroupDetails { name: "Osastojen esihenkilöt".to_owned(), role_id: role_id("doctor").to_string(), ..wards() };
    assert_eq!(save(&mut paula, &id, changed.clone()).await.unwrap(), id);
    let again = get(&mut paula, &id).await.unwrap();
    assert_eq!(again.details.unwrap(), changed);
    assert!(again.updated_at.unwrap().seconds >= kept.updated_at.unwrap().seconds + 90);

    // By name, directory group and role.
    for words in ["esihenkilöt", "kajo-OSASTON", "osastojen läkare"] {
        assert_eq!(found(&mut paula, words).await, ["Osastojen esihenkilöt"], "{words}");
    }
    for nothing in ["osastojen nurse", "100%", "kajo_osaston"] {
        assert!(found(&mut paula, nothing).await.is_empty(), "{nothing}");
    }

    // Page by page, by name, each once.
    let (mut all, mut token) = (Vec::new(), String::new());
    loop {
        let (page, next) = list(&mut paula, "", PageRequest { size: 2, token }).await;
        all.extend(page);
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(names(&all), ["Lääkärit", "Osastojen esihenkilöt", "Sairaanhoitajat", "Sosiaalityöntekijät"]);

    paula.remove_role_group(RemoveRoleGroupRequest { role_group_id: id.clone() }).await.unwrap();
    assert_eq!(told(&get(&mut paula, &id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(told(&save(&mut paula, &id, wards()).await.unwrap_err()), said(Code::NotFound, "not_found"));
    let unknown = role_id("nurse").to_string();
    assert_eq!(told(&save(&mut paula, &unknown, wards()).await.unwrap_err()), said(Code::NotFound, "not_found"));
    // What it had is free again.
    save(&mut paula, "", changed).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_10_name_and_directory_group_are_unique_also_when_two_administrators_save_at_once() {
    let world = World::start().await;
    let mut paula = world.role_groups_by("paula").await;
    let id = save(&mut paula, "", wards()).await.unwrap();
    let other = RoleGroupDetails { name: "Toinen".to_owned(), directory_group: "KAJO-Toinen".to_owned(), ..wards() };
    for (details, reason, at) in [
        (RoleGroupDetails { name: wards().name, ..other.clone() }, "role_group_name_taken", "details.name"),
        (RoleGroupDetails { name: " OSASTONHOITAJAT ".to_owned(), ..other.clone() }, "role_group_name_taken", "details.name"),
        (RoleGroupDetails { name: "lääkärit".to_owned(), ..other.clone() }, "role_group_name_taken", "details.name"),
        (RoleGroupDetails { directory_group: wards().directory_group, ..other.clone() }, "directory_group_taken", "details.directory_group"),
        (RoleGroupDetails { directory_group: "kajo-laakarit".to_owned(), ..other.clone() }, "directory_group_taken", "details.directory_group"),
        (RoleGroupDetails { name: " ".to_owned(), ..other.clone() }, "role_group_name_missing", "details.name"),
        (RoleGroupDetails { directory_group: String::new(), ..other.clone() }, "directory_group_missing", "details.directory_group"),
        (RoleGroupDetails { role_id: id.clone(), ..other.clone() }, "role_unknown", "details.role_id"),
    ] {
        let refused = save(&mut paula, "", details).await.unwrap_err();
        assert_eq!((told(&refused), field(&refused)), (said(Code::InvalidArgument, reason), at.to_owned()));
    }
    let refused = save(&mut paula, "", RoleGroupDetails { role_id: String::new(), ..other.clone() }).await.unwrap_err();
    assert_eq!((refused.code(), field(&refused)), (Code::InvalidArgument, "details.role_id".to_owned()));
    // Nothing of it was stored, nor does a change take what another has; its own a role group may keep, in other letters too.
    assert!(found(&mut paula, "toinen").await.is_empty());
    let nurses = role_group_id("nurse").to_string();
    let refused = save(&mut paula, &nurses, wards()).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::InvalidArgument, "role_group_name_taken"));
    save(&mut paula, &id, RoleGroupDetails { name: "OSASTONHOITAJAT".to_owned(), ..wards() }).await.unwrap();

    // Ten at once with one directory group: one gets it.
    let tries = (0..10).map(|number| {
        let mut client = paula.clone();
        let details = RoleGroupDetails { name: format!("Yhtaikaa {number}"), directory_group: "KAJO-Yhtaikaa".to_owned(), ..wards() };
        async move { save(&mut client, "", details).await }
    });
    let done = futures::future::join_all(tries).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    assert!(done.iter().filter_map(|done| done.as_ref().err()).all(|refused| told(refused) == said(Code::InvalidArgument, "directory_group_taken")));
    assert_eq!(found(&mut paula, "yhtaikaa").await.len(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_keep_role_groups() {
    let world = World::start().await;
    let nurses = role_group_id("nurse").to_string();
    for who in ["liisa", "ritva", "tauno"] {
        let mut client = world.role_groups_by(who).await;
        assert_eq!(told(&get(&mut client, &nurses).await.unwrap_err()), said(Code::PermissionDenied, "access_denied"), "{who}");
        assert_eq!(save(&mut client, "", wards()).await.unwrap_err().code(), Code::PermissionDenied, "{who}");
        let refused = client.list_roles(ListRolesRequest {}).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{who}");
    }
    world.end().await;
}
