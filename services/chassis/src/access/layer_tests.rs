//! The checks in front of handlers, over a handler that writes down what reached it.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use chassis_domain::{ActorKind, PersonId};
use http::{Request, Response};
use kajo_proto::{
    caller::v1::CallerContext,
    options::v1::{Caller as Kind, Domain},
};
use tokio::sync::Notify;
use tonic::{Code, Status, body::Body};
use tonic_types::StatusExt;
use tower::{ServiceExt, service_fn};
use uuid::Uuid;

use super::{CALLER_HEADER, Caller, Guarded, InternalKey, layer::refusal_of, withholding::Shown};
use crate::{clock::Clock, testkit::eventually};

const COUNT: &str = "/kajo.conversations.v1.TaskService/CountTasks";
const TAKE: &str = "/kajo.conversations.v1.TaskService/TakeConversation";
const READ: &str = "/kajo.conversations.v1.ConversationService/GetConversation";
const LIMITS: &str = "/kajo.conversations.v1.CategoryService/GetMessageLimits";
const OPEN_FORM: &str = "/kajo.survey.v1.PublicFormService/GetPublicForm";
const SEND_FORM: &str = "/kajo.survey.v1.PublicFormService/SendPublicForm";

struct Edge {
    reached: Arc<AtomicU32>,
    ended: Arc<AtomicU32>,
    key: InternalKey,
    /// Lets a slow handler go on to its end; `None`: none is slow.
    go_on: Option<Arc<Notify>>,
    /// What the handler answers in its headers; `None`: a body follows, and its status after it.
    answers: Option<Code>,
}

impl Edge {
    fn new() -> Self {
        Self { reached: Arc::default(), ended: Arc::default(), key: InternalKey::from_bytes([1; 32]), go_on: None, answers: None }
    }

    fn answering(code: Code) -> Self {
        Self { answers: Some(code), ..Self::new() }
    }

    fn signed(&self, caller: &Caller) -> String {
        self.signed_context(caller.to_context())
    }

    fn signed_context(&self, caller: CallerContext) -> String {
        STANDARD_NO_PAD.encode(self.key.sign(caller, Clock::system().now()))
    }

    /// Code and reason of a call with these headers.
    async fn call(&self, path: &'static str, headers: &[(&str, &str)]) -> (Code, String) {
        let (reached, ended, go_on, answers) = (Arc::clone(&self.reached), Arc::clone(&self.ended), self.go_on.clone(), self.answers);
        let handler = service_fn(move |_: Request<Body>| {
            let (reached, ended, go_on) = (Arc::clone(&reached), Arc::clone(&ended), go_on.clone());
            async move {
                reached.fetch_add(1, Ordering::SeqCst);
                if let Some(go_on) = go_on {
                    go_on.notified().await;
                }
                ended.fetch_add(1, Ordering::SeqCst);
                let answer = answers.map_or_else(|| Response::new(Body::empty()), |code| Status::new(code, "").into_http());
                Ok::<_, Infallible>(answer)
            }
        });
        let mut request = Request::post(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let guarded = Guarded::new(handler, self.key.clone(), Clock::system());
        let answer = guarded.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let status = Status::from_header_map(answer.headers()).unwrap_or_else(|| Status::ok(""));
        (status.code(), status.get_details_error_info().map(|info| info.reason).unwrap_or_default())
    }

    fn reached(&self) -> u32 {
        self.reached.load(Ordering::SeqCst)
    }
}

fn practitioner() -> Caller {
    Caller::practitioner(PersonId::from_uuid(Uuid::from_u128(1)), "Liisa", Uuid::from_u128(2), Uuid::from_u128(3))
}

#[tokio::test]
async fn only_a_signed_caller_of_a_kind_that_the_method_names_reaches_it() {
    let edge = Edge::new();
    let resident = edge.signed(&Caller::resident(PersonId::from_uuid(Uuid::from_u128(1)), "Aino"));
    let no_person = edge.signed_context(CallerContext { kind: 3, ..CallerContext::default() });
    let refused = |reason: &str, code| (code, reason.to_owned());
    assert_eq!(edge.call(COUNT, &[]).await, refused("caller_unknown", Code::Unauthenticated));
    assert_eq!(edge.call(COUNT, &[(CALLER_HEADER, "Zm9yZ2Vk")]).await, refused("caller_unknown", Code::Unauthenticated));
    assert_eq!(edge.call(COUNT, &[(CALLER_HEADER, &no_person)]).await, refused("caller_unknown", Code::Unauthenticated));
    assert_eq!(edge.call(COUNT, &[(CALLER_HEADER, &resident)]).await, refused("access_denied", Code::PermissionDenied));
    let anonymous = edge.signed(&Caller::anonymous());
    assert_eq!(edge.call(COUNT, &[(CALLER_HEADER, &anonymous)]).await, refused("session_missing", Code::Unauthenticated));
    assert_eq!(edge.call("/kajo.nothing.v1.Service/Call", &[(CALLER_HEADER, &resident)]).await, refused("unknown_path", Code::Unimplemented));
    assert_eq!(edge.reached(), 0);
    assert_eq!(edge.call(LIMITS, &[(CALLER_HEADER, &resident)]).await.0, Code::Ok);
    assert_eq!(edge.reached(), 1);
}

#[tokio::test]
async fn a_command_needs_an_idempotency_key() {
    let edge = Edge::new();
    let signed = edge.signed(&practitioner());
    for headers in [vec![(CALLER_HEADER, signed.as_str())], vec![(CALLER_HEADER, signed.as_str()), ("idempotency-key", "again")]] {
        assert_eq!(edge.call(TAKE, &headers).await, (Code::InvalidArgument, "invalid".to_owned()));
    }
    assert_eq!(edge.reached(), 0);
    let key = Uuid::from_u128(7).to_string();
    assert_eq!(edge.call(TAKE, &[(CALLER_HEADER, &signed), ("idempotency-key", &key)]).await.0, Code::Ok);
}

#[tokio::test]
async fn sur_07_an_anonymous_form_is_opened_and_sent_without_a_session_an_idempotency_key_or_a_row_in_the_access_log() {
    let edge = Edge::new();
    let of_kind = |kind: Kind| {
        let person_id = Uuid::from_u128(1).to_string();
        edge.signed_context(CallerContext { kind: kind.into(), person_id, ..CallerContext::default() })
    };
    let anonymous = edge.signed(&Caller::anonymous());
    for signed in [anonymous, of_kind(Kind::Resident), of_kind(Kind::ResidentEntering), of_kind(Kind::Identified)] {
        for path in [OPEN_FORM, SEND_FORM] {
            assert_eq!(edge.call(path, &[(CALLER_HEADER, &signed)]).await, (Code::Ok, String::new()));
        }
    }
    assert_eq!(edge.reached(), 8);
    let working = edge.signed(&practitioner());
    assert_eq!(edge.call(SEND_FORM, &[(CALLER_HEADER, &working)]).await, (Code::PermissionDenied, "access_denied".to_owned()));
    assert_eq!(edge.reached(), 8);
}

#[tokio::test]
async fn personal_data_without_a_row_in_the_access_log_do_not_leave() {
    let edge = Edge::new();
    let signed = edge.signed(&practitioner());
    assert_eq!(edge.call(READ, &[(CALLER_HEADER, &signed)]).await, (Code::Internal, "internal".to_owned()));
    assert_eq!(edge.reached(), 1, "the handler ran, its answer was held back");
    let says_that_all_is_well = Edge::answering(Code::Ok);
    assert_eq!(says_that_all_is_well.call(READ, &[(CALLER_HEADER, &signed)]).await, (Code::Internal, "internal".to_owned()));
}

#[tokio::test]
async fn a_refusal_holds_no_personal_data_and_needs_no_row() {
    let edge = Edge::answering(Code::NotFound);
    let signed = edge.signed(&practitioner());
    assert_eq!(edge.call(READ, &[(CALLER_HEADER, &signed)]).await.0, Code::NotFound);
}

#[tokio::test]
async fn the_wait_ends_at_the_deadline_and_the_handler_at_its_end() {
    let go_on = Arc::new(Notify::new());
    let edge = Edge { go_on: Some(Arc::clone(&go_on)), ..Edge::new() };
    let signed = edge.signed(&practitioner());
    let late = edge.call(LIMITS, &[(CALLER_HEADER, &signed), ("grpc-timeout", "10m")]).await;
    assert_eq!(late, (Code::DeadlineExceeded, "deadline".to_owned()));
    eventually(|| async { (edge.reached() == 1).then_some(()) }).await;
    assert_eq!(edge.ended.load(Ordering::SeqCst), 0, "it was waited for");
    go_on.notify_one();
    eventually(|| async { (edge.ended.load(Ordering::SeqCst) == 1).then_some(()) }).await;
}

#[test]
fn a_mandate_covers_what_it_names() {
    let own = practitioner();
    assert!(own.has_mandate(Domain::Health), "who acts for oneself needs none");
    let mut context = Caller::resident(PersonId::from_uuid(Uuid::from_u128(1)), "Aino").to_context();
    context.impersonator = Some(kajo_proto::caller::v1::Impersonator {
        person_id: Uuid::from_u128(9).to_string(),
        mandates: vec![Domain::Health.into()],
        ..kajo_proto::caller::v1::Impersonator::default()
    });
    let on_behalf = Caller::from_context(&context).unwrap();
    assert!(on_behalf.has_mandate(Domain::Health) && on_behalf.has_mandate(Domain::Neutral));
    assert!(!on_behalf.has_mandate(Domain::Social));
    assert!(!format!("{on_behalf:?}").contains("Aino"), "prints nothing personal");
}

/// Each kind of caller, what they are, and how a method refuses them that does not name them.
#[test]
fn every_kind_of_caller_is_what_its_name_says() {
    let (person, id) = (PersonId::from_uuid(Uuid::from_u128(1)), Uuid::from_u128(2));
    let of_kind =
        |kind: Kind| Caller::from_context(&CallerContext { kind: kind.into(), person_id: id.to_string(), ..CallerContext::default() }).unwrap();
    for (caller, professional, resident, actor, refusal) in [
        (Caller::anonymous(), false, false, ActorKind::System, "access_denied"),
        (Caller::gateway(), false, false, ActorKind::System, "access_denied"),
        (Caller::service("conversations"), false, false, ActorKind::System, "access_denied"),
        (Caller::visitor(person), false, false, ActorKind::Visitor, "access_denied"),
        (Caller::resident(person, "Aino"), false, true, ActorKind::Resident, "access_denied"),
        (of_kind(Kind::ResidentEntering), false, true, ActorKind::Resident, "entry_incomplete"),
        (of_kind(Kind::Identified), false, false, ActorKind::Resident, "not_admitted"),
        (Caller::choosing(person, "Liisa"), true, false, ActorKind::Practitioner, "access_denied"),
        (Caller::practitioner(person, "Liisa", id, id), true, false, ActorKind::Practitioner, "access_denied"),
        (Caller::responsible_user(person, "Ritva", id, id), true, false, ActorKind::Practitioner, "access_denied"),
        (Caller::administrator(person, "Paula", id, id), true, false, ActorKind::Practitioner, "access_denied"),
    ] {
        let is = (caller.is_professional(), caller.is_resident(), caller.actor().kind, refusal_of(caller.kind()));
        assert_eq!(is, (professional, resident, actor, refusal), "{caller:?}");
        assert_eq!(Caller::from_context(&caller.to_context()), Some(caller), "the wire keeps it");
    }
    // A person where there is none, or none where there is one.
    for (kind, person_id) in
        [(Kind::Gateway, id.to_string()), (Kind::Resident, String::new()), (Kind::Visitor, String::new()), (Kind::Unspecified, id.to_string())]
    {
        assert_eq!(Caller::from_context(&CallerContext { kind: kind.into(), person_id, ..CallerContext::default() }), None, "{kind:?}");
    }
}

/// What the gateway says of a caller arrives, each thing in its place, and none of it is printed but what kind and which person.
#[test]
fn what_is_known_of_a_caller_arrives() {
    let id = |number| Uuid::from_u128(number);
    let liisa = practitioner().in_session(id(4));
    assert_eq!((liisa.person(), liisa.session()), (Some(PersonId::from_uuid(id(1))), Some(id(4))));
    assert_eq!((liisa.role(), liisa.location()), (Some(id(2)), Some(id(3))));
    assert_eq!((liisa.display_name(), liisa.service_name()), ("Liisa", ""));
    assert_eq!((liisa.impersonator(), liisa.on_behalf_of().is_some(), liisa.is_teenager()), (None, false, false));
    assert_eq!(Caller::from_context(&liisa.to_context()), Some(liisa));
    assert_eq!(Caller::service("conversations").service_name(), "conversations");

    let mut context = Caller::resident(PersonId::from_uuid(id(1)), "Aino").to_context();
    context.teenager = true;
    context.impersonator = Some(kajo_proto::caller::v1::Impersonator {
        person_id: id(9).to_string(),
        display_name: "Maija".to_owned(),
        mandates: vec![Domain::Social.into()],
    });
    let aino = Caller::from_context(&context).unwrap();
    assert!(aino.is_teenager());
    assert_eq!(aino.on_behalf_of().map(|at_the_screen| at_the_screen.impersonator), Some(PersonId::from_uuid(id(9))));
    let maija = aino.impersonator().unwrap();
    assert_eq!((maija.display_name.as_str(), &maija.mandates), ("Maija", &vec![Domain::Social]));
    let printed = format!("{aino:?} {maija:?}");
    assert!(printed.contains(&id(1).to_string()) && printed.contains(&id(9).to_string()), "{printed}");
    assert!(!printed.contains("Aino") && !printed.contains("Maija"), "{printed}");
}

#[test]
fn cha_04_whoever_was_in_a_visit_before_they_signed_in_is_known_by_it_and_a_visitor_by_no_other() {
    let [visit, aino] = [Uuid::from_u128(1), Uuid::from_u128(2)].map(PersonId::from_uuid);
    let visitor = Caller::visitor(visit);
    assert_eq!((visitor.is_visitor(), visitor.person(), visitor.visit(), visitor.session()), (true, Some(visit), None, None));
    let claims = CallerContext { visit_id: visit.to_string(), ..Caller::resident(aino, "Aino").to_context() };
    let claiming = Caller::from_context(&claims).unwrap();
    assert_eq!((claiming.is_visitor(), claiming.person(), claiming.visit()), (false, Some(aino), Some(visit)));
    assert_eq!(Caller::from_context(&claiming.to_context()), Some(claiming), "the wire keeps it");
    assert_eq!(Caller::from_context(&CallerContext { visit_id: "none".to_owned(), ..claims }), None);
}

#[test]
fn nobody_decides_about_their_own_row() {
    let [own, other] = [Uuid::from_u128(1), Uuid::from_u128(2)];
    for (doers, may) in [
        ([None, None], true),
        ([Some(other), None], true),
        ([Some(other), Some(other)], true),
        ([Some(own), None], false),
        ([None, Some(own)], false),
        ([Some(other), Some(own)], false),
        ([Some(own), Some(other)], false),
    ] {
        let row = Shown { entry: Uuid::from_u128(3), subject: PersonId::from_uuid(Uuid::from_u128(4)), doers };
        assert_eq!(row.may_be_withheld_by(PersonId::from_uuid(own)), may, "{doers:?}");
    }
}

#[tokio::test]
async fn who_is_refused_before_the_handler_is_counted() {
    let edge = Edge::new();
    assert_eq!(edge.call(LIMITS, &[]).await, (Code::Unauthenticated, "caller_unknown".to_owned()));
    assert_eq!(edge.reached(), 0);
    let counted = format!("kajo_rpc_seconds_count{{method=\"{LIMITS}\",code=\"16\"}}");
    assert!(crate::telemetry::metrics::render().contains(&counted));
}
