//! The matrix as it was reviewed, held to the contract and to the rules without a call.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use kajo_proto::{methods::METHODS, options::v1::Caller as Kind};
use prost_reflect::MessageDescriptor;

use super::{
    objects::Relation,
    oracle::{self, Say},
    refused::{COLUMNS, by_contract},
    requests::Contract,
    reviewed,
};

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
        (Kind::Visitor, Who::Visitor, "visitor"),
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
        let numbers = 1..=Kind::Visitor as i32;
        let callers: Vec<_> = numbers.filter_map(|number| Kind::try_from(number).ok()).filter(|caller| method.allows(*caller)).collect();
        assert_eq!(callers, [Kind::ResponsibleUser, Kind::Administrator], "{}", method.path);
    }
}
