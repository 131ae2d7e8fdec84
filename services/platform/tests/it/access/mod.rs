//! Every method as every kind of caller about every kind of thing: what happens stands in `authz/matrix.tsv`, which a person has
//! read, unless the contract alone refuses it, whatever it is about (`refused`). To write it anew: `KAJO_WRITE_MATRIX=1`, then read the
//! difference. Each cell is held to more than its outcome: who is refused leaves no trace but the refusal and learns nothing of others,
//! who is allowed stands in the access log, what is hidden looks like what is not there.
//!
//! What stands in the matrix is tried whole in a long run, and for a few callers in every run. Of what the contract refuses, the whole
//! tries one cell in so many that each method refuses several callers and each caller is refused by several methods, the few callers fewer
//! still, and a long run of its own all.

mod birthday;
mod callers;
mod cell;
mod explained;
mod listed;
mod objects;
mod oracle;
mod refused;
mod relations;
mod requests;
mod routes;
mod rules;
mod values;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::PathBuf,
};

use chassis::{Clock, settings::Settings};
use identity::demo::RESIDENTS;
use kajo_proto::{
    methods::{METHODS, Method},
    options::v1::AuditKind,
};
use sqlx::Row;

pub(crate) use self::objects::{book, link_to, plan_anew, ssn};
use self::{
    callers::Caller,
    cell::Answer,
    objects::{Objects, Relation, marker},
    refused::{COLUMNS, by_contract},
    requests::{About, Contract},
    routes::Route,
};
use crate::world::World;

fn reviewed(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("authz").join(name)
}

/// What the stores know about calls of one method.
struct Traces {
    /// Rows of the access log.
    accesses: i64,
    /// Who called last, and who sat at the screen.
    last: Option<(Option<uuid::Uuid>, Option<uuid::Uuid>)>,
}

async fn traces(world: &World, method: &Method) -> Traces {
    let Some(service) = world.platform.service(&method.owner()) else { return Traces { accesses: 0, last: None } };
    let rows = sqlx::query(
        "select actor_id, impersonator_id, count(*) over () as accesses from access_log where method = $1 order by at desc, entry_id desc limit 1",
    )
    .bind(method.path)
    .fetch_optional(&service.kernel().pool)
    .await
    .unwrap();
    Traces { accesses: rows.as_ref().map_or(0, |row| row.get("accesses")), last: rows.map(|row| (row.get("actor_id"), row.get("impersonator_id"))) }
}

async fn has_left_a_command(world: &World, method: &Method, answer: &Answer) -> bool {
    let Some(service) = world.platform.service(&method.owner()) else { return false };
    let query = sqlx::query_scalar("select exists (select from command_log where idempotency_key = $1)").bind(answer.key);
    query.fetch_one(&service.kernel().pool).await.unwrap()
}

/// What everybody is held to, whatever the matrix says.
async fn check(world: &World, caller: &Caller, method: &Method, answer: &Answer, before: &Traces, relation: Relation) {
    let place = format!("{} as {}, {}", method.path, caller.name, relation.name());
    let after = traces(world, method).await;
    if answer.is_allowed() {
        if method.audit() != AuditKind::None && !method.server_streaming && caller.web().is_some() {
            assert!(after.accesses > before.accesses, "{place}: no row in the access log");
            let (actor, impersonator) = after.last.unwrap();
            assert!(actor.is_some(), "{place}: nobody stands in the access log");
            assert_eq!(impersonator.is_some(), caller.mandates.is_some(), "{place}: both persons stand in the access log");
        }
    } else {
        let outcome = answer.outcome();
        if outcome.starts_with("DENY") || outcome == "NO_DOOR" {
            assert_eq!(after.accesses, before.accesses, "{place}: the access log tells of an access that was none");
        }
        assert!(!has_left_a_command(world, method, answer).await, "{place}: refused, and kept");
    }
    let text = String::from_utf8_lossy(answer.message.as_deref().unwrap_or_default()).into_owned() + answer.status.message();
    let is_professional = oracle::works(caller.name);
    for resident in &RESIDENTS {
        let hint = resident.person.login_hint;
        let may_know = (answer.is_allowed() && is_professional) || hint == caller.about || hint == caller.person;
        let known = text.contains(&marker(hint)) || (!resident.ssn.is_empty() && text.contains(resident.ssn));
        assert!(may_know || !known, "{place}: tells something of {hint}");
    }
}

/// The sets of fields that a method answers with, each under a letter.
#[derive(Default)]
struct FieldSets(BTreeMap<&'static str, Vec<BTreeSet<String>>>);

impl FieldSets {
    fn letter(&mut self, method: &'static str, fields: BTreeSet<String>) -> char {
        let sets = self.0.entry(method).or_default();
        let at = sets.iter().position(|known| *known == fields).unwrap_or_else(|| {
            sets.push(fields);
            sets.len() - 1
        });
        char::from(b'a' + u8::try_from(at).unwrap())
    }

    fn page(&self) -> String {
        let mut page = "method\tset\tfields\n".to_owned();
        for (method, sets) in &self.0 {
            for (at, set) in sets.iter().enumerate() {
                let letter = char::from(b'a' + u8::try_from(at).unwrap());
                writeln!(page, "{method}\t{letter}\t{}", set.iter().cloned().collect::<Vec<_>>().join(" ")).unwrap();
            }
        }
        page
    }

    /// What no answer to anybody held, though it may: whom it is shown to is seen by nobody here. Each such field that gets a value in the
    /// things that are asked for leaves this page.
    fn never_filled(&self, contract: &Contract) -> String {
        let mut page = "method\tfields that no answer held\n".to_owned();
        for method in METHODS {
            let Some(sets) = self.0.get(method.path) else { continue };
            let filled: BTreeSet<&String> = sets.iter().flatten().collect();
            let never: Vec<_> = cell::possible(&contract.output(method)).into_iter().filter(|field| !filled.contains(field)).collect();
            if !never.is_empty() {
                writeln!(page, "{}\t{}", method.path, never.join(" ")).unwrap();
            }
        }
        page
    }
}

/// Ends the sessions of those who make the things; asked for when nothing more has to be made.
fn is_last(method: &Method) -> bool {
    method.name == "EndMyOtherSessions"
}

/// What every cell holds, and the fields that were answered with.
struct Observation<'a> {
    world: &'a World,
    part: Part,
    contract: Contract,
    objects: Objects,
    matrix: String,
    sets: FieldSets,
    /// Cells that the contract refuses, so far.
    refused: usize,
}

/// Which cells a run tries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Those of every caller, and of what the contract refuses one in [`ONE_IN`].
    Whole,
    /// Those of these callers alone, and of what the contract refuses few.
    Of(&'static [&'static str]),
    /// Everything that the contract refuses, and nothing else.
    Refused,
}

impl Part {
    fn has(self, caller: &Caller) -> bool {
        match self {
            Self::Of(callers) => callers.contains(&caller.name),
            Self::Whole | Self::Refused => true,
        }
    }
}

/// Those who come first of their kind: whom the calls of others before them change nothing for.
const FIRST: [&str; 3] = ["nobody", "resident", "practitioner: has opened the patient"];

/// Of the cells that the contract refuses a run tries one in so many: a number that shares no factor with those of callers and
/// relations, so that it is another caller's turn with each method.
const ONE_IN: usize = 5;

impl<'a> Observation<'a> {
    async fn begin(world: &'a World, part: Part) -> Self {
        let (contract, objects) = (Contract::new(), Objects::new(world).await);
        Self { world, part, contract, objects, matrix: String::new(), sets: FieldSets::default(), refused: 0 }
    }

    /// Whether a cell that the contract refuses is tried in this run.
    fn is_tried(&mut self) -> bool {
        self.refused += 1;
        match self.part {
            Part::Refused => true,
            Part::Whole => self.refused.is_multiple_of(ONE_IN),
            Part::Of(_) => self.refused.is_multiple_of(ONE_IN * ONE_IN),
        }
    }

    fn write(&mut self, asked: &str, caller: &Caller, relation: Relation, outcome: &str) {
        writeln!(self.matrix, "{asked}\t{}\t{}\t{outcome}", caller.name, relation.name()).unwrap();
    }

    async fn method(&mut self, method: &'static Method, caller: &Caller) {
        if !self.part.has(caller) {
            return;
        }
        let mut hidden: Vec<(Relation, Answer)> = Vec::new();
        let refusal = by_contract(method, caller.name);
        if refusal.is_none() && self.part == Part::Refused {
            return;
        }
        for relation in self.contract.relations(method) {
            if refusal.is_some() && !self.is_tried() {
                continue;
            }
            let request = self.contract.request(method, &About { caller, relation: *relation }, &mut self.objects).await;
            // Where the clock stands: the row that this call leaves is later than those of whoever made what it is about.
            self.world.moment();
            let before = traces(self.world, method).await;
            let visitor = self.objects.visitor(caller, *relation);
            let Some(answer) = cell::call(self.world, visitor.unwrap_or(caller), method, &request).await else { continue };
            check(self.world, caller, method, &answer, &before, *relation).await;
            let mut outcome = answer.outcome();
            if let Some(refusal) = &refusal {
                assert_eq!(&outcome, refusal, "{} as {}, {}", method.path, caller.name, relation.name());
                continue;
            }
            if let Some(message) = &answer.message {
                let fields = cell::fields(message, self.contract.output(method));
                write!(outcome, ":{}", self.sets.letter(method.path, fields)).unwrap();
            }
            self.write(method.path, caller, *relation, &outcome);
            if answer.is_allowed() && method.command && !is_last(method) {
                self.objects.changed();
            }
            if outcome == "HIDE" {
                hidden.push((*relation, answer));
            }
        }
        for (relation, answer) in &hidden {
            let (one, other) = (&answer.status, &hidden[0].1.status);
            let same = (one.message(), one.details()) == (other.message(), other.details());
            assert!(same, "{} as {}: {} looks other than {}", method.path, caller.name, relation.name(), hidden[0].0.name());
        }
    }

    async fn routes(&mut self, routes: Vec<Route>, callers: &[Caller]) {
        for route in routes {
            for caller in callers {
                self.route(&route, caller).await;
            }
        }
    }

    async fn route(&mut self, route: &Route, caller: &Caller) {
        let Some(browser) = caller.web().filter(|_| self.part.has(caller)) else { return };
        for relation in route.relations {
            let outcome = routes::outcome(route, caller, browser, *relation, &mut self.objects).await;
            self.write(route.name, caller, *relation, &outcome);
        }
    }
}

/// The same few people upload for thousands of calls, and every visitor, every anonymous form and every wrong secret comes from here.
fn often(settings: Settings) -> Settings {
    let names = ["attachment_max_unsent", "visits_per_address", "forms_opened_per_address", "forms_sent_per_address", "tokens_refused_per_address"];
    names.into_iter().fold(settings, |settings, name| settings.with(name, "100000"))
}

/// The matrix, the sets of fields that were answered with, and the fields that never were.
async fn observed(part: Part) -> [String; 3] {
    // On a slow machine who signed in before all of them did so long ago.
    let world = World::connected(Some(Clock::system()), |settings| often(settings).with("fresh_sign_in_minutes", "600")).await;
    let pages = Box::pin(observed_in(&world, part)).await;
    world.end().await;
    pages
}

async fn observed_in(world: &World, part: Part) -> [String; 3] {
    let mut callers = Box::pin(callers::all(world)).await;
    let mut observation = Observation::begin(world, part).await;
    assert_eq!(callers.iter().map(|caller| caller.name).collect::<Vec<_>>(), COLUMNS.map(|(name, _)| name));
    // Who is refused ends no session.
    for method in METHODS.iter().filter(|method| part == Part::Refused || !is_last(method)) {
        for caller in &callers {
            observation.method(method, caller).await;
        }
        callers::renew(world, &mut callers, method, &observation.objects).await;
    }
    if part == Part::Refused {
        return [String::new(), String::new(), String::new()];
    }
    observation.routes(routes::lasting(), &callers).await;
    callers.retain(|caller| part.has(caller));
    for method in METHODS.iter().filter(|method| is_last(method)) {
        for caller in &mut callers {
            callers::begin_anew(world, caller).await;
            observation.method(method, caller).await;
        }
    }
    for caller in &mut callers {
        callers::begin_anew(world, caller).await;
    }
    observation.routes(routes::ending(), &callers).await;
    let never_filled = observation.sets.never_filled(&observation.contract);
    let matrix = format!("method\tcaller\trelation\toutcome\n{}", observation.matrix);
    [matrix, observation.sets.page(), never_filled]
}

fn held_to(name: &str, found: &str) {
    let path = reviewed(name);
    if std::env::var_os("KAJO_WRITE_MATRIX").is_some() {
        fs::write(&path, found).unwrap();
    }
    same(name, found, &fs::read_to_string(&path).unwrap_or_default());
}

fn same(name: &str, found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "authz/{name} says otherwise");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "authz/{name} has other lines");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long: asks every method as every caller about everything, for minutes"]
async fn every_method_answers_every_kind_of_caller_as_the_matrix_says() {
    let [matrix, sets, never_filled] = Box::pin(observed(Part::Whole)).await;
    held_to("matrix.tsv", &matrix);
    held_to("fieldsets.tsv", &sets);
    held_to("never-filled.tsv", &never_filled);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long: asks for everything that the contract refuses, for minutes"]
async fn everything_that_the_contract_refuses_is_refused() {
    Box::pin(observed(Part::Refused)).await;
}

/// The cells of these callers. Fewer calls leave less behind, and so fewer fields filled: which ones were answered with is left out.
fn cells_of(matrix: &str, callers: &[&str]) -> String {
    let cells = matrix.lines().filter(|line| line.split('\t').nth(1).is_some_and(|caller| callers.contains(&caller)));
    let outcome = |line: &str| match line.rsplit_once("\tALLOW:") {
        Some((cell, _)) if line.starts_with("/kajo.") => format!("{cell}\tALLOW"),
        _ => line.to_owned(),
    };
    cells.map(outcome).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_answers_visitor_resident_and_professional_as_the_matrix_says() {
    let [matrix, ..] = Box::pin(observed(Part::Of(&FIRST))).await;
    let reviewed = fs::read_to_string(reviewed("matrix.tsv")).unwrap();
    assert!(FIRST.iter().all(|caller| reviewed.contains(&format!("\t{caller}\t"))), "a caller is called otherwise by now");
    same("matrix.tsv", &cells_of(&matrix, &FIRST), &cells_of(&reviewed, &FIRST));
}
