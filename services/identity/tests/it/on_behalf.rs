//! Acting on behalf of another person, against the national service of the simulators.

use chassis_domain::Uuid;
use identity::demo::RESIDENTS;
use jiff::{SignedDuration, tz::TimeZone};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        BeginOnBehalfRequest, BeginOnBehalfResponse, CloseOnBehalfRequest, CompleteOnBehalfRequest, CompleteOnBehalfResponse, ListMyAccessLogRequest,
        ListMySessionsRequest, NameRepresentativesRequest, Realm, ResolveSessionRequest, ResolveSessionResponse, Viewing,
        access_log_service_client::AccessLogServiceClient, own_session_service_client::OwnSessionServiceClient,
    },
    options::v1::{Caller, Domain},
};
use reqwest::{Client, redirect::Policy};
use simulators::Fault;
use sqlx::Row;
use tonic::{Code, Status};
use url::Url;

use crate::world::{World, said, told};

const CALLBACK: &str = "http://localhost:8080/api/session/on-behalf/callback";

fn id(hint: &str) -> String {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().person.person_id().to_string()
}

impl World {
    async fn begin_on_behalf(&self, secret: &str) -> Result<BeginOnBehalfResponse, Status> {
        let asked = BeginOnBehalfRequest {
            session_secret: secret.to_owned(),
            return_to: "/fi/inbox".to_owned(),
            redirect_uri: CALLBACK.to_owned(),
            language: "fi".to_owned(),
        };
        self.on_behalf().begin_on_behalf(asked).await.map(tonic::Response::into_inner)
    }

    /// What a person does at the national service: code, or error.
    async fn pick(&self, url: &str, whom: &str) -> (String, String) {
        let browser = Client::builder().redirect(Policy::none()).build().unwrap();
        let answer = browser.get(url).query(&[("pick", whom)]).send().await.unwrap();
        let back = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
        let value = |name: &str| back.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned()).unwrap_or_default();
        (value("code"), value("error"))
    }

    async fn complete_on_behalf(&self, secret: &str, callback_secret: &str, code: &str) -> Result<CompleteOnBehalfResponse, Status> {
        let asked = CompleteOnBehalfRequest {
            session_secret: secret.to_owned(),
            code: code.to_owned(),
            callback_secret: callback_secret.to_owned(),
            redirect_uri: CALLBACK.to_owned(),
        };
        self.on_behalf().complete_on_behalf(asked).await.map(tonic::Response::into_inner)
    }

    /// The whole way, from the click to acting.
    pub(crate) async fn act(&self, secret: &str, whom: &str) -> Result<(), Status> {
        let begun = self.begin_on_behalf(secret).await?;
        let (code, _) = self.pick(&begun.url, whom).await;
        self.complete_on_behalf(secret, &begun.callback_secret, &code).await.map(|_| ())
    }

    async fn acting(&self, who: &str, whom: &str) -> String {
        let secret = self.sign_in(Realm::Resident, who).await;
        self.act(&secret, whom).await.unwrap();
        secret
    }

    async fn check(&self, secret: &str) -> ResolveSessionResponse {
        let asked = ResolveSessionRequest { realm: Realm::Resident.into(), session_secret: secret.to_owned(), touch: true, check: true };
        self.gateway().resolve_session(asked).await.unwrap().into_inner()
    }

    pub(crate) async fn close(&self, secret: &str) -> bool {
        self.on_behalf().close_on_behalf(CloseOnBehalfRequest { session_secret: secret.to_owned() }).await.unwrap().into_inner().denied
    }

    /// The clock of the platform and that of the outside world go on together.
    fn later(&self, by: SignedDuration) {
        self.clock().advance(by);
        self.realms.advance(by);
    }

    /// It is noon of the next day in Finland: a new day asks for mandates anew, and none begins in the middle of the test.
    fn noon(&self) {
        let now = self.running.kernel().clock.now().to_zoned(TimeZone::get("Europe/Helsinki").unwrap());
        let noon = now.date().tomorrow().unwrap().at(12, 0, 0, 0).to_zoned(now.time_zone().clone()).unwrap();
        self.later(noon.timestamp().duration_since(now.timestamp()));
    }

    /// It is this time.
    fn until(&self, time: &str) {
        let time: jiff::Timestamp = time.parse().unwrap();
        self.later(time.duration_since(self.running.kernel().clock.now()));
    }
}

/// Whose matters it is, who is at the screen, and which mandates there are.
fn who(resolved: &ResolveSessionResponse) -> (String, String, Vec<Domain>) {
    let caller = resolved.caller.as_ref().unwrap();
    let impersonator = caller.impersonator.clone().unwrap_or_default();
    (caller.person_id.clone(), impersonator.person_id.clone(), impersonator.mandates().collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_a_session_acts_for_whom_there_is_an_authorisation_in_its_matters_and_stops() {
    let world = World::start().await;
    for (delegate, principal, mandates) in
        [("aino", "maija", vec![Domain::Health]), ("nils", "ante", vec![Domain::Social]), ("maja", "astrid", vec![Domain::Health, Domain::Social])]
    {
        let secret = world.acting(delegate, principal).await;
        let resolved = world.resolve(Realm::Resident, &secret, true).await.unwrap();
        assert_eq!(who(&resolved), (id(principal), id(delegate), mandates), "{delegate}");
        let kajo_proto::identity::v1::Session { user, impersonator } = resolved.session.unwrap();
        let (user, impersonator) = (user.unwrap(), impersonator.unwrap());
        let known = |hint: &str| RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().person;
        let name = |hint: &str| format!("{} {}", known(hint).given, known(hint).family);
        assert_eq!((user.person_id, user.name.unwrap().text), (id(principal), name(principal)));
        assert_eq!((impersonator.id, impersonator.name, impersonator.patient_id), (id(delegate), name(delegate), id(delegate)));

        assert_eq!(world.realms.authorization_sessions(), 1);
        assert!(!world.close(&secret).await);
        assert_eq!(world.realms.authorization_sessions(), 0, "the national service is told");
        let own = world.resolve(Realm::Resident, &secret, true).await.unwrap();
        assert_eq!(who(&own), (id(delegate), String::new(), vec![]));
        assert!(own.revoked_principal_id.is_empty());
        assert!(!world.close(&secret).await, "stopping twice is fine");
        world.sign_out(Realm::Resident, &secret).await.unwrap();
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_who_is_not_admitted_in_their_own_name_acts_for_others_and_is_not_admitted_afterwards() {
    let world = World::start().await;
    let secret = world.acting("salme", "veikko").await;
    let resolved = world.resolve(Realm::Resident, &secret, true).await.unwrap();
    assert_eq!(resolved.caller.unwrap().kind(), Caller::Resident);
    assert_eq!(resolved.session.unwrap().impersonator.unwrap().patient_id, "", "no patient here");
    assert!(world.close(&secret).await, "the browser goes to the page that says why");
    assert_eq!(world.resolve(Realm::Resident, &secret, true).await.unwrap().caller.unwrap().kind(), Caller::Identified);
    // Who was identified abroad is unknown to the national service.
    let secret = world.sign_in(Realm::Resident, "marco").await;
    assert_eq!(told(&world.begin_on_behalf(&secret).await.unwrap_err()), said(Code::FailedPrecondition, "finnish_identity_missing"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_both_people_stand_in_the_access_log_and_the_represented_person_sees_it() {
    let world = World::start().await;
    let secret = world.acting("aino", "maija").await;
    let rows = sqlx::query("select actor_kind, actor_id, impersonator_id, subject_id, ground from access_log where method like '%/CompleteOnBehalf'");
    let rows = rows.fetch_all(&world.running.kernel().pool).await.unwrap();
    assert_eq!(rows.len(), 1);
    let uuid = |name: &str| rows[0].get::<Uuid, _>(name).to_string();
    assert_eq!((uuid("actor_id"), uuid("impersonator_id"), uuid("subject_id")), (id("maija"), id("aino"), id("maija")));
    assert_eq!((rows[0].get::<String, _>("actor_kind"), rows[0].get::<String, _>("ground")), ("resident".to_owned(), "mandate".to_owned()));

    let list = async |secret: &str| {
        let mut log = AccessLogServiceClient::new(world.calls(Realm::Resident, secret).await);
        log.list_my_access_log(ListMyAccessLogRequest::default()).await.map(|answer| answer.into_inner().entries)
    };
    let own = world.sign_in(Realm::Resident, "maija").await;
    let entries = list(&own).await.unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!((entries[0].viewing(), entries[0].representative_name.as_str()), (Viewing::OnBehalf, "Aino Lehtonen"));
    assert_eq!((entries[0].professional_name.as_str(), entries[0].ground), ("", 0));
    // Another service is told what they are called whom its own log names, of that person's alone.
    let service = CallerContext { kind: Caller::Service.into(), service: "conversations".to_owned(), ..CallerContext::default() };
    let mut named = AccessLogServiceClient::new(world.calls_by(service));
    for (represented, representatives) in [("maija", vec![(id("aino"), "Aino Lehtonen".to_owned())]), ("eino", Vec::new())] {
        let asked = NameRepresentativesRequest { represented_id: id(represented), representative_ids: vec![id("aino"), id("maija")] };
        let answer = named.name_representatives(asked).await.unwrap().into_inner();
        assert_eq!(answer.representatives.into_iter().collect::<Vec<_>>(), representatives, "{represented}");
    }
    // Who has looked at the represented person, is told to that person alone.
    assert_eq!(told(&list(&secret).await.unwrap_err()), said(Code::PermissionDenied, "mandate_missing"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_08_without_an_authorisation_nobody_acts_and_no_reason_is_told() {
    let world = World::start().await;
    // Withdrawn; a protected child; allowed by the national service, and protected in the county's register.
    world.realms.authorize("eino", "salme", true, true);
    for (delegate, principal) in [("maja", "goran"), ("eino", "siiri"), ("eino", "salme")] {
        let secret = world.sign_in(Realm::Resident, delegate).await;
        let refused = world.act(&secret, principal).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::PermissionDenied, "mandate_missing"), "{principal}");
        assert_eq!(who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()), (id(delegate), String::new(), vec![]));
    }
    assert_eq!(world.realms.authorization_sessions(), 0, "nothing is left behind");
    // Not in the register: a customer of another county.
    world.realms.authorize("eino", "tuuli", true, true);
    let secret = world.sign_in(Realm::Resident, "eino").await;
    assert_eq!(told(&world.act(&secret, "tuuli").await.unwrap_err()), said(Code::PermissionDenied, "mandate_missing"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_08_the_way_back_is_good_once_for_ten_minutes_in_one_session_and_one_browser() {
    let world = World::start().await;
    let unknown = said(Code::FailedPrecondition, "on_behalf_unknown");
    let (aino, eino) = (world.sign_in(Realm::Resident, "aino").await, world.sign_in(Realm::Resident, "eino").await);
    let begun = world.begin_on_behalf(&aino).await.unwrap();
    let (code, _) = world.pick(&begun.url, "maija").await;
    assert_eq!(told(&world.complete_on_behalf(&aino, "another-browser", &code).await.unwrap_err()), unknown);
    assert_eq!(told(&world.complete_on_behalf(&eino, &begun.callback_secret, &code).await.unwrap_err()), unknown, "another session");
    assert_eq!(told(&world.complete_on_behalf(&aino, &begun.callback_secret, &code).await.unwrap_err()), unknown, "a failed try burns it");

    let begun = world.begin_on_behalf(&aino).await.unwrap();
    let (code, _) = world.pick(&begun.url, "maija").await;
    world.complete_on_behalf(&aino, &begun.callback_secret, &code).await.unwrap();
    assert_eq!(told(&world.complete_on_behalf(&aino, &begun.callback_secret, &code).await.unwrap_err()), unknown, "twice");

    // A code of another's way is worth nothing on this one.
    let (mine, theirs) = (world.begin_on_behalf(&aino).await.unwrap(), world.begin_on_behalf(&eino).await.unwrap());
    let (code, _) = world.pick(&theirs.url, "onni").await;
    let refused = world.complete_on_behalf(&aino, &mine.callback_secret, &code).await.unwrap_err();
    assert_eq!(told(&refused).0, Code::Unavailable, "the token is of another session at the national service");
    assert_eq!(who(&world.resolve(Realm::Resident, &aino, true).await.unwrap()).0, id("maija"), "what was there stays");

    let begun = world.begin_on_behalf(&aino).await.unwrap();
    let (code, _) = world.pick(&begun.url, "maija").await;
    world.later(SignedDuration::from_mins(10));
    assert_eq!(told(&world.complete_on_behalf(&aino, &begun.callback_secret, &code).await.unwrap_err()), unknown, "too late");
    assert_eq!(world.pick(&begun.url, "-").await, (String::new(), "access_denied".to_owned()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_08_an_authorisation_that_is_withdrawn_ends_before_the_next_change_and_within_fifteen_minutes() {
    let world = World::start().await;
    world.noon();
    let secret = world.acting("maja", "astrid").await;
    // What was withdrawn in part goes on in part.
    world.realms.authorize("maja", "astrid", true, false);
    assert_eq!(
        who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()).2,
        [Domain::Health, Domain::Social],
        "held for a while for reading"
    );
    assert_eq!(who(&world.check(&secret).await).2, [Domain::Health], "and never for a change");
    // It does not grow while it is in use.
    world.realms.authorize("maja", "astrid", true, true);
    assert_eq!(who(&world.check(&secret).await).2, [Domain::Health]);

    world.realms.authorize("maja", "astrid", false, false);
    let gone = world.check(&secret).await;
    assert_eq!(who(&gone), (id("maja"), String::new(), vec![]));
    assert_eq!(gone.revoked_principal_id, id("astrid"));
    assert_eq!(world.realms.authorization_sessions(), 0);

    let secret = world.acting("aino", "maija").await;
    world.realms.authorize("aino", "maija", false, false);
    world.later(SignedDuration::from_mins(14));
    assert_eq!(who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()).0, id("maija"));
    world.later(SignedDuration::from_mins(1));
    let gone = world.resolve(Realm::Resident, &secret, true).await.unwrap();
    assert_eq!((who(&gone).0, gone.revoked_principal_id), (id("aino"), id("maija")));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_08_the_fifteen_minutes_are_those_of_the_last_answer() {
    let world = World::start().await;
    world.noon();
    let secret = world.acting("aino", "maija").await;
    world.later(SignedDuration::from_mins(10));
    assert_eq!(who(&world.check(&secret).await).0, id("maija"));
    world.realms.authorize("aino", "maija", false, false);
    world.later(SignedDuration::from_mins(14));
    assert_eq!(who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()).0, id("maija"));
    world.later(SignedDuration::from_mins(1));
    assert_eq!(who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()).0, id("aino"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_08_while_the_national_service_is_away_nothing_begins_and_nothing_changes() {
    let world = World::start().await;
    let secret = world.acting("aino", "maija").await;
    for fault in [Fault::AuthorizationsFail, Fault::AuthorizationsMalformed, Fault::AuthorizationsSilent] {
        world.realms.fail(fault);
        let other = world.sign_in(Realm::Resident, "eino").await;
        // At once: a service that is silent is waited for for five seconds.
        let (checked, begun) = tokio::join!(world.check(&secret), world.begin_on_behalf(&other));
        assert!(checked.mandate_unchecked, "{fault:?}");
        assert_eq!(who(&checked), (id("maija"), id("aino"), vec![]), "{fault:?}: no mandate is given that nobody has confirmed");
        assert_eq!(told(&begun.unwrap_err()), said(Code::Unavailable, "authorizations_unavailable"), "{fault:?}");
    }
    // What was told a moment ago still holds for reading, and no longer than it should.
    assert!(!world.resolve(Realm::Resident, &secret, true).await.unwrap().mandate_unchecked);
    world.realms.fail(Fault::AuthorizationsFail);
    world.later(SignedDuration::from_mins(10));
    world.resolve(Realm::Resident, &secret, true).await.unwrap();
    world.later(SignedDuration::from_mins(5));
    assert!(world.resolve(Realm::Resident, &secret, true).await.unwrap().mandate_unchecked);
    // Stopping needs nobody.
    assert!(!world.close(&secret).await);
    assert_eq!(who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()).0, id("aino"));

    world.realms.fail(Fault::None);
    let begun = world.begin_on_behalf(&secret).await.unwrap();
    let (code, _) = world.pick(&begun.url, "maija").await;
    world.realms.fail(Fault::AuthorizationsTokenFails);
    let refused = world.complete_on_behalf(&secret, &begun.callback_secret, &code).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Unavailable, "authorizations_unavailable"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_a_caller_is_a_teenager_when_whose_data_it_is_is_twelve_to_seventeen() {
    let world = World::start().await;
    for (secret, teenager) in [
        (world.acting("eino", "venla").await, true),
        (world.acting("eino", "onni").await, false),
        (world.sign_in(Realm::Resident, "venla").await, true),
        (world.sign_in(Realm::Resident, "aino").await, false),
    ] {
        assert_eq!(world.resolve(Realm::Resident, &secret, true).await.unwrap().caller.unwrap().teenager, teenager);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_01_a_guardian_stops_at_eighteen_also_while_acting() {
    let world = World::start().await;
    // Venla was born on 20 May 2012. In summer, Helsinki is three hours ahead.
    world.until("2030-05-19T20:59:00Z");
    let (reads, changes, alone) = (world.acting("eino", "venla").await, world.acting("eino", "venla").await, world.acting("eino", "venla").await);
    world.until("2030-05-19T20:59:59Z");
    for secret in [&reads, &changes, &alone] {
        let before = world.resolve(Realm::Resident, secret, true).await.unwrap();
        assert_eq!(who(&before), (id("venla"), id("eino"), vec![Domain::Health, Domain::Social]));
        assert!(before.caller.unwrap().teenager);
    }
    world.until("2030-05-19T21:00:00Z");
    // The national service still says yes, and need not be there: whose guardian somebody was, they are no more.
    let ended = |after: ResolveSessionResponse| (who(&after), after.revoked_principal_id) == ((id("eino"), String::new(), vec![]), id("venla"));
    assert!(ended(world.resolve(Realm::Resident, &reads, true).await.unwrap()));
    assert!(ended(world.check(&changes).await));
    world.realms.fail(Fault::AuthorizationsFail);
    assert!(ended(world.resolve(Realm::Resident, &alone, true).await.unwrap()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_01_an_answer_about_a_mandate_is_of_its_day_in_helsinki() {
    let world = World::start().await;
    // In winter, Helsinki is two hours ahead.
    world.until("2030-01-14T21:58:00Z");
    let secret = world.acting("aino", "maija").await;
    world.realms.authorize("aino", "maija", false, false);
    world.until("2030-01-14T21:59:59Z");
    assert_eq!(who(&world.resolve(Realm::Resident, &secret, true).await.unwrap()).0, id("maija"), "held for a while for reading");
    world.until("2030-01-14T22:00:00Z");
    let gone = world.resolve(Realm::Resident, &secret, true).await.unwrap();
    assert_eq!((who(&gone).0, gone.revoked_principal_id), (id("aino"), id("maija")));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_no_code_and_no_name_of_the_represented_person_stands_in_a_table() {
    let world = World::start().await;
    let secret = world.acting("aino", "maija").await;
    let pool = &world.running.kernel().pool;
    let rows: Vec<String> =
        sqlx::query_scalar("select row_to_json(m)::text from mandates_in_use m union all select row_to_json(s)::text from sessions s")
            .fetch_all(pool)
            .await
            .unwrap();
    let hex = |text: &str| text.bytes().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    for row in &rows {
        for hidden in ["140348-9084", "290288-922S", "Meikäläinen"] {
            assert!(!row.contains(hidden) && !row.contains(&hex(hidden)), "{hidden}");
        }
    }
    world.sign_out(Realm::Resident, &secret).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from mandates_in_use").fetch_one(pool).await.unwrap();
    assert_eq!((left, world.realms.authorization_sessions()), (0, 0), "signing out ends acting as well");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn that_a_session_acts_for_somebody_is_seen_from_the_others_and_it_ends_nobody_elses() {
    let world = World::start().await;
    let (acting, here) = (world.acting("aino", "maija").await, world.sign_in(Realm::Resident, "aino").await);
    let list = async |secret: &str| {
        let calls = world.calls(Realm::Resident, secret).await;
        OwnSessionServiceClient::new(calls).list_my_sessions(ListMySessionsRequest {}).await
    };
    let seen = list(&here).await.unwrap().into_inner().sessions;
    assert_eq!(seen.iter().map(|own| (own.this_one, own.on_behalf)).collect::<Vec<_>>(), [(true, false), (false, true)]);
    assert_eq!(list(&acting).await.unwrap_err().code(), Code::PermissionDenied, "one's own sessions are a matter of one's own name");
    world.end().await;
}
