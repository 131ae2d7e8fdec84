//! Paths, as responsible users build and publish them.

use chassis::testkit::{
    Calls,
    refusals::{fields, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{GetNamesRequest, ListNamesRequest, Matter, PageRequest, RecordState, Translated},
    digipath_engine::v1::{
        ActionKind, ArchivePathRequest, ConditionKind, DelayUnit, EndExecutionsOfPathRequest, GetPathRequest, GetPathVersionRequest,
        ListActivatablePathsRequest, ListPathReferencesRequest, ListPathVersionsRequest, ListPathsRequest, Path, PathAction, PathBlock,
        PathCategoryDetails, PathDetails, PathKind, PathPart, PathProblem, PublishPathRequest, PublishPathResponse, RestorePathRequest,
        RollBackPathRequest, SavePathCategoryRequest, SavePathDraftRequest, ValidatePathRequest, name_service_client::NameServiceClient,
        path_category_service_client::PathCategoryServiceClient, path_service_client::PathServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::{
    plans::{after_previous, block, content, later, manual, step, survey, task_done, texts},
    world::World,
};

type Client = PathServiceClient<Calls>;

/// Adds a category.
pub(crate) async fn category(world: &World, name: &str) -> String {
    let asked = SavePathCategoryRequest { details: Some(PathCategoryDetails { name: texts(name) }), ..SavePathCategoryRequest::default() };
    PathCategoryServiceClient::new(world.by(Caller::ResponsibleUser)).save_path_category(asked).await.unwrap().into_inner().path_category_id
}

/// What can be published.
pub(crate) fn details(name: &str, category: &str, blocks: impl IntoIterator<Item = PathBlock>) -> PathDetails {
    PathDetails {
        name: texts(name),
        description: Some(Translated::default()),
        path_category_id: category.to_owned(),
        matter: Matter::Health.into(),
        blocks: blocks.into_iter().collect(),
        one_path: true,
        kind: PathKind::Blocks.into(),
        entry: None,
    }
}

/// A block that begins when a professional activates its path, and gives a content.
fn by_hand() -> PathBlock {
    block([step(manual(), content(Uuid::now_v7()))])
}

async fn get(client: &mut Client, id: &str) -> Result<Path, Status> {
    Ok(client.get_path(GetPathRequest { path_id: id.to_owned() }).await?.into_inner().path.unwrap())
}

/// Publishes a new one.
async fn add(client: &mut Client, details: PathDetails) -> Result<PublishPathResponse, Status> {
    let asked = PublishPathRequest { details: Some(details), ..PublishPathRequest::default() };
    Ok(client.publish_path(asked).await?.into_inner())
}

/// Publishes what is kept, with these fields of what is asked.
async fn publish(client: &mut Client, kept: &Path, named: &[&str], details: PathDetails) -> Result<PublishPathResponse, Status> {
    let fields = named.iter().map(|field| (*field).to_owned()).collect();
    let asked = PublishPathRequest { path_id: kept.path_id.clone(), details: Some(details), fields, version: kept.version, ..Default::default() };
    Ok(client.publish_path(asked).await?.into_inner())
}

async fn draft(client: &mut Client, kept: &Path, field: &str, details: PathDetails) -> Result<String, Status> {
    let (path_id, fields) = (kept.path_id.clone(), vec![field.to_owned()]);
    let asked = SavePathDraftRequest { path_id, details: Some(details), fields, version: kept.version };
    Ok(client.save_path_draft(asked).await?.into_inner().path_id)
}

async fn roll_back(client: &mut Client, kept: &Path, published_version: u32) -> Result<bool, Status> {
    let asked = RollBackPathRequest { path_id: kept.path_id.clone(), published_version, version: kept.version };
    Ok(client.roll_back_path(asked).await?.into_inner().became_draft)
}

async fn version(client: &mut Client, id: &str, published_version: u32) -> Result<PathDetails, Status> {
    let asked = GetPathVersionRequest { path_id: id.to_owned(), published_version };
    Ok(client.get_path_version(asked).await?.into_inner().details.unwrap())
}

/// All that was published, the newest first, in pages of this size: number, steps, blocks that are switched off.
async fn versions(client: &mut Client, id: &str, size: u32) -> Vec<(u32, u32, u32)> {
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let asked = ListPathVersionsRequest { path_id: id.to_owned(), page: Some(PageRequest { size, token }) };
        let answer = client.list_path_versions(asked).await.unwrap().into_inner();
        found.extend(answer.versions.iter().map(|version| (version.published_version, version.steps, version.blocks_off)));
        token = answer.next_page_token;
        if token.is_empty() {
            return found;
        }
    }
}

async fn names(client: &mut Client, search: &str, state: RecordState) -> Vec<String> {
    let asked = ListPathsRequest { search: search.to_owned(), state: state.into(), ..ListPathsRequest::default() };
    let found = client.list_paths(asked).await.unwrap().into_inner().paths;
    found.into_iter().map(|path| path.name.unwrap().fi).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_02_a_path_is_built_published_changed_beside_and_rolled_back_and_no_version_ever_changes() {
    let world = World::start().await;
    let mut client = world.builder();
    let category = category(&world, "Omahoito").await;
    // A draft may be incomplete: here it has a Finnish name and nothing else.
    let name = Some(Translated { fi: "Selkäpolku".to_owned(), ..Translated::default() });
    let asked = SavePathDraftRequest { details: Some(PathDetails { name, ..PathDetails::default() }), ..SavePathDraftRequest::default() };
    let id = client.save_path_draft(asked).await.unwrap().into_inner().path_id;
    let kept = get(&mut client, &id).await.unwrap();
    assert_eq!((kept.has_draft, kept.published_version, kept.version, kept.archived, kept.running), (true, 0, 1, false, 0));
    let whole = details("Selkäpolku", &category, [by_hand()]);
    let all = ["name", "description", "path_category_id", "matter", "blocks", "one_path"];
    let published = publish(&mut client, &kept, &all, whole.clone()).await.unwrap();
    assert_eq!((published.path_id.as_str(), published.problems.len()), (id.as_str(), 0));
    let first = get(&mut client, &id).await.unwrap();
    assert_eq!((first.details.clone(), first.has_draft, first.published_version), (Some(whole.clone()), false, 1));
    assert!(first.published_at.is_some() && first.updated_at.is_some());

    // Beside what is in force; fields that are not named stay.
    let mut blocks = whole.blocks.clone();
    blocks[0].steps.push(later(1, DelayUnit::Days, step(after_previous(), survey(Uuid::now_v7()))));
    let next = PathDetails { blocks, ..whole.clone() };
    draft(&mut client, &first, "blocks", PathDetails { name: texts("Muu"), ..next.clone() }).await.unwrap();
    let beside = get(&mut client, &id).await.unwrap();
    assert_eq!((beside.details.clone(), beside.has_draft, beside.published_version), (Some(next.clone()), true, 1));
    assert_eq!(version(&mut client, &id, 1).await.unwrap(), whole);
    publish(&mut client, &beside, &[], PathDetails::default()).await.unwrap();
    assert_eq!(version(&mut client, &id, 1).await.unwrap(), whole, "what was published stays as it was");
    assert_eq!(version(&mut client, &id, 2).await.unwrap(), next);
    let second = get(&mut client, &id).await.unwrap();
    let again = publish(&mut client, &second, &[], PathDetails::default()).await.unwrap_err();
    assert_eq!(told(&again), said(Code::FailedPrecondition, "publication_unchanged"));
    let stale = publish(&mut client, &beside, &["blocks"], whole.clone()).await.unwrap_err();
    assert_eq!(told(&stale), said(Code::Aborted, "stale_version"));

    // Back, as the next version.
    assert!(!roll_back(&mut client, &second, 1).await.unwrap());
    let third = get(&mut client, &id).await.unwrap();
    assert_eq!((third.details.clone(), third.published_version), (Some(whole), 3));
    assert_eq!(told(&roll_back(&mut client, &third, 4).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(told(&roll_back(&mut client, &second, 2).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    for size in [1, 10] {
        assert_eq!(versions(&mut client, &id, size).await, [(3, 1, 0), (2, 2, 0), (1, 1, 0)]);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_08_while_something_stands_against_it_nothing_is_published_and_without_those_blocks_it_is_in_force_in_part() {
    let world = World::start().await;
    let mut client = world.builder();
    let category = category(&world, "Omahoito").await;
    // A queue that is none, and an action that nobody has chosen.
    let (queue, good) = (Uuid::now_v7(), by_hand());
    let bad = block([step(task_done(queue), content(Uuid::now_v7())), step(after_previous(), PathAction::default())]);
    let expected = [
        (bad.steps[1].step_id.clone(), PathPart::Action, "action_missing".to_owned(), String::new()),
        (bad.steps[0].step_id.clone(), PathPart::Condition, "queue_gone".to_owned(), queue.to_string()),
    ];
    let blocks = vec![good.clone(), bad.clone()];
    let problems =
        client.validate_path(ValidatePathRequest { blocks: blocks.clone(), ..ValidatePathRequest::default() }).await.unwrap().into_inner().problems;
    let each = |problem: &PathProblem| (problem.step_id.clone(), problem.part(), problem.code.clone(), problem.id.clone());
    assert_eq!(problems.iter().map(each).collect::<Vec<_>>(), expected);
    assert!(problems.iter().all(|problem| problem.block_id == bad.block_id));

    let whole = details("Osittain", &category, blocks);
    let refused = add(&mut client, whole.clone()).await.unwrap();
    assert_eq!((refused.path_id.as_str(), refused.problems.iter().map(each).collect::<Vec<_>>()), ("", expected.to_vec()));
    assert!(names(&mut client, "Osittain", RecordState::Unspecified).await.is_empty(), "nothing is kept of it");

    // Switched off they stand against nothing; whether a block was off before does not count.
    let without_block_ids = vec![bad.block_id.clone()];
    let asked = PublishPathRequest { details: Some(whole.clone()), without_block_ids, ..PublishPathRequest::default() };
    let published = client.publish_path(asked).await.unwrap().into_inner();
    assert!(published.problems.is_empty());
    let kept = get(&mut client, &published.path_id).await.unwrap();
    assert_eq!(kept.details.as_ref().unwrap().blocks.iter().map(|block| block.off).collect::<Vec<_>>(), [false, true]);
    assert_eq!(versions(&mut client, &kept.path_id, 10).await, [(1, 1, 1)]);
    let whole_again = publish(&mut client, &kept, &[], PathDetails::default()).await.unwrap();
    assert_eq!((whole_again.path_id.as_str(), whole_again.problems.len()), (kept.path_id.as_str(), 2));
    assert_eq!(get(&mut client, &kept.path_id).await.unwrap(), kept);

    let everything = vec![good.block_id.clone(), bad.block_id.clone()];
    let asked = PublishPathRequest { details: Some(whole), without_block_ids: everything, ..PublishPathRequest::default() };
    let problems = client.publish_path(asked).await.unwrap().into_inner().problems;
    assert!(problems.iter().any(|problem| problem.code == "path_empty" && problem.block_id.is_empty()), "{problems:?}");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_02_what_is_missing_of_its_name_category_and_matter_is_told_field_by_field_and_a_matter_stays() {
    let world = World::start().await;
    let mut client = world.builder();
    let category = category(&world, "Omahoito").await;
    let at = |field: &str, code: &str| (field.to_owned(), code.to_owned());
    let name = Some(Translated { fi: "Polku".to_owned(), ..Translated::default() });
    let bare = PathDetails { name, path_category_id: String::new(), matter: Matter::Unspecified.into(), ..details("", "", [by_hand()]) };
    let refused = add(&mut client, bare).await.unwrap_err();
    let expected = [
        at("details.name.sv", "translation_missing"),
        at("details.name.en", "translation_missing"),
        at("details.path_category_id", "path_category_missing"),
        at("details.matter", "matter_missing"),
    ];
    assert_eq!(fields(&refused), expected);
    let nowhere = details("Polku", &Uuid::now_v7().to_string(), [by_hand()]);
    assert_eq!(fields(&add(&mut client, nowhere).await.unwrap_err()), [at("details.path_category_id", "path_category_missing")]);

    let whole = details("Polku", &category, [by_hand()]);
    let id = add(&mut client, whole.clone()).await.unwrap().path_id;
    let kept = get(&mut client, &id).await.unwrap();
    let moved = PathDetails { matter: Matter::Social.into(), ..whole };
    let refused = publish(&mut client, &kept, &["matter"], moved.clone()).await.unwrap_err();
    assert_eq!(fields(&refused), [at("details.matter", "path_matter_fixed")]);
    assert_eq!(fields(&publish(&mut client, &kept, &["matters"], moved).await.unwrap_err()), [at("fields", "undefined")]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_09_a_path_that_is_archived_is_offered_no_more_until_it_is_restored() {
    let world = World::start().await;
    let mut client = world.builder();
    let category = category(&world, "Omahoito").await;
    let mut whole = details("Verenpaine", &category, [by_hand()]);
    whole.blocks[0].steps.push(later(2, DelayUnit::Weeks, step(after_previous(), survey(Uuid::now_v7()))));
    let id = add(&mut client, whole.clone()).await.unwrap().path_id;
    let mut executions = world.nurse();
    let offered = executions.list_activatable_paths(ListActivatablePathsRequest {}).await.unwrap().into_inner().paths;
    let offered = offered.into_iter().find(|path| path.path_id == id).unwrap();
    assert_eq!((offered.matter(), offered.category_name.unwrap().texts["fi"].as_str()), (Matter::Health, "Omahoito"));
    let steps: Vec<_> =
        offered.steps.iter().map(|step| (step.block, step.condition(), step.action(), step.delay.as_ref().map(|delay| delay.amount))).collect();
    let expected = [(1, ConditionKind::Manual, ActionKind::Content, None), (1, ConditionKind::AfterPrevious, ActionKind::Survey, Some(2))];
    assert_eq!(steps, expected);

    // A draft beside it is called otherwise; others are told what is in force.
    let kept = get(&mut client, &id).await.unwrap();
    draft(&mut client, &kept, "name", PathDetails { name: texts("Paine"), ..PathDetails::default() }).await.unwrap();
    client.archive_path(ArchivePathRequest { path_id: id.clone() }).await.unwrap();
    assert_eq!(names(&mut client, "paine", RecordState::Archived).await, ["Paine"]);
    assert!(names(&mut client, "paine", RecordState::Active).await.is_empty());
    let offered = executions.list_activatable_paths(ListActivatablePathsRequest {}).await.unwrap().into_inner().paths;
    assert!(offered.iter().all(|path| path.path_id != id));
    let mut named = NameServiceClient::new(world.by(Caller::Practitioner));
    let asked = GetNamesRequest { kind: "path".to_owned(), ids: vec![id.clone()] };
    let name = named.get_names(asked).await.unwrap().into_inner().names.remove(0);
    assert_eq!((name.names.unwrap().texts["sv"].as_str(), name.archived), ("Verenpaine sv", true));
    let asked = GetNamesRequest { kind: "path_category".to_owned(), ids: vec![category] };
    assert_eq!(named.get_names(asked).await.unwrap().into_inner().names.len(), 1);
    let refused = named.list_names(ListNamesRequest { kind: "survey".to_owned(), revision: 0 }).await.unwrap_err();
    assert_eq!(fields(&refused), [("kind".to_owned(), "undefined".to_owned())]);

    client.restore_path(RestorePathRequest { path_id: id.clone() }).await.unwrap();
    assert!(!get(&mut client, &id).await.unwrap().archived);
    let ended = client.end_executions_of_path(EndExecutionsOfPathRequest { path_id: id }).await.unwrap().into_inner().ended;
    assert_eq!(ended, 0, "it runs for nobody");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_02_the_same_request_under_the_same_key_is_done_once() {
    let world = World::start().await;
    let category = category(&world, "Omahoito").await;
    let mut client = PathServiceClient::new(world.by(Caller::ResponsibleUser).with_key(Uuid::now_v7()));
    let whole = details("Polku", &category, [by_hand()]);
    let first = add(&mut client, whole.clone()).await.unwrap().path_id;
    assert_eq!(add(&mut client, whole).await.unwrap().path_id, first);
    let other = add(&mut client, details("Toinen", &category, [by_hand()])).await.unwrap_err();
    assert_eq!(told(&other), said(Code::AlreadyExists, "idempotency_key_reused"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_02_a_path_that_is_not_there_is_not_found_and_practitioners_and_residents_do_not_come_in() {
    let world = World::start().await;
    let mut client = world.builder();
    let never = Path { path_id: Uuid::now_v7().to_string(), version: 1, ..Path::default() };
    let gone = said(Code::NotFound, "not_found");
    assert_eq!(told(&get(&mut client, &never.path_id).await.unwrap_err()), gone);
    assert_eq!(told(&version(&mut client, &never.path_id, 1).await.unwrap_err()), gone);
    assert_eq!(told(&draft(&mut client, &never, "name", PathDetails::default()).await.unwrap_err()), gone);
    assert_eq!(told(&publish(&mut client, &never, &["name"], PathDetails::default()).await.unwrap_err()), gone);
    assert_eq!(told(&roll_back(&mut client, &never, 1).await.unwrap_err()), gone);
    assert_eq!(told(&client.archive_path(ArchivePathRequest { path_id: never.path_id.clone() }).await.unwrap_err()), gone);
    assert_eq!(told(&client.end_executions_of_path(EndExecutionsOfPathRequest { path_id: never.path_id }).await.unwrap_err()), gone);
    let listed = client.list_path_references(ListPathReferencesRequest {}).await.unwrap().into_inner();
    assert!(listed.away.is_empty(), "every owner answers");
    for kind in [Caller::Practitioner, Caller::Resident] {
        let mut client = PathServiceClient::new(world.by(kind));
        assert_eq!(client.list_paths(ListPathsRequest::default()).await.unwrap_err().code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await;
}
