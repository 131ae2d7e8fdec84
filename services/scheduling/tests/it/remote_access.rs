//! Who works with remote appointments, as administrators say it.

use chassis::testkit::{
    eventually,
    refusals::{fields, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    options::v1::Caller,
    scheduling::v1::{
        GetRemoteAccessRequest, RemoteAccessDetails, RemoteGrant, SaveRemoteAccessRequest, remote_access_service_client::RemoteAccessServiceClient,
    },
};
use tonic::Code;

use crate::world::{by, start};

pub(crate) fn save(details: RemoteAccessDetails, version: u64) -> SaveRemoteAccessRequest {
    SaveRemoteAccessRequest { details: Some(details), fields: vec!["restricted".to_owned(), "grants".to_owned()], version }
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_11_administrators_alone_say_in_which_roles_and_where_remote_appointments_are_seen() {
    let world = start().await;
    let mut paula = RemoteAccessServiceClient::new(by(&world, Caller::Administrator));
    // It is there soon after the first start, and open to all professionals.
    let reader = paula.clone();
    let read = || async { reader.clone().get_remote_access(GetRemoteAccessRequest {}).await.ok() };
    let first = eventually(read).await.into_inner();
    assert_eq!((first.details, first.version), (Some(RemoteAccessDetails::default()), 1));
    let id = |number: u128| Uuid::from_u128(number).to_string();
    let restricted = RemoteAccessDetails {
        restricted: true,
        grants: vec![RemoteGrant { role_id: id(1), location_ids: vec![id(11), id(12)] }, RemoteGrant { role_id: id(2), location_ids: vec![id(11)] }],
    };
    paula.save_remote_access(save(restricted.clone(), 1)).await.unwrap();
    let kept = read().await.unwrap().into_inner();
    assert_eq!((kept.details, kept.version), (Some(restricted.clone()), 2));
    // Whoever has not seen this changes nothing of it, and who restricts says to whom.
    assert_eq!(told(&paula.save_remote_access(save(RemoteAccessDetails::default(), 1)).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    let nobody = RemoteAccessDetails { restricted: true, grants: vec![] };
    let refused = paula.save_remote_access(save(nobody, 2)).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.grants".to_owned(), "remote_roles_missing".to_owned())]);
    // Switched off, the list stays as it is for the next time.
    paula.save_remote_access(save(RemoteAccessDetails { restricted: false, ..restricted.clone() }, 2)).await.unwrap();
    assert_eq!(read().await.unwrap().into_inner().details.unwrap().grants, restricted.grants);
    for kind in [Caller::ResponsibleUser, Caller::Practitioner, Caller::Resident] {
        let mut other = RemoteAccessServiceClient::new(by(&world, kind));
        assert_eq!(other.get_remote_access(GetRemoteAccessRequest {}).await.unwrap_err().code(), Code::PermissionDenied, "{kind:?}");
        assert_eq!(other.save_remote_access(save(RemoteAccessDetails::default(), 3)).await.unwrap_err().code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}
