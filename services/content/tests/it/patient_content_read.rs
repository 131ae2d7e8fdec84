//! Residents read the contents that were given to them, themselves or by who acts for them.

use chassis::testkit::refusals::{reason, said, told};
use chassis_domain::{SignedDuration, Uuid};
use content::patient_content::{Command, PatientContent, PatientContentId};
use kajo_proto::{
    common::v1::PageRequest,
    content::v1::{ListMyContentsRequest, MyContentList, PatientContentState},
    options::v1::Domain,
};
use tonic::Code;

use crate::patient_content::town::{alone, events_of, for_resident, girl, give, given, keeper, published_anew, resident};

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_a_resident_reads_a_content_which_is_remembered_once_and_a_newer_version_as_well() {
    let world = alone().await;
    let (content, aino) = (keeper(&world).publish("Flunssa").await, resident(&world, "Aino Lehtonen"));
    let id = give(&world, given(aino.id, &content)).await;
    let (unread, shown) = aino.head(&id).await;
    assert_eq!((unread.state(), unread.title.as_str(), unread.language.as_str()), (PatientContentState::Unread, "Flunssa", "fi"));
    assert_eq!((unread.activated_by_name.as_str(), unread.read_at, unread.newer, shown), ("Liisa Virtanen", None, false, (true, 1)));
    assert_eq!((aino.ids(MyContentList::Unread).await, aino.ids(MyContentList::Past).await.len()), (vec![id.clone()], 0));

    // Words that never were nobody has read.
    for version in [0, 2, 1_000_000] {
        assert_eq!(told(&aino.read(&id, version).await.unwrap_err()), said(Code::NotFound, "not_found"), "{version}");
    }
    for _ in 0..3 {
        aino.read(&id, 1).await.unwrap();
    }
    assert_eq!(events_of(&world, &id).await, ["patient_content.activated", "patient_content.read"]);
    let (read, _) = aino.head(&id).await;
    assert_eq!((read.state(), read.read_at.is_some(), read.newer), (PatientContentState::Read, true, false));
    assert_eq!((aino.ids(MyContentList::Unread).await.len(), aino.ids(MyContentList::Past).await), (0, vec![id.clone()]));

    published_anew(&world, &content).await;
    let (newer, shown) = aino.head(&id).await;
    assert_eq!((newer.title.as_str(), newer.newer, newer.state(), shown), ("Uusi otsikko", true, PatientContentState::Read, (true, 2)));
    world.clock().advance(SignedDuration::from_hours(1));
    aino.read(&id, 2).await.unwrap();
    // A slower device shows the old words still.
    aino.read(&id, 1).await.unwrap();
    assert_eq!(events_of(&world, &id).await.len(), 3);
    let (again, _) = aino.head(&id).await;
    assert_eq!((again.newer, again.read_at), (false, read.read_at), "when it was read first");
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_it_is_read_in_ones_language_or_finnish_and_goes_on_when_the_content_is_archived() {
    let world = alone().await;
    let (content, aino) = (keeper(&world).publish("Flunssa").await, resident(&world, "Aino Lehtonen"));
    let id = give(&world, given(aino.id, &content)).await;
    keeper(&world).archive_content(&content).await;
    for (language, title, told) in [("sv", "Flunssa sv", "sv"), ("sms", "Flunssa", "fi"), ("xx", "Flunssa", "fi"), ("", "Flunssa", "fi")] {
        let seen = aino.see_in(&id, language).await.unwrap();
        let head = seen.content.unwrap();
        assert_eq!((head.title.as_str(), head.language.as_str(), seen.text.is_some()), (title, told, true), "{language}");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_of_one_that_was_taken_back_no_words_are_told_and_it_is_not_read_any_more() {
    let world = alone().await;
    let (content, aino) = (keeper(&world).publish("Flunssa").await, resident(&world, "Aino Lehtonen"));
    let id = give(&world, given(aino.id, &content)).await;
    let meta = chassis::store::CommandMeta::system(Uuid::now_v7());
    let store = &world.running.kernel().store;
    store.execute::<PatientContent>(PatientContentId::parse(&id).unwrap(), Command::WithdrawWithAccount, meta).await.unwrap();
    let (head, shown) = aino.head(&id).await;
    assert_eq!((head.state(), head.newer, shown), (PatientContentState::Withdrawn, false, (false, 0)));
    assert_eq!(told(&aino.read(&id, 1).await.unwrap_err()), said(Code::FailedPrecondition, "content_withdrawn"));
    assert_eq!((aino.ids(MyContentList::Unread).await.len(), aino.ids(MyContentList::Past).await), (0, vec![id]));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_the_newest_stands_first_page_by_page() {
    let world = alone().await;
    let (content, aino) = (keeper(&world).publish("Flunssa").await, resident(&world, "Aino Lehtonen"));
    let mut expected = Vec::new();
    for _ in 0..4 {
        expected.push(give(&world, given(aino.id, &content)).await);
        world.clock().advance(SignedDuration::from_secs(1));
    }
    expected.reverse();
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let page = Some(PageRequest { size: 3, token });
        let asked = ListMyContentsRequest { list: MyContentList::Unread.into(), language: "fi".to_owned(), page };
        let answer = aino.contents().list_my_contents(asked).await.unwrap().into_inner();
        found.extend(answer.contents.into_iter().map(|content| content.patient_content_id));
        token = answer.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(found, expected);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_who_acts_for_a_resident_reads_with_a_mandate_of_the_matter_alone_and_to_others_it_is_not_there() {
    let world = alone().await;
    let (content, aino) = (keeper(&world).publish("Flunssa").await, resident(&world, "Aino Lehtonen"));
    let id = give(&world, given(aino.id, &content)).await;
    let missing = aino.see(&Uuid::now_v7().to_string()).await.unwrap_err();
    for nobody in [for_resident(&world, &aino, &[Domain::Social], false), for_resident(&world, &aino, &[], false), resident(&world, "Elli Fofonoff")]
    {
        assert!(nobody.list(MyContentList::Unread).await.is_empty());
        for refused in [nobody.see(&id).await.map(drop), nobody.read(&id, 1).await, nobody.show(&id, true).await] {
            let refused = refused.unwrap_err();
            assert_eq!((refused.code(), refused.details()), (missing.code(), missing.details()), "as if it were not there");
        }
    }
    let eino = for_resident(&world, &aino, &[Domain::Health], false);
    assert_eq!(eino.ids(MyContentList::Unread).await, [id.as_str()]);
    assert!(eino.see(&id).await.unwrap().text.is_some());
    eino.read(&id, 1).await.unwrap();
    assert_eq!(aino.ids(MyContentList::Past).await, [id.as_str()]);
    // Names are readable nowhere.
    let open: i64 = sqlx::query_scalar(
        "select (select count(*) from events where position('Liisa' in encode(payload, 'escape')) > 0)
              + (select count(*) from patient_contents where position('Liisa' in patient_contents::text) > 0)",
    )
    .fetch_one(&world.running.kernel().pool)
    .await
    .unwrap();
    assert_eq!(open, 0);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_a_teenagers_content_is_hers_to_show_to_guardians() {
    let world = alone().await;
    let (content, venla) = (keeper(&world).publish("Flunssa").await, girl(&world));
    let guardian = for_resident(&world, &venla, &[Domain::Health, Domain::Social], true);
    let id = give(&world, given(venla.id, &content)).await;
    let (own, _) = venla.head(&id).await;
    assert!(own.may_show_to_guardians && !own.visible_to_guardians);
    assert!(guardian.list(MyContentList::Unread).await.is_empty());
    assert_eq!(told(&guardian.show(&id, true).await.unwrap_err()), said(Code::NotFound, "not_found"));
    venla.show(&id, true).await.unwrap();
    let (shown, _) = guardian.head(&id).await;
    assert!(shown.visible_to_guardians && !shown.may_show_to_guardians);
    assert_eq!(guardian.ids(MyContentList::Unread).await, [id.as_str()]);
    assert_eq!(reason(&guardian.show(&id, false).await.unwrap_err()), "not_the_teenager");
    venla.show(&id, false).await.unwrap();
    assert!(guardian.list(MyContentList::Unread).await.is_empty());
    assert_eq!(told(&guardian.see(&id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}
