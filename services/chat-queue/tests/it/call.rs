//! Calls, from the invitation to their end, for those who take part and for nobody else.

use chassis::testkit::refusals::{said, told};
use chassis_domain::{SignedDuration, Uuid, timestamp};
use kajo_proto::{
    chat_queue::v1::{CallEnd, CallMoved, CallPresence, CallState, KeepCallRequest, KeepCallResponse, LineMoved},
    options::v1::Domain,
};
use sqlx::AssertSqlSafe;
use tonic::Code;

use crate::{
    calling::{AINOS, ANOTHER, LIISAS, Met, Talk, access, admit, answer, enter, hang_up, invite, keep, keep_with, leave, send, shown},
    waiting_room::{WaitingRoom, end},
    whispers::{listen, next, to_professional, to_screen},
};

/// What the refusal of the state of a call is.
fn state(reason: &str) -> (Code, String) {
    said(Code::FailedPrecondition, reason)
}

/// Names of those who are in a call, in their order.
fn names(kept: &KeepCallResponse) -> Vec<&str> {
    let mut names: Vec<_> = kept.participants.iter().map(|each| each.name.as_str()).collect();
    names.sort_unstable();
    names
}

fn texts(kept: &KeepCallResponse) -> Vec<&str> {
    kept.signals.iter().map(|signal| signal.payload.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_who_is_invited_accepts_waits_in_the_lobby_is_let_in_and_both_meet_until_one_of_them_ends_it() {
    let room = WaitingRoom::open().await;
    let (talk, clock) = (Talk::begin(&room).await, room.world.clock());
    let (aino, liisa, chat) = (&talk.aino.calls, &talk.liisa.calls, talk.chat.as_str());
    let lapses_at = Some(timestamp(clock.now() + SignedDuration::from_secs(60)));
    let call = invite(liisa, chat).await.unwrap();
    assert_eq!(invite(liisa, chat).await.unwrap(), call);
    let invited = shown(aino, chat).await;
    assert_eq!((invited.call_id.as_str(), invited.state(), invited.lapses_at, invited.met_at), (call.as_str(), CallState::Invited, lapses_at, None));
    assert_eq!((invited.customer(), invited.practitioner(), invited.customer_participant_id.as_str()), (CallPresence::Away, CallPresence::Away, ""));
    // The professional comes at once, who was invited when they have accepted.
    assert_eq!(enter(liisa, &call, LIISAS).await.unwrap(), CallPresence::In);
    assert_eq!(told(&enter(aino, &call, AINOS).await.unwrap_err()), state("call_not_accepted"));
    for _ in 0..2 {
        answer(aino, &call, true).await.unwrap();
        assert_eq!(enter(aino, &call, AINOS).await.unwrap(), CallPresence::Lobby);
    }

    // Who waits is told nothing of anybody, and nothing reaches them.
    let participant = talk.waiting().await;
    send(liisa, &call, LIISAS, (&participant, AINOS), "early", 1).await.unwrap();
    let waits = keep(aino, &call, AINOS).await.unwrap();
    assert_eq!((waits.state(), waits.presence(), waits.participants, waits.signals), (CallState::On, CallPresence::Lobby, vec![], vec![]));
    assert_eq!(told(&access(aino, &call).await.unwrap_err()), state("call_not_admitted"));
    let nobody = Uuid::now_v7().to_string();
    assert_eq!(told(&send(aino, &call, AINOS, (&nobody, LIISAS), "offer", 1).await.unwrap_err()), state("call_not_admitted"));
    assert_eq!(told(&admit(liisa, &call, &nobody).await.unwrap_err()), state("call_not_in_lobby"));

    clock.advance(SignedDuration::from_secs(5));
    let met_at = Some(timestamp(clock.now()));
    for _ in 0..2 {
        admit(liisa, &call, &participant).await.unwrap();
    }
    for side in [aino, liisa] {
        let both = shown(side, chat).await;
        assert_eq!((both.customer(), both.practitioner(), both.met_at), (CallPresence::In, CallPresence::In, met_at));
        access(side, &call).await.unwrap();
    }
    let seen = keep(aino, &call, AINOS).await.unwrap();
    assert_eq!((seen.presence(), names(&seen), texts(&seen)), (CallPresence::In, vec!["Aino Lehtonen", "Liisa Virtanen"], vec![]));
    let other = seen.participants.iter().find(|each| !each.own).unwrap();
    assert_eq!((other.organiser, other.seat_id.as_str(), other.camera_on), (true, LIISAS, false));

    // A signal reaches the seat that it is for, once one asks behind what one knows.
    send(aino, &call, AINOS, (&other.participant_id, LIISAS), "offer", 1).await.unwrap();
    send(aino, &call, AINOS, (&other.participant_id, ANOTHER), "nowhere", 1).await.unwrap();
    let came = keep(liisa, &call, LIISAS).await.unwrap();
    let offer = &came.signals[0];
    assert_eq!((texts(&came), offer.participant_id.as_str(), offer.seat_id.as_str()), (vec!["offer"], participant.as_str(), AINOS));
    send(aino, &call, AINOS, (&other.participant_id, LIISAS), "candidate", 1).await.unwrap();
    let (call_id, seat_id) = (call.clone(), LIISAS.to_owned());
    let asked = KeepCallRequest { call_id, seat_id, after_number: offer.number, camera_on: true, microphone_on: true };
    assert_eq!(texts(&keep_with(liisa, asked).await.unwrap()), ["candidate"]);
    let seen = keep(aino, &call, AINOS).await.unwrap();
    let other = seen.participants.iter().find(|each| !each.own).unwrap();
    assert_eq!((other.camera_on, other.microphone_on, texts(&seen)), (true, true, vec![]));

    for _ in 0..2 {
        hang_up(aino, &call).await.unwrap();
    }
    let over = shown(liisa, chat).await;
    assert_eq!((over.state(), over.end(), over.ended_at), (CallState::Ended, CallEnd::Customer, met_at));
    let over = keep(liisa, &call, LIISAS).await.unwrap();
    assert_eq!((over.state(), over.end(), over.presence(), over.participants), (CallState::Ended, CallEnd::Customer, CallPresence::Away, vec![]));
    assert_eq!(told(&access(liisa, &call).await.unwrap_err()), state("call_not_admitted"));
    assert_eq!(told(&enter(aino, &call, AINOS).await.unwrap_err()), state("call_ended"));
    assert_eq!(told(&admit(liisa, &call, &participant).await.unwrap_err()), state("call_ended"));
    // Another one may follow.
    let another = talk.accepted().await;
    assert_eq!((another == call, shown(aino, chat).await.state()), (false, CallState::On));
    room.rebuilds_to_the_same().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_an_invitation_is_declined_taken_back_or_lapses_after_60_seconds() {
    let room = WaitingRoom::open().await;
    room.world.job_has_run("calls").await;
    let (talk, clock) = (Talk::begin(&room).await, room.world.clock());
    let (aino, liisa, chat) = (&talk.aino.calls, &talk.liisa.calls, talk.chat.as_str());
    let declined = invite(liisa, chat).await.unwrap();
    for _ in 0..2 {
        answer(aino, &declined, false).await.unwrap();
    }
    assert_eq!((shown(liisa, chat).await.state(), shown(liisa, chat).await.end()), (CallState::Ended, CallEnd::Declined));
    assert_eq!(told(&answer(aino, &declined, true).await.unwrap_err()), state("call_ended"));

    clock.advance(SignedDuration::from_millis(1));
    let withdrawn = invite(liisa, chat).await.unwrap();
    hang_up(liisa, &withdrawn).await.unwrap();
    assert_eq!(shown(aino, chat).await.end(), CallEnd::Withdrawn);
    assert_eq!(told(&answer(aino, &withdrawn, true).await.unwrap_err()), state("call_ended"));

    clock.advance(SignedDuration::from_millis(1));
    let lapsed = invite(liisa, chat).await.unwrap();
    clock.advance(SignedDuration::from_secs(59));
    room.world.job_has_run("calls").await;
    assert_eq!(shown(aino, chat).await.state(), CallState::Invited);
    clock.advance(SignedDuration::from_secs(1));
    // Whether that was noted already or not.
    assert_eq!(told(&answer(aino, &lapsed, true).await.unwrap_err()), state("call_invitation_lapsed"));
    let again = invite(liisa, chat).await.unwrap();
    assert_ne!(again, lapsed);
    clock.advance(SignedDuration::from_secs(60));
    let over = room.world.eventually(async || Some(shown(aino, chat).await).filter(|call| call.state() == CallState::Ended)).await;
    assert_eq!((over.call_id.as_str(), over.end()), (again.as_str(), CallEnd::Lapsed));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_of_two_presses_at_once_there_is_one_call() {
    let room = WaitingRoom::open().await;
    for _ in 0..3 {
        let talk = Talk::begin(&room).await;
        let (liisa, chat) = (&talk.liisa.calls, talk.chat.as_str());
        let (one, other) = tokio::join!(invite(liisa, chat), invite(liisa, chat));
        assert_eq!(one.unwrap(), other.unwrap());
        room.world.clock().advance(SignedDuration::from_millis(1));
        // Nor is there one behind the end of the chat.
        hang_up(liisa, &shown(liisa, chat).await.call_id).await.unwrap();
        let (invited, ended) = tokio::join!(invite(liisa, chat), end(&talk.aino.calls, chat));
        ended.unwrap();
        let newest = shown(liisa, chat).await;
        match invited {
            Ok(call) => assert_eq!((newest.call_id.as_str(), newest.end()), (call.as_str(), CallEnd::ChatOver)),
            Err(refused) => assert_eq!((told(&refused), newest.end()), (state("chat_ended"), CallEnd::Withdrawn)),
        }
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_for_others_there_is_no_call() {
    let room = WaitingRoom::open().await;
    let talk = Talk::begin(&room).await;
    let Met { call, aino, .. } = talk.meet().await;
    let gone = said(Code::NotFound, "not_found");
    let representative = room.for_somebody(talk.aino.context.person_id.parse().unwrap(), Domain::Health);
    for stranger in [room.somebody().calls, representative.calls, room.visitor().calls, room.liisa().calls] {
        assert_eq!(told(&enter(&stranger, &call, ANOTHER).await.unwrap_err()), gone);
        assert_eq!(told(&keep(&stranger, &call, AINOS).await.unwrap_err()), gone);
        assert_eq!(told(&access(&stranger, &call).await.unwrap_err()), gone);
        assert_eq!(told(&send(&stranger, &call, LIISAS, (&aino, AINOS), "offer", 1).await.unwrap_err()), gone);
        assert_eq!(told(&leave(&stranger, &call, AINOS).await.unwrap_err()), gone);
        assert_eq!(told(&hang_up(&stranger, &call).await.unwrap_err()), gone);
        assert_eq!(told(&keep(&stranger, &Uuid::now_v7().to_string(), AINOS).await.unwrap_err()), gone);
    }
    assert_eq!(told(&answer(&room.somebody().calls, &call, false).await.unwrap_err()), gone);
    let colleague = room.liisa().calls;
    assert_eq!(told(&admit(&colleague, &call, &aino).await.unwrap_err()), gone);
    // Nobody invites who has not accepted them, and nobody to what is over.
    let (_, waiting) = room.waiting().await;
    for chat in [&talk.chat, &waiting, &Uuid::now_v7().to_string()] {
        assert_eq!(told(&invite(&colleague, chat).await.unwrap_err()), gone);
    }
    assert_eq!(keep(&talk.aino.calls, &call, AINOS).await.unwrap().participants.len(), 2);
    end(&talk.aino.calls, &talk.chat).await.unwrap();
    assert_eq!(told(&invite(&talk.liisa.calls, &talk.chat).await.unwrap_err()), state("chat_ended"));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_newer_seat_takes_the_place_of_the_older_and_who_was_let_in_once_is_in_again_at_once() {
    let room = WaitingRoom::open().await;
    let talk = Talk::begin(&room).await;
    let Met { call, aino: participant, liisa: organiser } = talk.meet().await;
    let (aino, liisa) = (&talk.aino.calls, &talk.liisa.calls);
    let seat_of = async |participant: &str| {
        let seen = keep(aino, &call, AINOS).await.unwrap().participants;
        seen.into_iter().find(|each| each.participant_id == participant).map(|each| each.seat_id)
    };
    send(aino, &call, AINOS, (&organiser, LIISAS), "before", 1).await.unwrap();
    assert_eq!(enter(liisa, &call, ANOTHER).await.unwrap(), CallPresence::In);
    let older = keep(liisa, &call, LIISAS).await.unwrap();
    assert_eq!((older.elsewhere, older.participants, older.signals), (true, vec![], vec![]));
    assert_eq!(told(&send(liisa, &call, LIISAS, (&participant, AINOS), "offer", 1).await.unwrap_err()), state("call_not_admitted"));
    assert_eq!(seat_of(&organiser).await.as_deref(), Some(ANOTHER));
    for (seat, text) in [(LIISAS, "to the older"), (ANOTHER, "to the newer")] {
        send(aino, &call, AINOS, (&organiser, seat), text, 1).await.unwrap();
    }
    assert_eq!(texts(&keep(liisa, &call, ANOTHER).await.unwrap()), ["to the newer"]);
    // The older one leaves nothing, and who only looks keeps nothing.
    leave(liisa, &call, LIISAS).await.unwrap();
    assert_eq!(keep(liisa, &call, "").await.unwrap().presence(), CallPresence::In);
    leave(liisa, &call, ANOTHER).await.unwrap();
    assert_eq!((seat_of(&organiser).await, shown(aino, &talk.chat).await.practitioner()), (None, CallPresence::Away));
    assert_eq!(enter(liisa, &call, LIISAS).await.unwrap(), CallPresence::In);
    leave(aino, &call, AINOS).await.unwrap();
    assert_eq!(enter(aino, &call, ANOTHER).await.unwrap(), CallPresence::In);
    // A retry of what was done is answered as it was, and brings no older seat back.
    let retried = aino.with_key(Uuid::now_v7());
    enter(&retried, &call, AINOS).await.unwrap();
    enter(aino, &call, ANOTHER).await.unwrap();
    enter(&retried, &call, AINOS).await.unwrap();
    assert_eq!((keep(aino, &call, AINOS).await.unwrap().elsewhere, keep(aino, &call, ANOTHER).await.unwrap().elsewhere), (true, false));
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_seat_sends_50_signals_a_second() {
    let room = WaitingRoom::open().await;
    let talk = Talk::begin(&room).await;
    let Met { call, aino, liisa } = talk.meet().await;
    send(&talk.aino.calls, &call, AINOS, (&liisa, LIISAS), "candidate", 50).await.unwrap();
    let more = send(&talk.aino.calls, &call, AINOS, (&liisa, LIISAS), "candidate", 1).await.unwrap_err();
    assert_eq!(told(&more), said(Code::ResourceExhausted, "call_signals_too_many"));
    send(&talk.liisa.calls, &call, LIISAS, (&aino, AINOS), "candidate", 1).await.unwrap();
    room.world.clock().advance(SignedDuration::from_secs(1));
    send(&talk.aino.calls, &call, AINOS, (&liisa, LIISAS), "candidate", 1).await.unwrap();
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_signal_has_16_kib_at_most() {
    let room = WaitingRoom::open().await;
    let talk = Talk::begin(&room).await;
    let Met { call, liisa, .. } = talk.meet().await;
    let longest = "o".repeat(16 * 1_024);
    send(&talk.aino.calls, &call, AINOS, (&liisa, LIISAS), &longest, 1).await.unwrap();
    let longer = send(&talk.aino.calls, &call, AINOS, (&liisa, LIISAS), &format!("{longest}o"), 1).await.unwrap_err();
    assert_eq!(told(&longer).0, Code::InvalidArgument);
    assert_eq!(texts(&keep(&talk.liisa.calls, &call, LIISAS).await.unwrap()), [longest.as_str()]);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_who_acts_for_somebody_is_called_by_their_own_name_and_in_what_the_mandate_covers() {
    let room = WaitingRoom::open().await;
    let resident = room.somebody();
    let of = |domain| room.for_somebody(resident.context.person_id.parse().unwrap(), domain);
    let talk = Talk::of(&room, of(Domain::Health)).await;
    let Met { call, .. } = talk.meet().await;
    assert_eq!(names(&keep(&talk.liisa.calls, &call, LIISAS).await.unwrap()), ["Eino Oja", "Liisa Virtanen"]);
    for stranger in [&resident.calls, &of(Domain::Social).calls] {
        assert_eq!(told(&keep(stranger, &call, AINOS).await.unwrap_err()), said(Code::NotFound, "not_found"));
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_a_visitor_meets_without_a_name_and_the_call_ends_when_they_sign_in() {
    let room = WaitingRoom::open_to_visitors().await;
    let visitor = room.visitor();
    let talk = Talk::of(&room, visitor.clone()).await;
    let Met { call, .. } = talk.meet().await;
    assert_eq!(names(&keep(&visitor.calls, &call, AINOS).await.unwrap()), ["", "Liisa Virtanen"]);
    let aino = room.signed_in(&visitor);
    assert_eq!(aino.claim().await, std::slice::from_ref(&talk.chat));
    let over = shown(&talk.liisa.calls, &talk.chat).await;
    assert_eq!((over.state(), over.end()), (CallState::Ended, CallEnd::Customer));
    assert_eq!(told(&keep(&aino.calls, &call, AINOS).await.unwrap_err()), said(Code::NotFound, "not_found"));
    // They are invited anew as who they are.
    let talk = Talk { aino, ..talk };
    let Met { call, .. } = talk.meet().await;
    assert_eq!(names(&keep(&talk.liisa.calls, &call, LIISAS).await.unwrap()), ["Aino Lehtonen", "Liisa Virtanen"]);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_those_who_are_there_are_told_by_the_id_alone_that_something_has_changed() {
    let room = WaitingRoom::open().await;
    room.world.job_has_run("calls").await;
    let mut heard = listen(&room).await;
    let talk = Talk::begin(&room).await;
    assert_eq!(next::<LineMoved>(&mut heard).await.0, "kajo.chat_queue.v1.LineMoved");
    let (aino, liisa) = (&talk.aino.calls, &talk.liisa.calls);
    let call = invite(liisa, &talk.chat).await.unwrap();
    let (to_liisa, to_aino) = (to_professional(&talk.liisa), to_screen(&talk.aino));
    let to_both = format!("{to_liisa},{to_aino}");
    let mut hears = async |audience: &str| {
        let whisper = CallMoved { call_id: call.clone() };
        assert_eq!(next::<CallMoved>(&mut heard).await, ("kajo.chat_queue.v1.CallMoved".to_owned(), audience.to_owned(), whisper));
    };
    enter(liisa, &call, LIISAS).await.unwrap();
    hears(&to_liisa).await;
    answer(aino, &call, true).await.unwrap();
    hears(&to_liisa).await;
    enter(aino, &call, AINOS).await.unwrap();
    hears(&to_both).await;
    let participant = talk.waiting().await;
    admit(liisa, &call, &participant).await.unwrap();
    hears(&to_both).await;
    // What changes nothing is told to nobody, and a signal to whom it is for.
    admit(liisa, &call, &participant).await.unwrap();
    keep(liisa, &call, LIISAS).await.unwrap();
    send(liisa, &call, LIISAS, (&participant, AINOS), "offer", 2).await.unwrap();
    hears(&to_aino).await;
    let shows = KeepCallRequest { call_id: call.clone(), seat_id: AINOS.to_owned(), camera_on: true, ..KeepCallRequest::default() };
    for _ in 0..2 {
        keep_with(aino, shows.clone()).await.unwrap();
    }
    hears(&to_liisa).await;
    leave(aino, &call, AINOS).await.unwrap();
    hears(&to_liisa).await;
    enter(aino, &call, AINOS).await.unwrap();
    hears(&to_both).await;
    end(liisa, &talk.chat).await.unwrap();
    hears(&to_both).await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_lists_of_chats_tell_both_sides_of_the_newest_call() {
    let room = WaitingRoom::open().await;
    let talk = Talk::begin(&room).await;
    let told = async || (talk.liisa.keep().await[0].call.clone(), talk.aino.mine().await[0].call.clone());
    assert_eq!(told().await, (None, None));
    let declined = invite(&talk.liisa.calls, &talk.chat).await.unwrap();
    answer(&talk.aino.calls, &declined, false).await.unwrap();
    assert_eq!(told().await.1.map(|call| (call.call_id.clone(), call.end())), Some((declined, CallEnd::Declined)));
    let Met { call, aino: participant, .. } = talk.meet().await;
    let (Some(to_liisa), Some(to_aino)) = told().await else { panic!("they meet") };
    assert_eq!((&to_liisa.call_id, &to_liisa.customer_participant_id), (&call, &participant));
    assert_eq!((&to_aino.call_id, to_aino.customer_participant_id.as_str(), to_aino.customer()), (&call, "", CallPresence::In));
    room.end().await;
}

/// How many rows of a table hold a text.
async fn rows_with(room: &WaitingRoom, table: &str, text: &str) -> i64 {
    let rows = format!("select count(*) from {table} t where strpos(to_jsonb(t)::text, $1) > 0 or strpos(to_jsonb(t)::text, $2) > 0");
    let bytes: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    sqlx::query_scalar(AssertSqlSafe(rows)).bind(text).bind(bytes).fetch_one(&room.world.running.kernel().pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_07_nothing_of_a_call_is_stored_but_ids_and_times() {
    let room = WaitingRoom::open().await;
    let talk = Talk::begin(&room).await;
    let Met { call, liisa, .. } = talk.meet().await;
    let offer = "candidate 192.0.2.7";
    send(&talk.aino.calls, &call, AINOS, (&liisa, LIISAS), offer, 1).await.unwrap();
    assert_eq!((rows_with(&room, "call_signals", offer).await, rows_with(&room, "call_seats", "Liisa Virtanen").await), (1, 1));
    hang_up(&talk.aino.calls, &call).await.unwrap();
    for table in ["events", "outbox", "command_log", "access_log", "calls"] {
        for text in [offer, "Liisa Virtanen", "Aino Lehtonen", AINOS, LIISAS] {
            assert_eq!(rows_with(&room, table, text).await, 0, "{table} tells {text}");
        }
    }
    let pool = &room.world.running.kernel().pool;
    // Neither the write-ahead log nor a backup has these tables.
    let unlogged = "select count(*) from pg_class where relname in ('call_seats', 'call_signals') and relpersistence = 'u'";
    assert_eq!(sqlx::query_scalar::<_, i64>(unlogged).fetch_one(pool).await.unwrap(), 2);
    let types = sqlx::query_scalar("select event_type from events where stream_id = $1 order by version").bind(format!("call-{call}"));
    let types: Vec<String> = types.fetch_all(pool).await.unwrap();
    assert_eq!(types, ["call.invited", "call.accepted", "call.entered", "call.lobby_entered", "call.entered", "call.ended"]);
    room.end().await;
}
