//! Locations, as administrators keep them.

use chassis::testkit::Calls;
use identity::demo::{location_id, service_area_id};
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::PageRequest,
    identity::v1::{
        GetLocationRequest, ListLocationsRequest, ListPlacesRequest, Location, LocationDetails, Realm, RemoveLocationRequest, SaveLocationRequest,
        booking_directory_service_client::BookingDirectoryServiceClient, location_service_client::LocationServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{World, field, said, told};

type Client = LocationServiceClient<Calls>;

impl World {
    async fn locations_by(&self, who: &str) -> Client {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        LocationServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }
}

fn koivula() -> LocationDetails {
    LocationDetails {
        name: "Koivulan hyvinvointikeskus".to_owned(),
        description: "Ajanvaraus ja neuvola".to_owned(),
        address: "Esimerkkitie 1, 00000 Koivula".to_owned(),
        municipality: service_area_id("tunturi").to_string(),
        external_id: "K-77".to_owned(),
        oid: "1.2.246.10.9999999.10.77".to_owned(),
        source_system: "Lifecare".to_owned(),
    }
}

/// Saves it over what is there now.
async fn save(client: &mut Client, location_id: &str, details: LocationDetails) -> Result<String, Status> {
    let asked = GetLocationRequest { location_id: location_id.to_owned() };
    let version = client.get_location(asked).await.map_or(0, |found| found.into_inner().location.unwrap().version);
    save_over(client, location_id, version, details).await
}

async fn save_over(client: &mut Client, location_id: &str, version: u64, details: LocationDetails) -> Result<String, Status> {
    let asked = SaveLocationRequest { location_id: location_id.to_owned(), details: Some(details), version };
    Ok(client.save_location(asked).await?.into_inner().location_id)
}

async fn list(client: &mut Client, search: &str, page: PageRequest) -> (Vec<Location>, String) {
    let asked = ListLocationsRequest { search: search.to_owned(), page: Some(page) };
    let answer = client.list_locations(asked).await.unwrap().into_inner();
    (answer.locations, answer.next_page_token)
}

fn names(locations: &[Location]) -> Vec<&str> {
    locations.iter().map(|location| location.details.as_ref().unwrap().name.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_11_an_administrator_adds_changes_finds_and_removes_locations_with_every_field() {
    let world = World::start().await;
    let mut paula = world.locations_by("paula").await;
    let id = save(&mut paula, "", koivula()).await.unwrap();
    let read = paula.get_location(GetLocationRequest { location_id: id.clone() }).await.unwrap().into_inner().location.unwrap();
    assert_eq!((read.details.unwrap(), read.professionals), (koivula(), 0));
    assert!(read.updated_at.is_some());

    let changed = LocationDetails { name: "Koivulan terveysasema".to_owned(), description: String::new(), ..koivula() };
    assert_eq!(save(&mut paula, &id, changed.clone()).await.unwrap(), id);
    let (found, _) = list(&mut paula, "koivul 9999999.10.77 tunturi", PageRequest::default()).await;
    assert_eq!(found.iter().map(|location| location.details.clone().unwrap()).collect::<Vec<_>>(), [changed]);
    for nothing in ["koivula lehtola", "100%", "koivul_"] {
        assert_eq!(list(&mut paula, nothing, PageRequest::default()).await.0, [], "{nothing}");
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
    assert_eq!(
        names(&all),
        ["Koivulan terveysasema", "Lehtolan terveysasema", "Niittyrannan hyvinvointikeskus", "Sataman sosiaalipalvelut", "Tunturin terveysasema"]
    );
    assert!(all[1].professionals > 5, "who may choose it is counted");

    paula.remove_location(RemoveLocationRequest { location_id: id.clone() }).await.unwrap();
    let gone = paula.get_location(GetLocationRequest { location_id: id.clone() }).await.unwrap_err();
    assert_eq!(told(&gone), said(Code::NotFound, "not_found"));
    assert_eq!(told(&save(&mut paula, &id, koivula()).await.unwrap_err()), said(Code::NotFound, "not_found"));
    // What it had is free again.
    save(&mut paula, "", koivula()).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_administrator_has_saved_meanwhile_is_not_undone() {
    let world = World::start().await;
    let mut paula = world.locations_by("paula").await;
    let id = save(&mut paula, "", koivula()).await.unwrap();
    let seen = paula.get_location(GetLocationRequest { location_id: id.clone() }).await.unwrap().into_inner().location.unwrap().version;
    let moved = LocationDetails { address: "Esimerkkitie 2, 00000 Koivula".to_owned(), ..koivula() };
    save_over(&mut paula, &id, seen, moved.clone()).await.unwrap();

    let described = LocationDetails { description: "Neuvola".to_owned(), ..koivula() };
    for version in [seen, 0, seen + 5] {
        let refused = save_over(&mut paula, &id, version, described.clone()).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::Aborted, "stale_version"), "{version}");
    }
    let kept = paula.get_location(GetLocationRequest { location_id: id.clone() }).await.unwrap().into_inner().location.unwrap();
    assert_eq!(kept.details, Some(moved));
    save_over(&mut paula, &id, kept.version, described).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_11_external_id_and_oid_are_unique_and_an_oid_stays() {
    let world = World::start().await;
    let mut paula = world.locations_by("paula").await;
    let id = save(&mut paula, "", koivula()).await.unwrap();
    let other = LocationDetails { name: "Toinen".to_owned(), oid: String::new(), external_id: String::new(), ..koivula() };
    for (details, reason, at) in [
        (LocationDetails { oid: koivula().oid, ..other.clone() }, "oid_taken", "details.oid"),
        (LocationDetails { external_id: " K-77 ".to_owned(), ..other.clone() }, "external_id_taken", "details.external_id"),
        (LocationDetails { oid: "1.2.246".to_owned(), ..other.clone() }, "oid_malformed", "details.oid"),
        (LocationDetails { name: " ".to_owned(), ..other.clone() }, "location_name_missing", "details.name"),
        (LocationDetails { municipality: String::new(), ..other.clone() }, "location_municipality_missing", "details.municipality"),
        (LocationDetails { municipality: location_id("lehtola").to_string(), ..other.clone() }, "service_area_unknown", "details.municipality"),
    ] {
        let refused = save(&mut paula, "", details).await.unwrap_err();
        assert_eq!((told(&refused), field(&refused)), (said(Code::InvalidArgument, reason), at.to_owned()));
    }
    let refused = save(&mut paula, &id, LocationDetails { oid: "1.2.246.10.9999999.10.78".to_owned(), ..koivula() }).await.unwrap_err();
    assert_eq!((told(&refused), field(&refused)), (said(Code::InvalidArgument, "oid_immutable"), "details.oid".to_owned()));
    // Nothing of it was stored, and none at all is no one's.
    assert_eq!(list(&mut paula, "toinen", PageRequest::default()).await.0, []);
    save(&mut paula, "", other.clone()).await.unwrap();
    save(&mut paula, "", LocationDetails { name: "Kolmas".to_owned(), ..other }).await.unwrap();

    // Ten at once with one OID: one gets it.
    let oid = "1.2.246.10.9999999.10.99";
    let tries = (0..10).map(|number| {
        let mut client = paula.clone();
        let details = LocationDetails { name: format!("Yhtaikaa {number}"), oid: oid.to_owned(), external_id: String::new(), ..koivula() };
        async move { save(&mut client, "", details).await }
    });
    let done = futures::future::join_all(tries).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    assert!(done.iter().filter_map(|done| done.as_ref().err()).all(|refused| told(refused) == said(Code::InvalidArgument, "oid_taken")));
    assert_eq!(list(&mut paula, oid, PageRequest::default()).await.0.len(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_who_books_is_told_of_every_place_with_what_another_system_calls_it() {
    let world = World::start().await;
    let mut paula = world.locations_by("paula").await;
    let (whole, nameless) = (koivula(), LocationDetails { name: "Toinen".to_owned(), municipality: koivula().municipality, ..Default::default() });
    let ids = [save(&mut paula, "", whole.clone()).await.unwrap(), save(&mut paula, "", nameless.clone()).await.unwrap()];
    let service = CallerContext { kind: Caller::Service.into(), service: "scheduling".to_owned(), ..CallerContext::default() };
    let places = BookingDirectoryServiceClient::new(world.calls_by(service)).list_places(ListPlacesRequest {}).await.unwrap().into_inner().places;
    assert_eq!(places.len(), 6, "those of the demo as well");
    for (id, kept) in ids.into_iter().zip([whole, nameless]) {
        let place = places.iter().find(|place| place.location_id == id).unwrap();
        assert_eq!((&place.name, &place.address, &place.service_area_id), (&kept.name, &kept.address, &kept.municipality));
        assert_eq!((&place.external_id, &place.source_system), (&kept.external_id, &kept.source_system));
        assert_eq!(place.service_area_name.as_ref().unwrap().texts["fi"], "Tunturi");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_location_that_professionals_may_choose_is_not_removed_and_only_administrators_keep_them() {
    let world = World::start().await;
    let mut paula = world.locations_by("paula").await;
    let lehtola = location_id("lehtola").to_string();
    let refused = paula.remove_location(RemoveLocationRequest { location_id: lehtola.clone() }).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "location_in_use"));
    for who in ["liisa", "ritva", "tauno"] {
        let mut client = world.locations_by(who).await;
        let refused = client.get_location(GetLocationRequest { location_id: lehtola.clone() }).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::PermissionDenied, "access_denied"), "{who}");
        assert_eq!(save(&mut client, "", koivula()).await.unwrap_err().code(), Code::PermissionDenied, "{who}");
    }
    world.end().await;
}
