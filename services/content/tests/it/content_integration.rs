//! Content integrations: what the register of services says comes to services and contents, and how that goes is told.

mod people;

use chassis::{
    telemetry::metrics,
    testkit::{
        TestEnvironment, World, eventually,
        refusals::{said, told},
    },
};
use chassis_domain::SignedDuration;
use kajo_proto::{
    common::v1::{ListNamesRequest, RecordState},
    content::v1::{
        ArchiveContentIntegrationRequest, ContentIntegrationDetails, GetContentIntegrationRequest, GetServiceContentRequest, IntegrationMode,
        LanguageVersion, ListContentIntegrationsRequest, RemoveContentIntegrationRequest, RestoreContentIntegrationRequest, ServiceDetails,
        SyncContentIntegrationRequest, SyncState, content_integration_service_client::ContentIntegrationServiceClient,
    },
    options::v1::Caller,
};
use simulators::{
    Fault,
    service_register::{RegisteredService, Written},
};
use tonic::Code;

use crate::{
    keeper::{Keeper, at, id, named, texts},
    world::{by, telling_nobody},
};

use people::{People, Register, all, empty, guid, of_content, of_service, registered};

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_an_administrator_adds_finds_changes_archives_restores_and_removes_an_integration_and_nobody_else_sees_one() {
    let register = Register::start().await;
    let mut people = register.people();
    let service = people.service(|details| details).await;
    let content = people.content(empty("Ohje")).await;
    let first = people.add(of_service(&service, guid(1), IntegrationMode::Publish)).await.unwrap();
    let details = ContentIntegrationDetails { name: "Ohjeen lähde".to_owned(), ..of_content(&content, guid(2), IntegrationMode::Wait) };
    let second = people.add(details.clone()).await.unwrap();
    let kept = people.get(&second).await.unwrap();
    assert_eq!((kept.details.clone(), kept.archived, kept.version), (Some(details.clone()), false, 1));
    assert_eq!(kept.target.clone().unwrap().names.unwrap().texts["fi"], "Ohje");
    assert_eq!(kept.sync, Some(SyncState { waits_in_draft: true, ..SyncState::default() }), "it was never tried");
    assert_eq!(people.get(&first).await.unwrap().target.unwrap().names.unwrap().texts["sv"], "Hammas sv");

    let changed = ContentIntegrationDetails { interval_hours: 1, mode: IntegrationMode::Publish.into(), ..details };
    people.set(&kept, &["interval_hours", "mode"], ContentIntegrationDetails { name: "Muu".to_owned(), ..changed.clone() }).await.unwrap();
    assert_eq!(people.get(&second).await.unwrap().details, Some(changed));
    let (all, active, archived) = (RecordState::Unspecified, RecordState::Active, RecordState::Archived);
    let archive = ArchiveContentIntegrationRequest { content_integration_id: second.clone() };
    people.paula.archive_content_integration(archive).await.unwrap();
    for (search, state, found) in
        [("", all, vec![&second, &first]), ("", active, vec![&first]), ("lähde", archived, vec![&second]), (&guid(1).to_string(), all, vec![&first])]
    {
        let listed: Vec<_> = people.list(search, state).await.into_iter().map(|each| each.content_integration_id).collect();
        assert_eq!(listed.iter().collect::<Vec<_>>(), found, "{search} {state:?}");
    }
    // What rests is not fetched, at its time or now.
    let asked = SyncContentIntegrationRequest { content_integration_id: second.clone(), taken_fields: vec![] };
    let refused = people.paula.sync_content_integration(asked).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "content_integration_archived"));
    people.paula.restore_content_integration(RestoreContentIntegrationRequest { content_integration_id: second.clone() }).await.unwrap();
    people.sync(&second).await;
    people.paula.remove_content_integration(RemoveContentIntegrationRequest { content_integration_id: second.clone() }).await.unwrap();
    assert_eq!(told(&people.get(&second).await.unwrap_err()), said(Code::NotFound, "not_found"));

    // Administrators alone; and nobody is told the names.
    let mut ritva = ContentIntegrationServiceClient::new(by(&register.world, Caller::ResponsibleUser));
    let refused = ritva.list_content_integrations(ListContentIntegrationsRequest::default()).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let asked = ListNamesRequest { kind: "content_integration".to_owned(), revision: 0 };
    assert_eq!(people.ritva.names.list_names(asked).await.unwrap_err().code(), Code::InvalidArgument);
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_all_that_is_wrong_with_an_integration_is_told_at_its_field_and_a_target_has_one() {
    let register = Register::start().await;
    let mut people = register.people();
    let service = people.service(|details| details).await;
    let wrong =
        ContentIntegrationDetails { source_id: "ei-tunniste".to_owned(), interval_hours: 0, ..of_content("", guid(1), IntegrationMode::Wait) };
    assert_eq!(
        at(&people.add(wrong).await.unwrap_err()),
        ["details.service_content_id required", "details.source_id source_id_malformed", "details.interval_hours integration_interval_out_of_range",]
    );
    let undefined = ContentIntegrationDetails { target: 0, source: 9, mode: 0, ..of_service(&service, guid(1), IntegrationMode::Wait) };
    let undefined = ContentIntegrationDetails { name: " ".to_owned(), source_id: String::new(), ..undefined };
    assert_eq!(
        at(&people.add(undefined).await.unwrap_err()),
        ["details.name required", "details.target undefined", "details.source undefined", "details.source_id required", "details.mode undefined"]
    );
    let missing = people.add(of_service(&id(9), guid(1), IntegrationMode::Wait)).await.unwrap_err();
    assert_eq!(at(&missing), ["details.service_id integration_target_missing"]);
    // What is a service is no content.
    let other = people.add(of_content(&service, guid(1), IntegrationMode::Wait)).await.unwrap_err();
    assert_eq!(at(&other), ["details.service_content_id integration_target_missing"]);
    people.add(of_service(&service, guid(1), IntegrationMode::Wait)).await.unwrap();
    let taken = people.add(of_service(&service, guid(2), IntegrationMode::Wait)).await.unwrap_err();
    assert_eq!(at(&taken), ["details.service_id integration_target_taken"]);
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_a_service_follows_the_register_and_what_an_editor_changed_stays_with_the_registers_words_beside() {
    let register = Register::start().await;
    let mut people = register.people();
    register.say(guid(1), "Suun hoito");
    let service = people.service(|details| details).await;
    let integration = people.add(of_service(&service, guid(1), IntegrationMode::Publish)).await.unwrap();

    // The first time what is written stays and what is empty is filled.
    let first = people.sync(&integration).await;
    assert_eq!((first.changed_count, first.published, first.failure), (3, true, None));
    assert_eq!(people.reads(&service).await, (all("Hammas"), all("Suun hoito lyhyesti")));
    let state = people.state(&integration).await;
    let differing: Vec<_> = state.differing.iter().map(|each| (each.field.as_str(), each.here.as_str(), each.at_source.as_str())).collect();
    let beside = [("name.fi", "Hammas", "Suun hoito"), ("name.sv", "Hammas sv", "Suun hoito sv"), ("name.en", "Hammas en", "Suun hoito en")];
    assert_eq!(differing, beside);
    assert_eq!((state.succeeded_at, state.tried_at.is_some()), (state.tried_at, true));
    // Whoever wants the register's words says so, of each text.
    assert_eq!(people.sync_taking(&integration, &["name.fi", "name.sv", "name.en"]).await.changed_count, 3);
    assert_eq!(people.reads(&service).await.0, all("Suun hoito"));
    assert_eq!(people.state(&integration).await.differing, []);
    assert_eq!(people.sync(&integration).await.changed_count, 0);

    // From then on they are followed, but for what an editor changes.
    let kept = people.ritva.get(&service).await.unwrap();
    let edited =
        ServiceDetails { description: texts("Suun hoito lyhyesti", "Redaktörens", "Suun hoito lyhyesti en"), ..kept.details.clone().unwrap() };
    people.ritva.set(&kept, &["description"], edited).await.unwrap();
    register.say(guid(1), "Hampaat");
    assert_eq!(people.sync(&integration).await.changed_count, 5);
    let expected = ["Hampaat lyhyesti", "Redaktörens", "Hampaat lyhyesti en"].map(str::to_owned);
    assert_eq!(people.reads(&service).await, (all("Hampaat"), expected));
    let differing = people.state(&integration).await.differing;
    assert_eq!(differing.iter().map(|each| each.field.as_str()).collect::<Vec<_>>(), ["description.sv"]);
    assert_eq!(differing[0].at_source, "Hampaat lyhyesti sv");

    // Where words wait, a service changes by nobody but who asks.
    let kept = people.get(&integration).await.unwrap();
    people.set(&kept, &["mode"], of_service(&service, guid(1), IntegrationMode::Wait)).await.unwrap();
    register.say(guid(1), "Suu");
    assert_eq!(people.sync(&integration).await.changed_count, 0);
    assert_eq!(people.reads(&service).await.0, all("Hampaat"));
    assert_eq!(people.state(&integration).await.differing.len(), 6);
    assert_eq!(people.sync_taking(&integration, &["name.en"]).await.changed_count, 1);
    assert_eq!(people.reads(&service).await.0[2], "Suu en");
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_words_wait_in_the_draft_of_a_content_or_are_published_when_complete_and_nobody_is_writing() {
    let register = Register::start().await;
    let mut people = register.people();
    register.say(guid(1), "Mittaus");
    let content = people.content(empty("Ohje")).await;
    let integration = people.add(of_content(&content, guid(1), IntegrationMode::Wait)).await.unwrap();
    let first = people.sync(&integration).await;
    assert_eq!((first.changed_count, first.published), (6, false));
    let draft = people.written(&content).await;
    assert_eq!((draft.has_draft, draft.published_version), (true, 0));
    let details = draft.details.unwrap();
    assert_eq!(details.sv, Some(LanguageVersion { title: "Mittaus sv".to_owned(), text: "Mittaus **kokonaan** sv".to_owned(), stale: false }));
    assert_eq!((details.name.as_str(), details.sme), ("Ohje", None));
    assert!(people.state(&integration).await.waits_in_draft);

    // Told to, it publishes what it wrote itself.
    let kept = people.get(&integration).await.unwrap();
    people.set(&kept, &["mode"], of_content(&content, guid(1), IntegrationMode::Publish)).await.unwrap();
    assert!(people.sync(&integration).await.published);
    let published = people.written(&content).await;
    assert_eq!((published.has_draft, published.published_version), (false, 1));
    assert!(!people.state(&integration).await.waits_in_draft);
    assert!(!people.sync(&integration).await.published, "nothing is new");

    // Without Swedish it is not complete: it waits, and what is in force stays.
    register.say(guid(1), "Kotimittaus");
    register.simulators.fail(Fault::ServiceRegisterLacksSwedish);
    let lacking = people.sync(&integration).await;
    assert_eq!((lacking.changed_count, lacking.published, lacking.failure), (4, false, None));
    let state = people.state(&integration).await;
    assert_eq!((state.missing_languages, state.waits_in_draft), (vec!["sv".to_owned()], true));
    assert_eq!(people.written(&content).await.published_version, 1);
    register.simulators.fail(Fault::None);
    assert!(people.sync(&integration).await.published);

    // A Sami language comes whole.
    let mut with_sami = registered(guid(1), "Kotimittaus");
    (with_sami.name.se, with_sami.description.se) = ("Mihttideapmi".to_owned(), "Ruovttus".to_owned());
    register.simulators.register_service(with_sami);
    assert!(people.sync(&integration).await.published);
    assert_eq!(people.written(&content).await.details.unwrap().sme.unwrap().title, "Mihttideapmi");

    // An editor's draft is not published over their head, and keeps their words.
    people.edit(&content, "Redaktörens").await;
    register.say(guid(1), "Paine");
    let beside = people.sync(&integration).await;
    assert_eq!((beside.changed_count, beside.published), (5, false));
    let draft = people.written(&content).await;
    let details = draft.details.unwrap();
    assert_eq!((details.fi.unwrap().title, details.sv.unwrap().title), ("Paine".to_owned(), "Redaktörens".to_owned()));
    assert_eq!((draft.has_draft, draft.published_version), (true, 3));
    let differing = people.state(&integration).await.differing;
    // The register says nothing in Sami any more: what came stays.
    assert_eq!(differing.iter().map(|each| each.field.as_str()).collect::<Vec<_>>(), ["sv.title"]);
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_a_failure_keeps_the_last_words_says_since_when_and_why_and_the_third_in_a_row_alerts() {
    let register = Register::with(|settings| settings.with("service_register_patience_seconds", "1")).await;
    let mut people = register.people();
    register.say(guid(1), "Suun hoito");
    let service = people.service(|details| details).await;
    let integration = people.add(of_service(&service, guid(1), IntegrationMode::Publish)).await.unwrap();
    people.sync(&integration).await;
    people.sync_taking(&integration, &["name.fi", "name.sv", "name.en"]).await;
    let good = people.state(&integration).await;
    register.say(guid(1), "Hampaat");

    let alerts = || metrics::render().lines().find_map(|line| line.strip_prefix("kajo_content_sync_alerts_total{").map(str::to_owned));
    assert_eq!(alerts(), None);
    let mut since = None;
    for (number, fault, reason) in [
        (1, Fault::ServiceRegisterFails, "service_register_unavailable"),
        (2, Fault::ServiceRegisterAnswersPage, "service_register_malformed"),
        (3, Fault::ServiceRegisterSilent, "service_register_unavailable"),
        (4, Fault::ServiceRegisterLacksSwedish, "service_register_language_missing"),
    ] {
        register.simulators.fail(fault);
        // Before its own time comes again.
        register.world.clock().advance(SignedDuration::from_mins(30));
        let answer = people.sync(&integration).await;
        let failure = answer.failure.clone().unwrap();
        assert_eq!((answer.changed_count, failure.reason.as_str(), failure.in_a_row), (0, reason, number));
        let state = people.state(&integration).await;
        assert_eq!(state.failure.as_ref(), Some(&failure));
        assert_eq!((state.succeeded_at, state.tried_at != good.tried_at), (good.succeeded_at, true));
        assert_eq!(*since.get_or_insert(failure.since), failure.since, "since the first one");
        assert_eq!(people.reads(&service).await, (all("Suun hoito"), all("Suun hoito lyhyesti")));
        assert_eq!(alerts().is_some(), number >= 3);
    }
    assert_eq!(people.state(&integration).await.failure.unwrap().params["languages"], "sv");
    // In the list as well.
    let listed = people.list("", RecordState::Active).await.remove(0).sync.unwrap();
    assert_eq!(listed.failure.unwrap().reason, "service_register_language_missing");
    register.simulators.fail(Fault::None);
    assert_eq!(people.sync(&integration).await.changed_count, 6);
    let mended = people.state(&integration).await;
    assert_eq!((mended.failure, mended.succeeded_at), (None, mended.tried_at));
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_what_is_gone_at_the_source_or_breaks_a_rule_here_removes_and_changes_nothing_and_is_told() {
    let register = Register::start().await;
    let mut people = register.people();
    let service = people.service(|details| details).await;
    let taken_name = people.ritva.get(&service).await.unwrap().details.unwrap().service_category_id;
    people.ritva.add(named(&taken_name, "Varattu")).await.unwrap();
    let content = people.content(empty("Ohje")).await;
    let of_service_id = people.add(of_service(&service, guid(1), IntegrationMode::Publish)).await.unwrap();
    let of_content_id = people.add(of_content(&content, guid(2), IntegrationMode::Publish)).await.unwrap();
    register.say(guid(1), "Suun hoito");
    register.say(guid(2), "Mittaus");
    people.sync(&of_service_id).await;
    people.sync_taking(&of_service_id, &["name.fi", "name.sv", "name.en"]).await;
    people.sync(&of_content_id).await;
    let (name, published) = (people.reads(&service).await, people.written(&content).await);

    // Too long for the field, formatted otherwise than allowed, a name that another service has.
    let long = "a".repeat(201);
    register.simulators.register_service(RegisteredService { name: Written::of([&long, "b", "c"]), ..registered(guid(1), "Suun hoito") });
    let description = Written::of(["Hyvä\n\n<b>ei</b>", "Bra", "Good"]);
    register.simulators.register_service(RegisteredService { description, ..registered(guid(2), "Mittaus") });
    people.sync(&of_service_id).await;
    people.sync(&of_content_id).await;
    assert_eq!(people.failing(&of_service_id).await, Some(("too_long".to_owned(), "name.fi".to_owned(), 1)));
    let failure = people.state(&of_content_id).await.failure.unwrap();
    assert_eq!((failure.reason.as_str(), failure.field.as_str(), failure.params["line"].as_str()), ("markdown_refused", "fi.text", "3"));
    register.say(guid(1), "Varattu");
    people.sync(&of_service_id).await;
    assert_eq!(people.failing(&of_service_id).await, Some(("service_name_exists".to_owned(), String::new(), 2)));

    // Mended at the source, and then gone there.
    register.say(guid(1), "Suun hoito");
    assert_eq!(people.sync(&of_service_id).await.failure, None);
    register.simulators.withdraw_service(guid(1));
    register.simulators.withdraw_service(guid(2));
    people.sync(&of_service_id).await;
    people.sync(&of_content_id).await;
    assert_eq!(people.failing(&of_service_id).await, Some(("service_register_gone".to_owned(), String::new(), 1)));
    assert_eq!(people.failing(&of_content_id).await.unwrap().0, "service_register_gone");
    assert_eq!((people.reads(&service).await, people.written(&content).await), (name, published));

    // Gone here.
    register.say(guid(1), "Suun hoito");
    people.ritva.remove(&service).await.unwrap();
    people.sync(&of_service_id).await;
    assert_eq!(people.failing(&of_service_id).await.unwrap().0, "integration_target_gone");
    let kept = people.get(&of_service_id).await.unwrap();
    assert_eq!(kept.target.clone().unwrap().names, None);
    // Another id at the source begins anew.
    people.set(&kept, &["source_id"], of_service(&service, guid(3), IntegrationMode::Publish)).await.unwrap();
    assert_eq!(people.state(&of_service_id).await, SyncState::default());
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_integrations_are_synced_by_themselves_at_their_interval() {
    let register = Register::start().await;
    let mut people = register.people();
    let service = people.service(|details| details).await;
    let content = people.content(empty("Ohje")).await;
    register.say(guid(1), "Suun hoito");
    register.say(guid(2), "Mittaus");
    let daily = people.add(of_service(&service, guid(1), IntegrationMode::Publish)).await.unwrap();
    let hourly = ContentIntegrationDetails { interval_hours: 1, ..of_content(&content, guid(2), IntegrationMode::Publish) };
    let hourly = people.add(hourly).await.unwrap();
    // What was never tried is fetched when the job comes next.
    register.world.clock().advance(SignedDuration::from_mins(5));
    let tried = |state: SyncState| state.tried_at.map(|at| at.seconds);
    for id in [&daily, &hourly] {
        let people = &people.paula;
        eventually(|| async {
            let asked = GetContentIntegrationRequest { content_integration_id: id.clone() };
            let found = people.clone().get_content_integration(asked).await.unwrap().into_inner().content_integration.unwrap();
            found.sync.unwrap().succeeded_at
        })
        .await;
    }
    assert_eq!(people.written(&content).await.published_version, 1);
    let first = tried(people.state(&daily).await);
    register.say(guid(1), "Hampaat");
    register.say(guid(2), "Kotimittaus");
    register.later(1);
    let asked = people.ritva.contents.clone();
    eventually(|| async {
        let get = GetServiceContentRequest { service_content_id: content.clone() };
        let found = asked.clone().get_service_content(get).await.unwrap().into_inner().service_content.unwrap();
        (found.published_version == 2).then_some(())
    })
    .await;
    assert_eq!(tried(people.state(&daily).await), first, "not before its time");
    register.later(23);
    eventually(|| async {
        let get = GetContentIntegrationRequest { content_integration_id: daily.clone() };
        let found = people.paula.clone().get_content_integration(get).await.unwrap().into_inner().content_integration.unwrap();
        (tried(found.sync.unwrap()) > first).then_some(())
    })
    .await;
    assert_eq!(people.reads(&service).await.1, all("Hampaat lyhyesti"));
    register.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_04_without_an_address_of_the_register_nothing_is_fetched_and_who_asks_is_told() {
    let test = TestEnvironment::with(telling_nobody).await.unwrap();
    let world = World::start(test, content::service).await.unwrap();
    let mut people = People {
        paula: ContentIntegrationServiceClient::new(by(&world, Caller::Administrator)),
        ritva: Keeper::new(&world, Caller::ResponsibleUser),
    };
    let service = people.service(|details| details).await;
    let integration = people.add(of_service(&service, guid(1), IntegrationMode::Publish)).await.unwrap();
    let asked = SyncContentIntegrationRequest { content_integration_id: integration.clone(), taken_fields: vec![] };
    let refused = people.paula.sync_content_integration(asked).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "service_register_not_set"));
    assert_eq!(people.state(&integration).await, SyncState::default());
    world.end().await.unwrap();
}
