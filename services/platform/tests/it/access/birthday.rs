//! The two columns that only another day shows: a guardian on the eve of an eighteenth birthday and on the birthday itself. On the eve
//! they are what a guardian of a teenager is on any day; from midnight in Helsinki on they are whom the mandate was withdrawn from.

use std::collections::BTreeMap;

use chassis::testkit::tries;
use kajo_proto::{
    methods::{METHODS, Method},
    options::v1::Caller as Kind,
};

use super::{
    Observation, Part,
    callers::{self, Caller},
    often, reviewed, routes,
};
use crate::world::World;

const ON_THE_EVE: &str = "resident for another: guardian of a teenager";
const ON_THE_BIRTHDAY: &str = "resident for another: mandate withdrawn";

/// Eino, who acts for Venla. She was born on 20 May 2012.
async fn guardian(world: &World, column: &'static str) -> Caller {
    callers::on_behalf(world, column, "eino", "venla", (true, true)).await
}

/// One method in so many is tried: in the gate another night for a part of them, in a long run for all.
fn one_in() -> usize {
    tries(4, 1)
}

fn for_residents() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|method| method.admits(Kind::Resident, false)).step_by(one_in())
}

/// Outcomes by method and relation, without the sets of fields: these have letters of their own in each page.
fn outcomes(page: &str, column: &str) -> BTreeMap<(String, String), String> {
    let cells = page.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    cells
        .filter(|cell| cell[1] == column)
        .map(|cell| {
            let is_lettered = cell[0].starts_with("/kajo.") && cell[3].starts_with("ALLOW:");
            let outcome = if is_lettered { "ALLOW" } else { cell[3] };
            ((cell[0].to_owned(), cell[2].to_owned()), outcome.to_owned())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_01_every_method_answers_a_guardian_as_ever_on_the_eve_of_the_eighteenth_birthday_and_none_from_midnight_on() {
    let world = World::still(often).await;
    world.until("2030-05-19T20:50:00Z");
    let mut observation = Box::pin(Observation::begin(&world, Part::Whole)).await;
    let eve = guardian(&world, ON_THE_EVE).await;
    for method in for_residents() {
        Box::pin(observation.method(method, &eve)).await;
    }
    for route in routes::lasting() {
        Box::pin(observation.route(&route, &eve)).await;
    }
    world.until("2030-05-19T20:59:58Z");
    // Each method gets a session of its own that acts since the eve: whichever call comes first finds it out.
    let mut acting = Vec::new();
    for method in for_residents() {
        acting.push((method, guardian(&world, ON_THE_BIRTHDAY).await));
    }
    let at_the_gateway = guardian(&world, ON_THE_BIRTHDAY).await;
    world.until("2030-05-19T21:00:00Z");
    for (method, caller) in &acting {
        Box::pin(observation.method(method, caller)).await;
    }
    for route in routes::lasting() {
        Box::pin(observation.route(&route, &at_the_gateway)).await;
    }
    let found = std::mem::take(&mut observation.matrix);
    drop(observation);
    world.end().await;

    let matrix = std::fs::read_to_string(reviewed("matrix.tsv")).unwrap();
    for column in [ON_THE_EVE, ON_THE_BIRTHDAY] {
        let (found, expected) = (outcomes(&found, column), outcomes(&matrix, column));
        assert!(found.len() > 100 / one_in(), "{} cells of {column} prove little", found.len());
        let differing: Vec<_> = found.iter().filter(|(cell, outcome)| expected.get(*cell) != Some(*outcome)).collect();
        assert!(differing.is_empty(), "{column}: {differing:#?}");
    }
}
