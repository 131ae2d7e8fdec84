//! Path categories, as responsible users keep them.

use chassis::testkit::{
    Calls,
    refusals::{fields, param, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::RecordState,
    digipath_engine::v1::{
        ArchivePathCategoryRequest, GetPathCategoryRequest, ListPathCategoriesRequest, ListPathCategoryUsesRequest, PathCategory,
        PathCategoryDetails, PathDetails, PublishPathRequest, RemovePathCategoryRequest, RestorePathCategoryRequest, SavePathCategoryRequest,
        SavePathDraftRequest, path_category_service_client::PathCategoryServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::{
    paths::{category, details},
    plans::{block, content, manual, step, texts},
    world::World,
};

type Client = PathCategoryServiceClient<Calls>;

async fn get(client: &mut Client, id: &str) -> Result<PathCategory, Status> {
    Ok(client.get_path_category(GetPathCategoryRequest { path_category_id: id.to_owned() }).await?.into_inner().path_category.unwrap())
}

async fn names(client: &mut Client, state: RecordState) -> Vec<String> {
    let asked = ListPathCategoriesRequest { search: "polut".to_owned(), state: state.into(), page: None };
    let found = client.list_path_categories(asked).await.unwrap().into_inner().path_categories;
    found.into_iter().map(|category| category.details.unwrap().name.unwrap().fi).collect()
}

async fn remove(client: &mut Client, id: &str) -> Result<(), Status> {
    client.remove_path_category(RemovePathCategoryRequest { path_category_id: id.to_owned() }).await.map(drop)
}

/// Paths that belong to it by name, and how many there are.
async fn uses(client: &mut Client, id: &str) -> (Vec<String>, u64) {
    let asked = ListPathCategoryUsesRequest { path_category_id: id.to_owned() };
    let answer = client.list_path_category_uses(asked).await.unwrap().into_inner();
    (answer.paths.into_iter().map(|path| path.names.unwrap().texts["fi"].clone()).collect(), answer.count)
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_02_a_category_is_kept_renamed_archived_and_restored_and_its_name_is_no_other_ones() {
    let world = World::start().await;
    let mut client = PathCategoryServiceClient::new(world.by(Caller::ResponsibleUser));
    let first = category(&world, "Polut alkuun").await;
    let second = category(&world, "Polut loppuun").await;
    assert_eq!(names(&mut client, RecordState::Active).await, ["Polut alkuun", "Polut loppuun"]);
    let kept = get(&mut client, &second).await.unwrap();
    let rename = |name: &str, version: u64| SavePathCategoryRequest {
        path_category_id: second.clone(),
        details: Some(PathCategoryDetails { name: texts(name) }),
        fields: vec!["name".to_owned()],
        version,
    };
    let refused = client.save_path_category(rename("Polut alkuun", kept.version)).await.unwrap_err();
    let taken = ["fi", "sv", "en"].map(|language| (format!("details.name.{language}"), "path_category_name_taken".to_owned()));
    assert_eq!(fields(&refused), taken);
    client.save_path_category(rename("Polut kotiin", kept.version)).await.unwrap();
    let refused = client.save_path_category(rename("Polut ulos", kept.version)).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Aborted, "stale_version"));

    client.archive_path_category(ArchivePathCategoryRequest { path_category_id: first.clone() }).await.unwrap();
    assert_eq!(names(&mut client, RecordState::Archived).await, ["Polut alkuun"]);
    // Nothing new comes into one that is archived.
    let whole = details("Polku", &first, [block([step(manual(), content(Uuid::now_v7()))])]);
    let mut paths = world.builder();
    let asked = PublishPathRequest { details: Some(whole), ..PublishPathRequest::default() };
    let refused = paths.publish_path(asked.clone()).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.path_category_id".to_owned(), "path_category_missing".to_owned())]);
    client.restore_path_category(RestorePathCategoryRequest { path_category_id: first }).await.unwrap();
    paths.publish_path(asked).await.unwrap();
    let missing = get(&mut client, &Uuid::now_v7().to_string()).await.unwrap_err();
    assert_eq!(told(&missing), said(Code::NotFound, "not_found"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_02_a_category_is_not_removed_while_paths_or_drafts_belong_to_it() {
    let world = World::start().await;
    let mut client = PathCategoryServiceClient::new(world.by(Caller::ResponsibleUser));
    let mut paths = world.builder();
    let used = category(&world, "Polut alkuun").await;
    let other = category(&world, "Polut loppuun").await;
    let whole = details("Selkä", &used, [block([step(manual(), content(Uuid::now_v7()))])]);
    let asked = PublishPathRequest { details: Some(whole), ..PublishPathRequest::default() };
    let published = paths.publish_path(asked).await.unwrap().into_inner().path_id;
    let asked = SavePathDraftRequest { details: Some(details("Niska", &used, [])), ..SavePathDraftRequest::default() };
    let drafted = paths.save_path_draft(asked).await.unwrap().into_inner().path_id;
    assert_eq!(uses(&mut client, &used).await, (vec!["Niska".to_owned(), "Selkä".to_owned()], 2));
    let refused = remove(&mut client, &used).await.unwrap_err();
    assert_eq!((told(&refused), param(&refused, "paths").as_str()), (said(Code::FailedPrecondition, "category_has_paths"), "2"));

    // One whose draft moves to another category belongs to both until that is published.
    let elsewhere = || Some(PathDetails { path_category_id: other.clone(), ..PathDetails::default() });
    let fields = || vec!["path_category_id".to_owned()];
    for path_id in [&published, &drafted] {
        let asked = SavePathDraftRequest { path_id: path_id.clone(), details: elsewhere(), fields: fields(), version: 1 };
        paths.save_path_draft(asked).await.unwrap();
    }
    assert_eq!(uses(&mut client, &used).await, (vec!["Selkä".to_owned()], 1));
    assert_eq!(uses(&mut client, &other).await, (vec!["Niska".to_owned(), "Selkä".to_owned()], 2));
    let asked = PublishPathRequest { path_id: published, details: elsewhere(), fields: fields(), version: 2, ..PublishPathRequest::default() };
    assert!(paths.publish_path(asked).await.unwrap().into_inner().problems.is_empty());
    remove(&mut client, &used).await.unwrap();
    assert_eq!(told(&get(&mut client, &used).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await;
}
