//! Booking roles, as responsible users and administrators keep them.

use chassis::testkit::{
    Calls, World, eventually,
    refusals::{fields, said, told},
};
use kajo_proto::{
    common::v1::{ListNamesRequest, RecordState, Translated},
    options::v1::Caller,
    scheduling::v1::{
        ArchiveBookingRoleRequest, BookingRole, BookingRoleDetails, GetBookingRoleRequest, ListBookingRolesRequest, RemoveBookingRoleRequest,
        SaveBookingRoleRequest, booking_role_service_client::BookingRoleServiceClient, name_service_client::NameServiceClient,
    },
};
use scheduling::booking_role::DEFAULT;
use tonic::{Code, Status};

use crate::world::{by, start};

type Client = BookingRoleServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    BookingRoleServiceClient::new(by(world, kind))
}

fn named(fi: &str, sv: &str, en: &str) -> BookingRoleDetails {
    BookingRoleDetails { name: Some(Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }) }
}

async fn add(client: &mut Client, details: BookingRoleDetails) -> Result<String, Status> {
    let asked = SaveBookingRoleRequest { details: Some(details), ..SaveBookingRoleRequest::default() };
    Ok(client.save_booking_role(asked).await?.into_inner().booking_role_id)
}

/// A role of this name.
pub(crate) async fn add_role(world: &World, name: &str) -> String {
    add(&mut client(world, Caller::ResponsibleUser), named(name, &format!("{name} sv"), &format!("{name} en"))).await.unwrap()
}

async fn get(client: &mut Client, id: &str) -> Result<BookingRole, Status> {
    let asked = GetBookingRoleRequest { booking_role_id: id.to_owned() };
    Ok(client.get_booking_role(asked).await?.into_inner().booking_role.unwrap())
}

async fn remove(client: &mut Client, id: &str) -> Result<(), Status> {
    client.remove_booking_role(RemoveBookingRoleRequest { booking_role_id: id.to_owned(), uses_confirmed: false }).await?;
    Ok(())
}

/// Names of those in use, with the default one marked.
async fn list(client: &mut Client) -> Vec<(String, bool)> {
    let asked = ListBookingRolesRequest { state: RecordState::Active.into(), ..ListBookingRolesRequest::default() };
    let answer = client.list_booking_roles(asked).await.unwrap().into_inner();
    answer.booking_roles.into_iter().map(|role| (role.details.unwrap().name.unwrap().fi, role.is_default)).collect()
}

/// The default one is there soon after the first start.
async fn until_default(client: &mut Client) {
    let client = &*client;
    eventually(|| async { get(&mut client.clone(), &DEFAULT.to_string()).await.ok() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_05_a_responsible_user_keeps_roles_in_three_languages_and_the_default_one_is_renamed_and_stays() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    until_default(&mut ritva).await;
    let nurse = add(&mut ritva, named("Sairaanhoitaja", "Sjukskötare", "Nurse")).await.unwrap();
    let expected = [("Ammattilainen".to_owned(), true), ("Sairaanhoitaja".to_owned(), false)];
    assert_eq!(list(&mut ritva).await, expected);
    let refused = add(&mut ritva, named("SAIRAANHOITAJA", "", "Nurse practitioner")).await.unwrap_err();
    let told_at: Vec<_> = fields(&refused).into_iter().map(|(field, reason)| format!("{field} {reason}")).collect();
    assert_eq!(told_at, ["details.name.sv translation_missing", "details.name.fi booking_role_name_taken"]);

    let mut paula = client(&world, Caller::Administrator);
    let kept = get(&mut paula, &DEFAULT.to_string()).await.unwrap();
    let asked = SaveBookingRoleRequest {
        booking_role_id: kept.booking_role_id.clone(),
        details: Some(named("Hoitohenkilö", "Vårdare", "Carer")),
        fields: vec!["name".to_owned()],
        version: kept.version,
    };
    paula.save_booking_role(asked).await.unwrap();
    let stays = said(Code::FailedPrecondition, "booking_role_is_default");
    assert_eq!(told(&remove(&mut paula, &kept.booking_role_id).await.unwrap_err()), stays);
    let archive = ArchiveBookingRoleRequest { booking_role_id: kept.booking_role_id };
    assert_eq!(told(&paula.archive_booking_role(archive).await.unwrap_err()), stays);

    let names = NameServiceClient::new(by(&world, Caller::Practitioner))
        .list_names(ListNamesRequest { kind: "booking_role".to_owned(), revision: 0 })
        .await
        .unwrap()
        .into_inner()
        .names;
    assert_eq!(names.into_iter().map(|name| name.names.unwrap().texts["en"].clone()).collect::<Vec<_>>(), ["Carer", "Nurse"]);
    remove(&mut paula, &nurse).await.unwrap();
    assert_eq!(told(&get(&mut paula, &nurse).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}
