//! Role groups, as administrators keep them.

use chassis::testkit::Calls;
use identity::demo::{location_id, role_group_id, role_id};
use kajo_proto::{
    common::v1::PageRequest,
    identity::v1::{
        GetRoleGroupRequest, ListRoleGroupsRequest, ListRolesRequest, ListWorkContextsResponse, Realm, RemoveRoleGroupRequest, RoleGroup,
        RoleGroupDetails, SaveRoleGroupRequest, role_group_service_client::RoleGroupServiceClient,
    },
    options::v1::Caller,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::world::{World, field, fields, said, told};

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
    let version = get(client, role_group_id).await.map_or(0, |found| found.version);
    let asked = SaveRoleGroupRequest { role_group_id: role_group_id.to_owned(), details: Some(details), version };
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
    let both = [("details.name", "role_group_name_taken"), ("details.directory_group", "directory_group_taken")];
    let both = both.map(|(field, code)| (field.to_owned(), code.to_owned())).to_vec();
    assert_eq!((told(&refused), fields(&refused)), (said(Code::InvalidArgument, "fields_wrong"), both), "all of it at once");
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
async fn idn_10_what_role_groups_give_may_be_chosen_and_is_gone_at_once_when_they_give_it_no_more() {
    let world = World::start().await;
    let [nurse, doctor] = ["nurse", "doctor"].map(|key| role_id(key).to_string());
    let lehtola = location_id("lehtola").to_string();
    let liisa = world.sign_in(Realm::Practitioner, "liisa").await;
    world.choose(&liisa, &nurse, &lehtola).await.unwrap();
    assert_eq!(world.kind(&liisa).await.0, Caller::Practitioner);

    // The nurses' group of the directory makes doctors from now on.
    let mut paula = world.role_groups_by("paula").await;
    let nurses = role_group_id("nurse").to_string();
    let as_it_was = get(&mut paula, &nurses).await.unwrap().details.unwrap();
    save(&mut paula, &nurses, RoleGroupDetails { role_id: doctor.clone(), ..as_it_was.clone() }).await.unwrap();
    assert_eq!(world.kind(&liisa).await, (Caller::PractitionerChoosing, String::new(), String::new()), "in the session that has it");
    assert_eq!(roles(&world.choices(&liisa).await), std::slice::from_ref(&doctor));
    let refused = world.choose(&liisa, &nurse, &lehtola).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::InvalidArgument, "role_not_allowed"));
    world.choose(&liisa, &doctor, &lehtola).await.unwrap();
    assert_eq!(world.kind(&liisa).await, (Caller::Practitioner, doctor.clone(), lehtola.clone()));

    // And back, and then there is no such group.
    save(&mut paula, &nurses, as_it_was).await.unwrap();
    assert_eq!(roles(&world.choices(&liisa).await), [nurse]);
    paula.remove_role_group(RemoveRoleGroupRequest { role_group_id: nurses }).await.unwrap();
    assert!(roles(&world.choices(&liisa).await).is_empty());
    assert_eq!(world.kind(&liisa).await.0, Caller::PractitionerChoosing);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_10_r_15_a_sign_in_brings_along_to_which_groups_of_the_directory_somebody_belongs() {
    let world = World::start().await;
    let [nurse, doctor] = ["nurse", "doctor"].map(|key| role_id(key).to_string());
    let signed_in_with = async |groups: Option<serde_json::Value>| {
        world.realms.forge(move |good| {
            let mut claims = good.claims.clone();
            match &groups {
                Some(groups) => claims["groups"] = groups.clone(),
                None => drop(claims.as_object_mut().unwrap().remove("groups")),
            }
            good.sign(&good.header(), &claims)
        });
        let secret = world.sign_in(Realm::Practitioner, "liisa").await;
        world.realms.forge_no_more();
        roles(&world.choices(&secret).await)
    };
    assert_eq!(signed_in_with(Some(serde_json::json!(["kajo-laakarit", "Muut"]))).await, std::slice::from_ref(&doctor));
    // Some realms tell an only group by itself, and others full paths (R15).
    for (shape, role) in [(serde_json::json!("kajo-sairaanhoitajat"), &nurse), (serde_json::json!(["/kajo-laakarit"]), &doctor)] {
        assert_eq!(signed_in_with(Some(shape)).await, std::slice::from_ref(role));
    }
    // A claim that names no groups keeps nobody out, and gives no role.
    assert!(signed_in_with(Some(serde_json::json!({"kajo-laakarit": true}))).await.is_empty());
    // A realm that does not tell the groups says what one says that tells of none.
    for none in [None, Some(serde_json::json!([]))] {
        assert!(signed_in_with(none).await.is_empty());
        assert_eq!(signed_in_with(Some(serde_json::json!(["KAJO-Sairaanhoitajat"]))).await, std::slice::from_ref(&nurse));
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_02_who_was_taken_out_of_all_directory_groups_has_no_role_left_in_any_session() {
    let world = World::start().await;
    let before = world.nurses_session("liisa").await;
    assert_eq!(world.kind(&before).await.0, Caller::Practitioner);
    world.realms.fail(Fault::NoGroups);
    let after = world.sign_in(Realm::Practitioner, "liisa").await;
    assert!(roles(&world.choices(&after).await).is_empty());
    assert_eq!(world.kind(&before).await.0, Caller::PractitionerChoosing, "the session before has lost the role as well");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_02_of_a_realm_that_maps_no_groups_the_known_ones_stay() {
    let world = World::with(|settings| settings.with("oidc_practitioner_maps_groups", "false")).await;
    world.realms.fail(Fault::NoGroups);
    let liisa = world.sign_in(Realm::Practitioner, "liisa").await;
    assert_eq!(roles(&world.choices(&liisa).await), [role_id("nurse").to_string()]);
    world.end().await;
}

fn roles(choices: &ListWorkContextsResponse) -> Vec<String> {
    choices.roles.iter().map(|role| role.role_id.clone()).collect()
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
