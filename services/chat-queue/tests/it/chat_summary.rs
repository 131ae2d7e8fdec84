//! Summaries of chats: a model makes them, and the professional who has the chat answers for them.

use chassis::{
    store::CommandMeta,
    testkit::refusals::{field, param, said, told},
};
use chassis_domain::{Uuid, timestamp};
use chat_queue::chat_summary::{ChatSummary, ChatSummaryId, Command};
use kajo_proto::{
    chat_queue::v1::{ChatQueueDetails, ChatSummaryFailure, ChatSummaryState},
    options::v1::Domain,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::{
    calling::Talk,
    summing_up::{Office, accept, clear, edit, get, reject, request, there},
    take_over::{in_chat, vanished},
    waiting_room::{Professional, WaitingRoom, end, write},
    whispers::to_professional,
    world::{LOCATION, ROLE, named, start},
};

/// Somebody and Liisa have written to each other.
async fn talked(room: &WaitingRoom) -> Talk {
    let talk = Talk::begin(room).await;
    say(&talk).await;
    talk
}

async fn say(talk: &Talk) {
    write(&talk.aino.calls, &talk.chat, "Kurkku on kipeä ja kuumetta on ollut.").await.unwrap();
    write(&talk.liisa.calls, &talk.chat, "Kuinka kauan kuumetta on ollut?").await.unwrap();
    write(&talk.aino.calls, &talk.chat, "Kuumetta on ollut kolme päivää.").await.unwrap();
}

/// As the state of things forbids it.
fn no(reason: &str) -> (Code, String) {
    said(Code::FailedPrecondition, reason)
}

fn refused(result: Result<(), Status>) -> (Code, String) {
    told(&result.unwrap_err())
}

/// Facts that this professional is told.
fn only_to(liisa: &Professional, facts: &[&str]) -> Vec<(String, Vec<String>)> {
    facts.iter().map(|fact| (format!("ChatSummary{fact}"), vec![to_professional(liisa)])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_a_summary_is_asked_for_and_made_with_what_each_sentence_stands_on() {
    let office = Office::open().await;
    let talk = Talk::begin(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    let first = get(liisa, chat).await.unwrap();
    assert_eq!((first.summary, first.offered, first.text_max_chars), (None, true, 4_000));
    assert_eq!(refused(request(liisa, chat).await), no("summary_empty"));

    say(&talk).await;
    let (asked_at, retried) = (office.world().clock().now(), liisa.with_key(Uuid::now_v7()));
    request(&retried, chat).await.unwrap();
    let summary = office.becomes(liisa, chat, ChatSummaryState::Done).await;
    let sources: Vec<_> = summary.sentences.iter().map(|each| (each.message_numbers.clone(), each.unsupported)).collect();
    assert_eq!(sources, [(vec![1], false), (vec![3], false)]);
    assert!(summary.sentences[0].text.contains("Kurkku on kipeä") && summary.sentences[1].text.contains("kolme päivää"));
    assert_eq!((summary.until_number, summary.accepted, summary.edited_text.as_str(), summary.version), (3, false, "", 2));
    assert_eq!((summary.failure(), summary.requested_at), (ChatSummaryFailure::Unspecified, Some(timestamp(asked_at))));

    // Asked for again it is the same one, and another one is refused.
    request(&retried, chat).await.unwrap();
    assert_eq!(refused(request(liisa, chat).await), no("summary_there"));
    assert_eq!((there(liisa, chat).await, office.asked()), (Some(summary), 1));
    assert_eq!(office.facts(chat).await, only_to(&talk.liisa, &["Requested", "Completed"]));
    assert!(!office.keeps_in_clear("Kurkku").await);
    let (logged, subject) = (office.logged(chat).await, talk.aino.context.person_id.parse::<Uuid>().ok());
    assert!(["GetChatSummary", "RequestChatSummary"].iter().all(|method| logged.iter().any(|(logged, ..)| logged == method)));
    assert!(logged.iter().all(|(_, whose, ground)| (*whose, ground.as_str()) == (subject, "owner")), "{logged:?}");
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_names_codes_phones_and_mail_addresses_are_not_sent() {
    let mut office = Office::unknowing().await;
    let sylvi = Uuid::now_v7().to_string();
    let torsti = office.room.for_somebody(sylvi.parse().unwrap(), Domain::Health);
    let Talk { aino: torsti, liisa, chat } = Talk::of(&office.room, torsti).await;
    let text = "Olen Torsti Ahlgren ja asioin puolesta: Sylvi Kuusela, 131052-308T. Kurkku on kipeä. Numero on +358 40 123 4567 ja osoite \
                sylvi.kuusela@kajo.example.";
    write(&torsti.calls, &chat, text).await.unwrap();
    write(&liisa.calls, &chat, "Täällä Liisa Virtanen. Lämmin juoma lievittää kipua.").await.unwrap();
    // Nobody can say yet what would have to be taken out.
    assert_eq!(refused(request(&liisa.calls, &chat).await), said(Code::Unavailable, "unavailable"));
    assert_eq!((there(&liisa.calls, &chat).await, office.asked()), (None, 0));

    let at_screen = torsti.context.impersonator.clone().unwrap().person_id;
    office.identity_comes(&[(sylvi.as_str(), "Sylvi Kuusela"), (at_screen.as_str(), "Torsti Ahlgren")]).await;
    office.makes(&liisa.calls, &chat).await;
    let asked = &office.model.summaries_asked()[0];
    let (all, handed) = (asked.to_string(), asked["messages"][1].to_string());
    for gone in ["Torsti", "Ahlgren", "Sylvi", "Kuusela", "Liisa", "Virtanen", "131052", "123 4567", "kajo.example"] {
        assert!(!all.contains(gone), "{gone} was sent");
    }
    for stays in ["Kurkku on kipeä", "Lämmin juoma", "[nimi]", "[henkilötunnus]", "[puhelin]", "[sähköposti]"] {
        assert!(handed.contains(stays), "{stays} was not sent");
    }
    assert!(!office.keeps_in_clear("Kuusela").await && !office.keeps_in_clear("Virtanen").await);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_of_a_visitor_nobody_has_to_say_anything() {
    let office = Office::unknowing().await;
    let talk = Talk::of(&office.room, office.room.visitor()).await;
    say(&talk).await;
    assert_eq!(office.makes(&talk.liisa.calls, &talk.chat).await.sentences.len(), 2);
    assert!(office.logged(&talk.chat).await.iter().all(|(_, whose, _)| whose.is_none()));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_nothing_is_sent_while_the_queue_has_summaries_off_and_what_was_made_stays() {
    let office = Office::switched_off().await;
    let talk = talked(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    assert!(!get(liisa, chat).await.unwrap().offered);
    assert_eq!(refused(request(liisa, chat).await), no("summary_off"));
    assert_eq!((there(liisa, chat).await, office.asked()), (None, 0));

    office.switch(true).await;
    assert!(get(liisa, chat).await.unwrap().offered);
    let made = office.makes(liisa, chat).await;
    office.switch(false).await;
    let shown = get(liisa, chat).await.unwrap();
    assert_eq!((shown.offered, shown.summary), (false, Some(made.clone())));
    edit(liisa, chat, "Kuume on laskenut.", made.version).await.unwrap();
    assert_eq!(there(liisa, chat).await.unwrap().edited_text, "Kuume on laskenut.");
    clear(liisa, chat).await.unwrap();
    assert_eq!(refused(request(liisa, chat).await), no("summary_off"));
    assert_eq!((there(liisa, chat).await, office.asked()), (None, 1));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_without_a_model_there_are_no_summaries() {
    let queue = ChatQueueDetails { summary_enabled: true, ..named("Neuvola") };
    let room = WaitingRoom::in_world(start().await, queue).await;
    let talk = talked(&room).await;
    assert!(!get(&talk.liisa.calls, &talk.chat).await.unwrap().offered);
    assert_eq!(refused(request(&talk.liisa.calls, &talk.chat).await), no("summary_off"));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_what_was_asked_for_is_not_sent_once_summaries_are_switched_off() {
    let office = Office::open().await;
    let talk = talked(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    let held = office.hears_nothing().await;
    request(liisa, chat).await.unwrap();
    assert_eq!(there(liisa, chat).await.unwrap().state(), ChatSummaryState::Creating);
    office.switch(false).await;
    held.rollback().await.unwrap();
    let failed = office.becomes(liisa, chat, ChatSummaryState::Failed).await;
    assert_eq!((failed.failure(), office.asked()), (ChatSummaryFailure::SwitchedOff, 0));
    assert_eq!(office.facts(chat).await, only_to(&talk.liisa, &["Requested", "Failed"]));

    office.switch(true).await;
    assert_eq!(office.makes(liisa, chat).await.failure(), ChatSummaryFailure::Unspecified);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_where_the_model_fails_it_is_told_and_another_is_asked_for() {
    let office = Office::open().await;
    let talk = talked(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    for (fault, failure) in [(Fault::SummaryFails, ChatSummaryFailure::NoAnswer), (Fault::SummaryMalformed, ChatSummaryFailure::Unreadable)] {
        office.model.fail(fault);
        request(liisa, chat).await.unwrap();
        let failed = office.becomes(liisa, chat, ChatSummaryState::Failed).await;
        assert_eq!((failed.failure(), failed.sentences.len(), failed.edited_text.as_str()), (failure, 0, ""));
        assert_eq!(refused(accept(liisa, chat, failed.version).await), no("summary_not_there"));
    }
    office.model.fail(Fault::None);
    assert_eq!(office.makes(liisa, chat).await.sentences.len(), 2);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_a_model_is_not_waited_for_for_long_and_for_one_that_was_cleared_meanwhile_nothing_is_told() {
    let office = Office::impatient().await;
    let talk = talked(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    office.model.fail(Fault::SummarySilent);
    request(liisa, chat).await.unwrap();
    let failed = office.becomes(liisa, chat, ChatSummaryState::Failed).await;
    assert_eq!(failed.failure(), ChatSummaryFailure::NoAnswer);

    let before = office.asked();
    request(liisa, chat).await.unwrap();
    office.world().eventually(async || (office.asked() > before).then_some(())).await;
    clear(liisa, chat).await.unwrap();
    office.world().eventually(async || (office.performed().await == 2).then_some(())).await;
    assert_eq!(there(liisa, chat).await, None);
    assert_eq!(office.facts(chat).await.last(), only_to(&talk.liisa, &["Cleared"]).last());
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_what_the_model_invents_is_marked() {
    let office = Office::open().await;
    let talk = talked(&office.room).await;
    office.model.fail(Fault::SummaryInvents);
    let made = office.makes(&talk.liisa.calls, &talk.chat).await;
    assert!(made.sentences.iter().any(|sentence| sentence.unsupported), "{made:?}");
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_one_that_is_being_made_can_only_be_cleared_and_what_comes_of_it_then_changes_nothing() {
    let office = Office::open().await;
    let talk = talked(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    let held = office.hears_nothing().await;
    request(liisa, chat).await.unwrap();
    let (there_is, there_is_not) = (no("summary_there"), no("summary_not_there"));
    let creating = there(liisa, chat).await.unwrap();
    assert_eq!((creating.state(), creating.version), (ChatSummaryState::Creating, 1));
    assert_eq!(refused(request(liisa, chat).await), there_is);
    for change in [edit(liisa, chat, "Omin sanoin", 1).await, accept(liisa, chat, 1).await, reject(liisa, chat, 1).await] {
        assert_eq!(refused(change), there_is_not);
    }
    clear(liisa, chat).await.unwrap();
    clear(liisa, chat).await.unwrap();
    assert_eq!(there(liisa, chat).await, None);

    // The answer to the first one comes while another is being made.
    request(liisa, chat).await.unwrap();
    let answer = Command::Complete { request: 1, has_it: None, sentences: vec![("Vanha yhteenveto.".to_owned(), vec![1], false)] };
    let store = &office.world().running.kernel().store;
    let answered = store.execute::<ChatSummary>(ChatSummaryId::parse(chat).unwrap(), answer, CommandMeta::system(Uuid::now_v7())).await;
    assert!(answered.unwrap().events.is_empty());
    held.rollback().await.unwrap();
    let made = office.becomes(liisa, chat, ChatSummaryState::Done).await;
    assert!(made.sentences.iter().all(|sentence| sentence.text != "Vanha yhteenveto."));
    assert_eq!(office.facts(chat).await, only_to(&talk.liisa, &["Requested", "Cleared", "Requested", "Completed"]));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_the_professional_edits_accepts_rejects_and_clears_it_and_none_replaces_one_that_stands() {
    let office = Office::open().await;
    let talk = talked(&office.room).await;
    let (liisa, chat) = (&talk.liisa.calls, &talk.chat);
    assert_eq!(office.makes(liisa, chat).await.version, 2);
    let stands = async || {
        let found = there(liisa, chat).await.unwrap();
        (found.edited_text.clone(), found.accepted, found.version, found.sentences.len())
    };
    edit(liisa, chat, "  Kuumetta kolme päivää.\n", 2).await.unwrap();
    edit(liisa, chat, "Kuumetta kolme päivää.", 3).await.unwrap();
    assert_eq!(stands().await, ("Kuumetta kolme päivää.".to_owned(), false, 3, 0));
    assert!(!office.keeps_in_clear("Kuumetta").await);
    for change in [edit(liisa, chat, "Muuta", 2).await, accept(liisa, chat, 2).await, reject(liisa, chat, 2).await] {
        assert_eq!(refused(change), said(Code::Aborted, "stale_version"));
    }
    let empty = edit(liisa, chat, " \n", 3).await.unwrap_err();
    assert_eq!((told(&empty), field(&empty)), (said(Code::InvalidArgument, "chat_summary_text_empty"), "text".to_owned()));
    let too_long = edit(liisa, chat, &"ä".repeat(4_001), 3).await.unwrap_err();
    assert_eq!((told(&too_long), param(&too_long, "limit")), (said(Code::InvalidArgument, "chat_summary_text_too_long"), "4000".to_owned()));

    accept(liisa, chat, 3).await.unwrap();
    accept(liisa, chat, 4).await.unwrap();
    assert_eq!(stands().await, ("Kuumetta kolme päivää.".to_owned(), true, 4, 0));
    // What it says from now on nobody has answered for.
    edit(liisa, chat, "Kuumetta neljä päivää.", 4).await.unwrap();
    assert_eq!(stands().await, ("Kuumetta neljä päivää.".to_owned(), false, 5, 0));
    assert_eq!(refused(request(liisa, chat).await), no("summary_there"));
    assert_eq!(office.asked(), 1);

    reject(liisa, chat, 5).await.unwrap();
    assert_eq!(there(liisa, chat).await.unwrap().state(), ChatSummaryState::Rejected);
    assert_eq!(stands().await, (String::new(), false, 6, 0));
    assert_eq!(refused(edit(liisa, chat, "Muuta", 6).await), no("summary_not_there"));
    // Another one, of a chat that is over by now.
    end(liisa, chat).await.unwrap();
    assert_eq!((office.makes(liisa, chat).await.sentences.len(), office.asked()), (2, 2));
    clear(liisa, chat).await.unwrap();
    clear(liisa, chat).await.unwrap();
    assert_eq!((there(liisa, chat).await, refused(accept(liisa, chat, 0).await)), (None, no("summary_not_there")));
    let all = ["Requested", "Completed", "Edited", "Accepted", "Edited", "Rejected", "Requested", "Completed", "Cleared"];
    assert_eq!(office.facts(chat).await, only_to(&talk.liisa, &all));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_for_everybody_else_there_is_neither_a_summary_nor_the_chat() {
    let office = Office::open().await;
    let talk = talked(&office.room).await;
    let chat = &talk.chat;
    let made = office.makes(&talk.liisa.calls, chat).await;
    // Who may accept somebody has nothing summarised before they have.
    let (_, waiting) = office.room.waiting().await;
    let missing = Uuid::now_v7().to_string();
    let elsewhere = office.room.professional(ROLE, Uuid::from_u128(99));
    let gone = said(Code::NotFound, "not_found");
    for stranger in [office.room.liisa().calls, office.room.professional(Uuid::from_u128(99), LOCATION).calls, elsewhere.calls] {
        for chat in [chat, &waiting, &missing] {
            assert_eq!(refused(get(&stranger, chat).await.map(drop)), gone);
            assert_eq!(refused(request(&stranger, chat).await), gone);
            assert_eq!(refused(edit(&stranger, chat, "Muuta", made.version).await), gone);
            assert_eq!(refused(accept(&stranger, chat, made.version).await), gone);
            assert_eq!(refused(reject(&stranger, chat, made.version).await), gone);
            assert_eq!(refused(clear(&stranger, chat).await), gone);
        }
    }
    assert_eq!(get(&talk.aino.calls, chat).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!((there(&talk.liisa.calls, chat).await, office.asked()), (Some(made), 1));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_10_whoever_takes_the_chat_over_has_its_summary_and_who_had_it_before_has_it_no_more() {
    let office = Office::open().await;
    let (aino, liisa, chat) = in_chat(&office.room).await;
    write(&aino.calls, &chat, "Kurkku on kipeä ja kuumetta on ollut.").await.unwrap();
    let made = office.makes(&liisa.calls, &chat).await;
    vanished(&office.room, &aino, &chat).await;
    let anna = office.room.liisa();
    anna.take_over(&chat).await.unwrap();
    assert_eq!(there(&anna.calls, &chat).await.as_ref(), Some(&made));
    edit(&anna.calls, &chat, "Kuumetta on ollut.", made.version).await.unwrap();
    let gone = said(Code::NotFound, "not_found");
    assert_eq!(refused(get(&liisa.calls, &chat).await.map(drop)), gone);
    assert_eq!(refused(accept(&liisa.calls, &chat, made.version + 1).await), gone);
    accept(&anna.calls, &chat, made.version + 1).await.unwrap();
    let facts = [only_to(&liisa, &["Requested", "Completed"]), only_to(&anna, &["Edited", "Accepted"])].concat();
    assert_eq!(office.facts(&chat).await, facts);
    office.end().await;
}
