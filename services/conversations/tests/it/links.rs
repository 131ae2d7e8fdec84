//! Links that lead to harm: not taken in, marked, not opened; and what happens while the register of harmful addresses is of no help.

use chassis::testkit::eventually;
use chassis_domain::SignedDuration;
use jiff_sqlx::ToSqlx;
use kajo_proto::conversations::v1::{
    CheckLinkRequest, CheckLinkResponse, LinkVerdict, RequestConsultationRequest, StartConversationRequest, Visibility, WriteMessageRequest,
    thread_entry::Entry,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::world::{Person, World, fields, param, question, queue, reason};

const CLEAN: &str = "Ks. https://ohje.example/a, kiitos.";
const HARMFUL: &str = "Ks. https://haku.example ja www.voitto.example/x!";

impl Person {
    async fn check(&self, conversation: &str, number: u64, link: u32) -> Result<CheckLinkResponse, Status> {
        let request = CheckLinkRequest { conversation_id: conversation.to_owned(), number, link };
        Ok(self.conversations().check_link(request).await?.into_inner())
    }

    async fn verdict(&self, conversation: &str, number: u64, link: u32) -> LinkVerdict {
        let answer = self.check(conversation, number, link).await.unwrap();
        assert_eq!(answer.url.is_empty(), answer.verdict() != LinkVerdict::Clean, "an address is told when it may be opened");
        answer.verdict()
    }

    /// Waits for the lists to be as they are to be. Time goes on meanwhile: the register says how long it does not want to be asked again.
    async fn until(&self, world: &World, conversation: &str, link: u32, wanted: LinkVerdict) {
        eventually(|| async {
            a_minute_passes(world).await;
            (self.verdict(conversation, 1, link).await == wanted).then_some(())
        })
        .await;
    }

    async fn harmful_links(&self, conversation: &str) -> Vec<u32> {
        match self.see(conversation).await.unwrap().thread.swap_remove(0).entry {
            Some(Entry::Message(message)) => message.harmful_links,
            _ => panic!("a message comes first"),
        }
    }
}

async fn a_minute_passes(world: &World) {
    world.clock().advance(SignedDuration::from_mins(1));
    world.simulators.advance(SignedDuration::from_mins(1));
    world.running.kernel().due.soon("link-lists").await.unwrap();
}

/// Waits until every list was fetched anew. That a link may be opened does not say so: of what a list has still, the register is asked.
async fn fetched_anew(world: &World) {
    let (pool, since) = (&world.running.kernel().pool, world.clock().now().to_sqlx());
    eventually(|| async {
        a_minute_passes(world).await;
        let old = sqlx::query_scalar("select count(*) from link_lists where fetched_at <= $1").bind(since);
        (old.fetch_one(pool).await.ok() == Some(0_i64)).then_some(())
    })
    .await;
}

/// A conversation with a link that nothing is against, once that is known.
async fn known(world: &World, resident: &Person) -> String {
    let id = resident.start(question("Ohje", CLEAN)).await.unwrap().conversation_id;
    resident.until(world, &id, 1, LinkVerdict::Clean).await;
    id
}

fn assert_risky(refused: &Status, field: &str, host: &str) {
    assert_eq!((refused.code(), reason(refused)), (Code::InvalidArgument, "risky_link".to_owned()));
    assert_eq!(fields(refused), [(field.to_owned(), "risky_link".to_owned())]);
    assert_eq!(param(refused, "host"), host);
}

#[tokio::test]
async fn con_16_a_link_that_leads_to_harm_is_refused_at_its_field_wherever_it_is_written() {
    let world = World::start().await;
    let (aino, nurse) = (world.resident("Aino"), world.nurse());
    let id = known(&world, &aino).await;
    assert_eq!(aino.check(&id, 1, 1).await.unwrap().url, "https://ohje.example/a");
    assert_risky(&aino.start(question("Voitto", HARMFUL)).await.unwrap_err(), "text", "www.voitto.example");
    assert_risky(&aino.start(question("https://voitto.example", "Hei")).await.unwrap_err(), "topic", "voitto.example");
    assert_risky(&aino.write(&id, "https://PÄIVITYS.example/lataa").await.unwrap_err(), "text", "xn--pivitys-5wa.example");
    // An address that leads on to harm is no better.
    assert_risky(&aino.write(&id, "https://haku.example/?u=https%3A%2F%2Fvoitto.example").await.unwrap_err(), "text", "haku.example");
    nurse.take(&id).await.unwrap();
    assert_risky(&nurse.write(&id, HARMFUL).await.unwrap_err(), "text", "www.voitto.example");
    let asked = RequestConsultationRequest {
        conversation_id: id.clone(),
        subcategory_id: queue("consultations/doctors"),
        text: HARMFUL.to_owned(),
        attachment_ids: Vec::new(),
    };
    assert_risky(&nurse.tasks().request_consultation(asked).await.unwrap_err(), "text", "www.voitto.example");
    // Nothing of it stands anywhere.
    let thread = aino.see(&id).await.unwrap().thread;
    assert_eq!(thread.iter().filter(|entry| matches!(entry.entry, Some(Entry::Message(_)))).count(), 1);
    assert_eq!(aino.harmful_links(&id).await, Vec::<u32>::new());
    world.end().await;
}

#[tokio::test]
async fn con_16_no_hostile_link_reaches_a_reader() {
    let world = World::start().await;
    let (aino, nurse) = (world.resident("Aino"), world.nurse());
    let id = known(&world, &aino).await;
    nurse.take(&id).await.unwrap();
    let vectors: serde_json::Value = serde_json::from_str(include_str!("../vectors/links.json")).unwrap();
    let hostile = vectors["hostile"].as_array().unwrap();
    assert!(hostile.len() >= 60);
    for each in hostile {
        let (text, is) = (each["text"].as_str().unwrap(), each["is"].as_str().unwrap());
        let refused = aino.write(&id, text).await.err().map(|refused| reason(&refused));
        assert_eq!(refused.as_deref() == Some("risky_link"), is == "harmful", "{text:?}");
    }
    // Whatever was taken in has nothing that opens.
    let thread = nurse.see(&id).await.unwrap().thread;
    let mut taken = 0;
    for entry in thread.iter().skip(1).filter(|entry| matches!(entry.entry, Some(Entry::Message(_)))) {
        assert_eq!(nurse.check(&id, entry.number, 1).await.unwrap_err().code(), Code::NotFound);
        taken += 1;
    }
    assert!(taken > 30, "{taken}");
    world.end().await;
}

#[tokio::test]
async fn con_16_what_nobody_could_judge_is_taken_in_marked_when_it_can_be_judged_and_never_opened_before() {
    let world = World::start().await;
    let aino = world.resident("Aino");
    let id = known(&world, &aino).await;
    for fault in [Fault::WebRiskFails, Fault::WebRiskSilent] {
        world.simulators.fail(fault);
        let taken = aino.start(question("Voitto", HARMFUL)).await.unwrap().conversation_id;
        // What no list knows needs nobody's word; what one knows waits for it.
        assert_eq!(aino.verdict(&id, 1, 1).await, LinkVerdict::Clean);
        assert_eq!(aino.verdict(&taken, 1, 1).await, LinkVerdict::Clean);
        assert_eq!((aino.verdict(&taken, 1, 2).await, aino.harmful_links(&taken).await), (LinkVerdict::Unknown, vec![]), "{fault:?}");
        world.simulators.fail(Fault::None);
        assert_eq!(aino.verdict(&taken, 1, 2).await, LinkVerdict::Harmful);
        assert_eq!(aino.harmful_links(&taken).await, [2]);
        // The answer holds for a while: it is forgotten before the next fault.
        world.clock().advance(SignedDuration::from_mins(6));
        world.simulators.advance(SignedDuration::from_mins(6));
    }
    world.end().await;
}

#[tokio::test]
async fn con_16_lists_follow_the_register_and_say_nothing_when_they_are_a_day_old() {
    let world = World::start().await;
    let aino = world.resident("Aino");
    let id = known(&world, &aino).await;
    let pass = |hours: i64| {
        world.clock().advance(SignedDuration::from_hours(hours));
        world.simulators.advance(SignedDuration::from_hours(hours));
    };
    world.simulators.mark_harmful("ohje.example", true);
    pass(1);
    aino.until(&world, &id, 1, LinkVerdict::Harmful).await;
    world.simulators.mark_harmful("ohje.example", false);
    pass(1);
    fetched_anew(&world).await;
    aino.until(&world, &id, 1, LinkVerdict::Clean).await;
    // A list that does not add up is not taken over, and one whose version is forgotten comes anew.
    for (fault, then) in [(Fault::WebRiskWrongChecksum, LinkVerdict::Clean), (Fault::WebRiskStaleToken, LinkVerdict::Harmful)] {
        world.simulators.fail(fault);
        world.simulators.mark_harmful("ohje.example", true);
        pass(1);
        aino.until(&world, &id, 1, then).await;
        world.simulators.fail(Fault::None);
        world.simulators.mark_harmful("ohje.example", false);
        pass(1);
        fetched_anew(&world).await;
        aino.until(&world, &id, 1, LinkVerdict::Clean).await;
    }
    world.simulators.fail(Fault::WebRiskFails);
    pass(25);
    assert_eq!(aino.verdict(&id, 1, 1).await, LinkVerdict::Unknown);
    aino.write(&id, "https://toinen.example").await.unwrap();
    world.simulators.fail(Fault::None);
    aino.until(&world, &id, 1, LinkVerdict::Clean).await;
    world.end().await;
}

#[tokio::test]
async fn con_16_a_check_tells_nothing_of_what_one_may_not_read() {
    let world = World::start().await;
    let (aino, eino, nurse) = (world.resident("Aino"), world.resident("Eino"), world.nurse());
    let id = known(&world, &aino).await;
    let missing = chassis_domain::Uuid::now_v7().to_string();
    let hidden = eino.check(&missing, 1, 1).await.unwrap_err();
    let elsewhere = world.practitioner("jukka", "Jukka Salo", "doctor");
    for (who, conversation, number, link) in
        [(&eino, &id, 1, 1), (&elsewhere, &id, 1, 1), (&aino, &id, 1, 2), (&aino, &id, 1, 0), (&aino, &id, 2, 1), (&aino, &missing, 1, 1)]
    {
        let refused = who.check(conversation, number, link).await.unwrap_err();
        assert_eq!((refused.code(), refused.message(), refused.details()), (hidden.code(), hidden.message(), hidden.details()));
    }
    // A note among professionals is not there for the resident, who counts without it.
    nurse.take(&id).await.unwrap();
    let note = WriteMessageRequest {
        conversation_id: id.clone(),
        text: "https://sisainen.example".to_owned(),
        visibility: Visibility::Practitioners.into(),
        ..WriteMessageRequest::default()
    };
    nurse.conversations().write_message(note).await.unwrap();
    assert_eq!(nurse.check(&id, 3, 1).await.unwrap().url, "https://sisainen.example/");
    assert_eq!(aino.check(&id, 3, 1).await.unwrap_err().code(), Code::NotFound);
    world.end().await;
}

#[tokio::test]
async fn con_16_a_retry_of_what_was_sent_is_answered_as_the_first_time() {
    let world = World::start().await;
    let aino = world.resident("Aino");
    let id = known(&world, &aino).await;
    let request = StartConversationRequest { text: CLEAN.to_owned(), ..question("Toinen", CLEAN) };
    let calls = aino.calls.with_key(chassis_domain::Uuid::now_v7());
    let again = Person { id: aino.id, calls };
    let first = again.start(request.clone()).await.unwrap();
    world.simulators.mark_harmful("ohje.example", true);
    world.clock().advance(SignedDuration::from_hours(1));
    world.simulators.advance(SignedDuration::from_hours(1));
    aino.until(&world, &id, 1, LinkVerdict::Harmful).await;
    assert_eq!(again.start(request).await.unwrap(), first);
    assert_risky(&aino.start(question("Kolmas", CLEAN)).await.unwrap_err(), "text", "ohje.example");
    world.end().await;
}
