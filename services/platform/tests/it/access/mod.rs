//! Every method as every kind of caller about every kind of thing: what happens stands in `authz/matrix.tsv`, which a person has
//! read, unless the contract alone refuses it, whatever it is about (`refused`). To write it anew: `KAJO_WRITE_MATRIX=1`, then read the
//! difference. Each cell is held to more than its outcome: who is refused leaves no trace but the refusal and learns nothing of others,
//! who is allowed stands in the access log, what is hidden looks like what is not there.
//!
//! What stands in the matrix is tried in every run. Of what the contract refuses, a run tries one cell in so many that each method
//! refuses several callers and each caller is refused by several methods; `KAJO_EFFORT=full` tries all.

mod birthday;
mod callers;
mod cell;
mod explained;
mod objects;
mod oracle;
mod refused;
mod requests;
mod routes;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::PathBuf,
};

use chassis::testkit::tries;
use identity::demo::RESIDENTS;
use kajo_proto::{
    methods::{METHODS, Method},
    options::v1::{AuditKind, Caller as Kind},
};
use prost_reflect::MessageDescriptor;
use sqlx::Row;

use self::{
    callers::Caller,
    cell::Answer,
    objects::{Objects, Relation, marker},
    oracle::Say,
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
    let Some(service) = world.platform.service(method.package.split('.').nth(1).unwrap()) else { return Traces { accesses: 0, last: None } };
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
    let Some(service) = world.platform.service(method.package.split('.').nth(1).unwrap()) else { return false };
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
    contract: Contract,
    objects: Objects,
    matrix: String,
    sets: FieldSets,
    /// Cells that the contract refuses, so far.
    refused: usize,
}

/// Of the cells that the contract refuses a usual run tries one in so many: a number that shares no factor with those of callers and
/// relations, so that it is another caller's turn with each method.
const ONE_IN: usize = 5;

impl<'a> Observation<'a> {
    async fn begin(world: &'a World) -> Self {
        Self { world, contract: Contract::new(), objects: Objects::new(world).await, matrix: String::new(), sets: FieldSets::default(), refused: 0 }
    }

    /// Whether a cell that the contract refuses is tried in this run.
    fn is_tried(&mut self) -> bool {
        self.refused += 1;
        self.refused.is_multiple_of(tries(ONE_IN, 1))
    }

    fn write(&mut self, asked: &str, caller: &Caller, relation: Relation, outcome: &str) {
        writeln!(self.matrix, "{asked}\t{}\t{}\t{outcome}", caller.name, relation.name()).unwrap();
    }

    async fn method(&mut self, method: &'static Method, caller: &Caller) {
        let mut hidden: Vec<(Relation, Answer)> = Vec::new();
        let refusal = by_contract(method, caller.name);
        for relation in self.contract.relations(method) {
            if refusal.is_some() && !self.is_tried() {
                continue;
            }
            let request = self.contract.request(method, &About { caller, relation: *relation }, &mut self.objects).await;
            // Where the clock stands: the row that this call leaves is later than those of whoever made what it is about.
            self.world.moment();
            let before = traces(self.world, method).await;
            let Some(answer) = cell::call(self.world, caller, method, &request).await else { continue };
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
        let Some(browser) = caller.web() else { return };
        for relation in route.relations {
            let outcome = routes::outcome(route, caller, browser, *relation, &mut self.objects).await;
            self.write(route.name, caller, *relation, &outcome);
        }
    }
}

/// The matrix, the sets of fields that were answered with, and the fields that never were.
async fn observed(world: &World) -> [String; 3] {
    let mut callers = Box::pin(callers::all(world)).await;
    let mut observation = Observation::begin(world).await;
    assert_eq!(callers.iter().map(|caller| caller.name).collect::<Vec<_>>(), COLUMNS.map(|(name, _)| name));
    for method in METHODS.iter().filter(|method| !is_last(method)) {
        for caller in &callers {
            observation.method(method, caller).await;
        }
        callers::renew(world, &mut callers, method, &observation.objects).await;
    }
    observation.routes(routes::lasting(), &callers).await;
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
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "authz/{name} says otherwise");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "authz/{name} has other lines");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_answers_every_kind_of_caller_as_the_matrix_says() {
    // The same few people upload for thousands of calls.
    let world = World::with(|settings| settings.with("attachment_max_unsent", "100000")).await;
    let [matrix, sets, never_filled] = Box::pin(observed(&world)).await;
    world.end().await;
    held_to("matrix.tsv", &matrix);
    // More calls leave more behind, and so more fields filled: the sets are those of a usual run.
    if tries(ONE_IN, 1) == ONE_IN {
        held_to("fieldsets.tsv", &sets);
        held_to("never-filled.tsv", &never_filled);
    }
}

/// The matrix as it was reviewed and what the contract refuses beside it: method, caller, relation, outcome.
fn cells() -> Vec<[String; 4]> {
    let text = fs::read_to_string(reviewed("matrix.tsv")).unwrap();
    let cell = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    let mut cells: Vec<[String; 4]> = text.lines().skip(1).map(cell).collect();
    let contract = Contract::new();
    for method in METHODS {
        for (column, _) in COLUMNS {
            // A service on its own has no live stream to open.
            let is_nowhere = method.package.starts_with("kajo.live") && column.starts_with("service");
            let Some(refusal) = by_contract(method, column).filter(|_| !is_nowhere) else { continue };
            let refused = |relation: &Relation| [method.path, column, relation.name(), &refusal].map(str::to_owned);
            cells.extend(contract.relations(method).iter().map(refused));
        }
    }
    cells
}

/// No cell is lost between the two: every method as every caller in every relation stands in one of them, and in one alone.
#[test]
fn every_cell_stands_in_the_matrix_or_follows_from_the_contract() {
    let (contract, mut found) = (Contract::new(), BTreeMap::new());
    for [method, caller, relation, _] in cells() {
        *found.entry((method, caller, relation)).or_insert(0) += 1;
    }
    for method in METHODS {
        for (column, _) in COLUMNS {
            if method.package.starts_with("kajo.live") && column.starts_with("service") {
                continue;
            }
            for relation in contract.relations(method) {
                let cell = (method.path.to_owned(), column.to_owned(), relation.name().to_owned());
                assert_eq!(found.get(&cell), Some(&1), "{cell:?}");
            }
        }
    }
}

#[test]
fn the_matrix_agrees_with_the_rules_in_every_cell() {
    let relations = Relation::ALL.map(|relation| (relation.name(), relation));
    let mut wrong = Vec::new();
    for [method, caller, relation, outcome] in cells().iter().filter(|cell| cell[0].starts_with("/kajo.")) {
        assert!(oracle::allowed(method).is_some(), "{method} stands in no rule: say whom it is for");
        let (_, known) = relations.iter().find(|(name, _)| name == relation).unwrap();
        let (found, said) = (Say::of(outcome), oracle::says(method, caller, *known));
        if found != said {
            wrong.push(format!("{method} as {caller}, {relation}: {outcome}, and ought to be {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whoever gives a method to one more kind of caller, or takes it from one, is noticed here before any call is made, and in the
/// matrix by a caller of that kind.
#[test]
fn every_right_that_the_contract_gives_or_withholds_is_a_rule_and_is_tried_by_somebody() {
    use oracle::Who;
    let kinds = [
        (Kind::Anonymous, Who::Nobody, "nobody"),
        (Kind::Resident, Who::Resident, "resident"),
        (Kind::ResidentEntering, Who::Entering, "resident: onboarding not finished"),
        (Kind::Identified, Who::Identified, "resident: identified abroad"),
        (Kind::PractitionerChoosing, Who::Choosing, "practitioner: has not chosen"),
        (Kind::Practitioner, Who::Practitioner, "practitioner: team"),
        (Kind::ResponsibleUser, Who::Responsible, "responsible user: has opened the patient"),
        (Kind::Administrator, Who::Administrator, "administrator"),
        (Kind::Gateway, Who::Gateway, "service: the gateway"),
        (Kind::Service, Who::Service, "service: another service"),
    ];
    let cells = cells();
    for method in METHODS {
        let rule = oracle::allowed(method.path).unwrap();
        for (kind, who, column) in kinds {
            assert_eq!(method.allows(kind), rule.contains(&who), "{} for {}", method.path, kind.as_str_name());
            let tried = cells.iter().any(|cell| cell[0] == method.path && cell[1] == column);
            let has_no_service = method.package.starts_with("kajo.live") && column.starts_with("service");
            assert!(tried || has_no_service, "{} is tried by nobody of {column}", method.path);
        }
    }
}

const ADMINISTRATIVE_NAME: &str = "administrative_name";

/// Whether a message, or one within it, has an administrative name.
fn has_administrative_name(message: &MessageDescriptor, seen: &mut BTreeSet<String>) -> bool {
    seen.insert(message.full_name().to_owned())
        && message.fields().any(|field| match field.kind() {
            prost_reflect::Kind::Message(inner) => has_administrative_name(&inner, seen),
            _ => field.name() == ADMINISTRATIVE_NAME,
        })
}

/// As it was seen in every call, and as the contract has it: no other answer has room for one.
#[test]
fn svc_06_administrative_names_are_answered_to_responsible_users_and_administrators_alone() {
    let sets = fs::read_to_string(reviewed("fieldsets.tsv")).unwrap();
    let having: BTreeSet<_> = sets
        .lines()
        .filter_map(|line| {
            let [method, letter, fields] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            let has = fields.split(' ').any(|field| field.rsplit('.').next() == Some(ADMINISTRATIVE_NAME));
            has.then(|| (method.to_owned(), format!("ALLOW:{letter}")))
        })
        .collect();
    let cells = cells();
    let told: Vec<_> = cells.iter().filter(|[method, _, _, outcome]| having.contains(&(method.clone(), outcome.clone()))).collect();
    assert!(!told.is_empty(), "nobody was told an administrative name");
    for [method, caller, ..] in told {
        assert!(caller.starts_with("responsible user") || caller.starts_with("administrator"), "{method} tells {caller}");
    }
    let contract = Contract::new();
    for method in METHODS.iter().filter(|method| has_administrative_name(&contract.output(method), &mut BTreeSet::new())) {
        let numbers = 1..=Kind::ResidentEntering as i32;
        let callers: Vec<_> = numbers.filter_map(|number| Kind::try_from(number).ok()).filter(|caller| method.allows(*caller)).collect();
        assert_eq!(callers, [Kind::ResponsibleUser, Kind::Administrator], "{}", method.path);
    }
}
