//! The kinds of caller: the columns of the matrix. What the contract alone says to each of them stands in `refused`.

use chassis::{access::InternalKey, testkit::eventually};
use gateway::App;
use identity::demo::{location_id, role_id};
use kajo_proto::{
    caller::v1::CallerContext,
    chat_queue::v1::LeaveChatQueueRequest,
    identity::v1::{GetMyProfileRequest, ListColleaguesRequest},
    methods::Method,
    options::v1::Caller as Kind,
};

use simulators::Fault;

use super::objects::{Objects, open_patient};
use crate::{browser::Browser, world::World};

/// How a call comes in.
pub(crate) enum Way {
    /// Through the gateway.
    Web(Browser),
    /// Straight at a service, past the gateway: signed with this key, for this kind.
    Straight(Option<(InternalKey, Kind)>),
}

/// One column.
pub(crate) struct Caller {
    /// As the matrix names it.
    pub(crate) name: &'static str,
    /// As the contract names it; `None` for who is nobody that it knows.
    pub(crate) kind: Option<Kind>,
    pub(crate) way: Way,
    /// The demo person at the screen.
    pub(crate) person: &'static str,
    /// The resident whose things are asked for.
    pub(crate) about: &'static str,
    /// Which matters a representative may see to: health, social.
    pub(crate) mandates: Option<(bool, bool)>,
}

impl Caller {
    pub(crate) fn web(&self) -> Option<&Browser> {
        if let Way::Web(browser) = &self.way { Some(browser) } else { None }
    }
}

/// Somebody who is not signed in, in a visit.
pub(super) async fn visitor(browser: &Browser) -> Caller {
    let mut browser = browser.clone();
    let begun = browser.post_json("/api/visit", "{}").await;
    assert_eq!(begun.status(), reqwest::StatusCode::NO_CONTENT);
    web("visitor", Kind::Visitor, "", browser)
}

/// Whose things everybody asks for who has none or acts for nobody.
pub(crate) const ABOUT: &str = "aino";

fn web(name: &'static str, kind: impl Into<Option<Kind>>, person: &'static str, browser: Browser) -> Caller {
    Caller { name, kind: kind.into(), way: Way::Web(browser), person, about: ABOUT, mandates: None }
}

/// Somebody who acts for `about`.
pub(super) async fn on_behalf(world: &World, name: &'static str, person: &'static str, about: &'static str, mandates: (bool, bool)) -> Caller {
    let mut browser = world.browser(App::Resident);
    browser.begin_session(person).await;
    browser.act_for(about).await;
    Caller { about, mandates: Some(mandates), ..web(name, Kind::Resident, person, browser) }
}

/// A professional who has signed in, and has chosen no role and no location or has none.
async fn away(world: &World, name: &'static str, kind: Kind, person: &'static str) -> Caller {
    let mut browser = world.browser(App::Practitioner);
    browser.begin_session(person).await;
    web(name, kind, person, browser)
}

/// See [`without_groups`].
const WITHOUT_GROUPS: &str = "practitioner: without groups";

/// A professional at work whom the directory has taken out of every group since: their next sign-in says so, in another browser.
async fn without_groups(world: &World) -> Caller {
    let before = world.professional("karin", "nurse", "lehtola").await;
    take_groups_away(world, &before).await;
    web(WITHOUT_GROUPS, Kind::PractitionerChoosing, "karin", before)
}

/// Until the browser that was at work is shut out.
async fn take_groups_away(world: &World, at_work: &Browser) {
    world.simulators.fail(Fault::NoGroups);
    world.browser(App::Practitioner).sign_in("karin").await;
    world.simulators.fail(Fault::None);
    eventually(|| async { at_work.ask("/kajo.identity.v1.WorkContextService/ListColleagues", &ListColleaguesRequest {}).await.err() }).await;
}

/// Has a session find out that its mandate is gone, as the next change does: for a while reads go by what was found before, so that a cell
/// would say one thing or the other, depending on the order of the methods.
async fn find_out(acting: &Caller) {
    let Way::Web(browser) = &acting.way else { return };
    let asked = LeaveChatQueueRequest { chat_id: uuid::Uuid::nil().to_string() };
    eventually(|| async { browser.ask("/kajo.chat_queue.v1.ChatPlaceService/LeaveChatQueue", &asked).await.err() }).await;
}

async fn residents(world: &World) -> Vec<Caller> {
    let mut entering = world.browser(App::Resident);
    entering.begin_session("oona").await;
    let mut foreign = world.browser(App::Resident);
    foreign.begin_session("marco").await;
    let mut protected = world.browser(App::Resident);
    protected.begin_session("salme").await;
    let withdrawn = on_behalf(world, "resident for another: mandate withdrawn", "maja", "astrid", (false, false)).await;
    world.simulators.authorize("maja", "astrid", false, false);
    find_out(&withdrawn).await;
    vec![
        web("nobody", Kind::Anonymous, "", world.browser(App::Resident)),
        visitor(&world.browser(App::Resident)).await,
        web("resident", Kind::Resident, ABOUT, world.resident(ABOUT).await),
        web("resident: another", Kind::Resident, "elli", world.resident("elli").await),
        web("resident: onboarding not finished", Kind::ResidentEntering, "oona", entering),
        web("resident: identified abroad", Kind::Identified, "marco", foreign),
        web("resident: under non-disclosure", Kind::Identified, "salme", protected),
        Caller { about: "venla", ..web("resident: teenager", Kind::Resident, "venla", world.resident("venla").await) },
        on_behalf(world, "resident for another: guardian of a teenager", "eino", "venla", (true, true)).await,
        on_behalf(world, "resident for another: guardian of a child", "eino", "onni", (true, true)).await,
        on_behalf(world, "resident for another: health", "tuuli", "veikko", (true, false)).await,
        on_behalf(world, "resident for another: social", "nils", "ante", (false, true)).await,
        withdrawn,
    ]
}

async fn professionals(world: &World) -> Vec<Caller> {
    let works = async |name, kind: Kind, person, role, location| web(name, kind, person, world.professional(person, role, location).await);
    let nurse = async |name, person| works(name, Kind::Practitioner, person, "nurse", "lehtola").await;
    let mut choosing = world.browser(App::Practitioner);
    choosing.sign_in("tero").await;
    let opener = nurse("practitioner: has opened the patient", "anna").await;
    open_patient(opener.web().unwrap(), ABOUT).await;
    let responsible = works("responsible user: has opened the patient", Kind::ResponsibleUser, "ritva", "nurse", "lehtola").await;
    open_patient(responsible.web().unwrap(), ABOUT).await;
    vec![
        away(world, "practitioner: no role", Kind::PractitionerChoosing, "raija").await,
        away(world, "practitioner: no location", Kind::PractitionerChoosing, "paavo").await,
        away(world, "practitioner: neither", Kind::PractitionerChoosing, "kaisa").await,
        web("practitioner: has not chosen", Kind::PractitionerChoosing, "tero", choosing),
        without_groups(world).await,
        opener,
        nurse("practitioner: team", "pekka").await,
        nurse("practitioner: owner", "liisa").await,
        nurse("practitioner: participant", "jussi").await,
        works("practitioner: consulted", Kind::Practitioner, "mikko", "doctor", "lehtola").await,
        works("practitioner: other location", Kind::Practitioner, "anna", "nurse", "tunturi").await,
        // Has put aside what colleagues handle, in the role and at the location that work it.
        works("practitioner: done with it", Kind::Practitioner, "outi", "nurse", "tunturi").await,
        works("practitioner: other queue", Kind::Practitioner, "risto", "social-worker", "satama").await,
        responsible,
        away(world, "responsible user: has not chosen", Kind::ResponsibleUser, "ritva").await,
        away(world, "administrator", Kind::Administrator, "paula").await,
        works("administrator: at work", Kind::Administrator, "paula", "nurse", "lehtola").await,
    ]
}

/// Signs in anew a caller who is also another column: what ends somebody's other sessions ends that column's, sooner or later.
pub(crate) async fn begin_anew(world: &World, caller: &mut Caller) {
    let browser = match caller.name {
        "responsible user: has opened the patient" => {
            let browser = world.professional(caller.person, "nurse", "lehtola").await;
            open_patient(&browser, ABOUT).await;
            browser
        }
        "practitioner: has opened the patient" => {
            let browser = world.professional(caller.person, "nurse", "lehtola").await;
            open_patient(&browser, ABOUT).await;
            browser
        }
        "practitioner: other location" => world.professional(caller.person, "nurse", "tunturi").await,
        "administrator: at work" => world.professional(caller.person, "nurse", "lehtola").await,
        "responsible user: has not chosen" | "administrator" => {
            let mut browser = world.browser(App::Practitioner);
            browser.begin_session(caller.person).await;
            browser
        }
        _ => return,
    };
    caller.way = Way::Web(browser);
}

/// Whom no gateway and no service may believe.
async fn impostors(world: &World) -> Vec<Caller> {
    let mut ended = world.resident(ABOUT).await;
    let cookies = ended.cookies.clone();
    ended.post_json("/api/session/sign-out", "{}").await;
    ended.cookies = cookies;
    let protected = world.resident("maija").await;
    world.simulators.protect("maija", true);
    open_patient(&world.professional("helmi", "nurse", "lehtola").await, "maija").await;
    eventually(|| async { protected.ask("/kajo.identity.v1.ProfileService/GetMyProfile", &GetMyProfileRequest {}).await.err() }).await;
    let resident = world.resident(ABOUT).await;
    let mut other_realm = world.browser(App::Practitioner);
    other_realm.cookies.insert(other_realm.session_cookie(), resident.cookies[&resident.session_cookie()].clone());
    let mut made_up = world.browser(App::Resident);
    made_up.cookies.insert(made_up.session_cookie(), "made-up".repeat(8));
    let mut without_header = resident.clone();
    without_header.headers.remove("x-digitalplatformauthorization");
    let foreign_origin = resident.with("origin", "https://elsewhere.example").with("sec-fetch-site", "cross-site");
    vec![
        web("session: ended", None, "", ended),
        web("session: under non-disclosure since", None, "", protected),
        web("session: of the other realm", None, "", other_realm),
        web("session: made up", None, "", made_up),
        web("session: without the header", None, "", without_header),
        web("session: from a foreign origin", None, "", foreign_origin),
    ]
}

/// What stands in the metadata of such a call. It is good for a minute.
pub(crate) fn signed((key, kind): &(InternalKey, Kind)) -> Vec<u8> {
    let context = CallerContext { kind: (*kind).into(), ..CallerContext::default() };
    key.sign(context, chassis::Clock::system().now())
}

fn past_the_gateway(world: &World) -> Vec<Caller> {
    let ours = || world.environment.internal_key.clone();
    let column = |name, kind, signed| Caller { name, kind, way: Way::Straight(signed), person: "", about: ABOUT, mandates: None };
    vec![
        column("service: unsigned", None, None),
        column("service: signed by another key", None, Some((InternalKey::from_bytes([9; 32]), Kind::Gateway))),
        column("service: the gateway", Some(Kind::Gateway), Some((ours(), Kind::Gateway))),
        column("service: another service", Some(Kind::Service), Some((ours(), Kind::Service))),
    ]
}

/// Every column.
pub(crate) async fn all(world: &World) -> Vec<Caller> {
    let mut callers = Box::pin(residents(world)).await;
    callers.extend(Box::pin(professionals(world)).await);
    callers.extend(impostors(world).await);
    callers.extend(past_the_gateway(world));
    callers
}

/// Somebody has become somebody else by what they were allowed to do: they begin again.
pub(crate) async fn renew(world: &World, callers: &mut [Caller], method: &Method, objects: &Objects) {
    let (names, app): (&[&str], _) = match method.name {
        "ChooseWorkContext" => {
            for elsewhere in callers.iter().filter(|caller| matches!(caller.name, "practitioner: other location" | "practitioner: done with it")) {
                elsewhere.web().unwrap().choose(&role_id("nurse").to_string(), &location_id("tunturi").to_string()).await;
            }
            (&["practitioner: has not chosen", "responsible user: has not chosen", "administrator"], App::Practitioner)
        }
        "AcceptTerms" => {
            objects.publish_terms().await;
            (&["resident: onboarding not finished"], App::Resident)
        }
        // To have a session to end, they signed in elsewhere, and their groups came back with that.
        "EndMySession" => {
            let without = callers.iter().find(|caller| caller.name == WITHOUT_GROUPS);
            take_groups_away(world, without.and_then(Caller::web).unwrap()).await;
            return;
        }
        _ => return,
    };
    for caller in callers.iter_mut().filter(|caller| names.contains(&caller.name)) {
        let mut browser = world.browser(app);
        browser.begin_session(caller.person).await;
        caller.way = Way::Web(browser);
    }
}
