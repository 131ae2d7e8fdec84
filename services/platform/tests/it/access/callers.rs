//! The kinds of caller: the columns of the matrix.

use chassis::access::InternalKey;
use gateway::App;
use identity::demo::{location_id, role_id};
use kajo_proto::{caller::v1::CallerContext, methods::Method, options::v1::Caller as Kind};

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

/// Whose things everybody asks for who has none or acts for nobody.
pub(crate) const ABOUT: &str = "aino";

fn web(name: &'static str, kind: impl Into<Option<Kind>>, person: &'static str, browser: Browser) -> Caller {
    Caller { name, kind: kind.into(), way: Way::Web(browser), person, about: ABOUT, mandates: None }
}

/// Somebody who acts for `about`.
async fn on_behalf(world: &World, name: &'static str, person: &'static str, about: &'static str, mandates: (bool, bool)) -> Caller {
    let mut browser = world.browser(App::Resident);
    browser.begin_session(person).await;
    browser.act_for(about).await;
    Caller { about, mandates: Some(mandates), ..web(name, Kind::Resident, person, browser) }
}

/// A professional who has signed in, and lacks what it takes to begin work.
async fn unready(world: &World, name: &'static str, person: &'static str) -> Caller {
    let mut browser = world.browser(App::Practitioner);
    browser.begin_session(person).await;
    web(name, Kind::PractitionerChoosing, person, browser)
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
    vec![
        web("nobody", Kind::Anonymous, "", world.browser(App::Resident)),
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
        unready(world, "practitioner: no role", "raija").await,
        unready(world, "practitioner: no location", "paavo").await,
        unready(world, "practitioner: neither", "kaisa").await,
        web("practitioner: has not chosen", Kind::PractitionerChoosing, "tero", choosing),
        opener,
        nurse("practitioner: team", "pekka").await,
        nurse("practitioner: owner", "liisa").await,
        nurse("practitioner: participant", "jussi").await,
        works("practitioner: consulted", Kind::Practitioner, "mikko", "doctor", "lehtola").await,
        works("practitioner: other location", Kind::Practitioner, "outi", "nurse", "tunturi").await,
        works("practitioner: other queue", Kind::Practitioner, "risto", "social-worker", "satama").await,
        responsible,
        works("administrator", Kind::Administrator, "paula", "nurse", "lehtola").await,
    ]
}

/// Whom no gateway and no service may believe.
async fn impostors(world: &World) -> Vec<Caller> {
    let mut ended = world.resident(ABOUT).await;
    let cookies = ended.cookies.clone();
    ended.post_json("/api/session/sign-out", "{}").await;
    ended.cookies = cookies;
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
    let mut callers = residents(world).await;
    callers.extend(Box::pin(professionals(world)).await);
    callers.extend(impostors(world).await);
    callers.extend(past_the_gateway(world));
    callers
}

/// Somebody has become somebody else by what they were allowed to do: they begin again.
pub(crate) async fn renew(world: &World, callers: &mut [Caller], method: &Method, objects: &Objects) {
    let (name, app) = match method.name {
        "ChooseWorkContext" => {
            let elsewhere = callers.iter().find(|caller| caller.name == "practitioner: other location").unwrap();
            elsewhere.web().unwrap().choose(&role_id("nurse").to_string(), &location_id("tunturi").to_string()).await;
            ("practitioner: has not chosen", App::Practitioner)
        }
        "AcceptTerms" => {
            objects.publish_terms().await;
            ("resident: onboarding not finished", App::Resident)
        }
        _ => return,
    };
    let caller = callers.iter_mut().find(|caller| caller.name == name).unwrap();
    let mut browser = world.browser(app);
    browser.begin_session(caller.person).await;
    caller.way = Way::Web(browser);
}
