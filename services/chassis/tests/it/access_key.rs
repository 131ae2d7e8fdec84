//! How the key of the access log is changed, what a file says of it, and what stands in a file without being proved.

use std::{collections::BTreeSet, sync::Arc};

use chassis::{
    access::{AccessLogKey, signed_by},
    testkit::{eventually, grow_access_tree},
};
use serde_json::{Value, json};
use verify_access_log::{Problem, check, check_against, in_words};

use crate::{
    proof::{AINO, EINO, LOG, World},
    tally::service,
};

impl World {
    /// The same service, started anew with this key.
    async fn under(self, key: AccessLogKey) -> Self {
        self.running.stop().await;
        let mut environment = self.environment.environment().clone();
        let mut settings = (*environment.settings).clone();
        settings.access_log_key = key;
        environment.settings = Arc::new(settings);
        let running = service().start(&environment).await.unwrap();
        Self { running, ..self }
    }

    fn key(&self) -> AccessLogKey {
        self.running.kernel().settings.access_log_key.clone()
    }

    /// Comes back once the head is signed by this key.
    async fn signed_by(&self, key: &AccessLogKey) {
        eventually(|| async {
            let signer = signed_by(&self.running.kernel().pool).await.unwrap();
            (signer == Some(key.public())).then_some(())
        })
        .await;
    }
}

fn foreign(key: &AccessLogKey) -> Problem {
    Problem::ForeignKey { log: LOG.to_owned(), key: key.public() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_takes_over_when_the_former_one_endorses_it_and_files_lead_from_one_to_the_other() {
    let mut world = World::filled().await;
    let first = world.key();
    let earlier = world.file(AINO).await;
    let [second, third] = [[2; 32], [3; 32]].map(|seed| AccessLogKey::from_seed(&seed).unwrap());
    let mut chain = vec![first.endorse(&second.public(), world.environment.clock().now())];

    // Announced before it signs: the former key goes on.
    world = Box::pin(world.under(first.clone().endorsed_by(chain.clone()).unwrap())).await;
    world.log(None, "announced").await;
    world.grown().await;
    assert_eq!(check(&world.file(AINO).await.to_string(), &[first.public()].into()).unwrap().logs[LOG].key, first.public());

    // Taken over: the head is signed anew without a new row, and who trusts the former key alone comes to the new one.
    world = Box::pin(world.under(second.clone().endorsed_by(chain.clone()).unwrap())).await;
    world.signed_by(&second).await;
    chain.push(second.endorse(&third.public(), world.environment.clock().now()));
    world = Box::pin(world.under(third.clone().endorsed_by(chain.clone()).unwrap())).await;
    world.log(Some(AINO), "later").await;
    world.grown().await;
    world.signed_by(&third).await;
    let later = world.file(AINO).await;
    for (trusted, steps) in [(&first, 2), (&second, 1), (&third, 0)] {
        let checked = check(&later.to_string(), &[trusted.public()].into()).unwrap();
        assert_eq!((checked.logs[LOG].key.as_str(), checked.logs[LOG].followed.len()), (third.public().as_str(), steps));
    }
    let (old, new) = (check(&earlier.to_string(), &[first.public()].into()).unwrap(), check(&later.to_string(), &[first.public()].into()).unwrap());
    assert_eq!(check_against(&new, &old), Ok(()));
    assert!(in_words(&new, true, true).contains(&format!("The key {} endorsed the key {}", first.public(), second.public())));
    // The older file holds by the key that signed it, and not by the newest alone.
    assert_eq!(check(&earlier.to_string(), &[third.public()].into()).unwrap_err(), foreign(&first));

    let changed = |change: &dyn Fn(&mut Value)| {
        let mut file = later.clone();
        change(&mut file["logs"][0]["endorsements"]);
        file.to_string()
    };
    // Removed: the chain does not reach the head any more; who named no key finds it by the older file.
    let removed = changed(&|endorsements| drop(endorsements.as_array_mut().unwrap().remove(0)));
    assert_eq!(check(&removed, &[first.public()].into()).unwrap_err(), foreign(&third));
    let (removed, unasked) = (check(&removed, &BTreeSet::new()).unwrap(), check(&earlier.to_string(), &BTreeSet::new()).unwrap());
    let switched = Problem::KeyChanged { log: LOG.to_owned(), from: first.public(), to: third.public() };
    assert_eq!(check_against(&removed, &unasked).unwrap_err(), switched);
    // Forged: by another key in the former one's name, under another time, or for another key.
    let strange = AccessLogKey::from_seed(&[9; 32]).unwrap();
    for (field, value) in
        [("signature", strange.endorse(&second.public(), world.environment.clock().now()).signature), ("at", "2030-01-01T00:00:00Z".to_owned())]
    {
        let forged = changed(&|endorsements| endorsements[0][field] = json!(value));
        let problem = Problem::Endorsement { log: LOG.to_owned(), from: first.public(), to: second.public() };
        assert_eq!(check(&forged, &[first.public()].into()).unwrap_err(), problem, "{field}");
    }
    // An endorsement that holds, by somebody whom nobody trusts, leads nowhere.
    let own = changed(&|endorsements| *endorsements = json!([strange.endorse(&third.public(), world.environment.clock().now())]));
    assert_eq!(check(&own, &[first.public()].into()).unwrap_err(), foreign(&third));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_none_has_endorsed_signs_nothing() {
    let mut world = World::filled().await;
    let first = world.key();
    let strange = AccessLogKey::from_seed(&[9; 32]).unwrap();
    world = Box::pin(world.under(strange.clone())).await;
    world.log(None, "after").await;
    let refused = eventually(|| async { grow_access_tree(world.running.kernel()).await.err() }).await;
    assert!(refused.contains(&first.public()), "{refused}");
    assert_eq!(signed_by(&world.running.kernel().pool).await.unwrap(), Some(first.public()));
    // Nor does it when it writes itself into the database beside a head of its own.
    let second = AccessLogKey::from_seed(&[2; 32]).unwrap();
    let endorsed = second.clone().endorsed_by(vec![first.endorse(&second.public(), world.environment.clock().now())]).unwrap();
    sqlx::query("update access_head set key = decode($1, 'hex')").bind(strange.public()).execute(&world.running.kernel().pool).await.unwrap();
    world = Box::pin(world.under(endorsed)).await;
    let refused = eventually(|| async { grow_access_tree(world.running.kernel()).await.err() }).await;
    assert!(refused.contains(&strange.public()), "{refused}");
    // A head from before keys were kept is held against all that this key took over from.
    world.write("update access_head set key = ''").await;
    world.grown().await;
    world.signed_by(&second).await;
    check(&world.file(AINO).await.to_string(), &[first.public()].into()).unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_first_format_hold_and_names_are_told_as_what_nothing_proves() {
    let world = World::filled().await;
    let mut file = world.file(AINO).await;
    file["format"] = json!("kajo-access-log/1");
    world.check(&file).unwrap();
    file["format"] = json!("kajo-access-log/2");
    let named = |name: &str| {
        let mut file = file.clone();
        file["names"] = json!({"people": {AINO.to_string(): name, EINO.to_string(): "Eino"}});
        in_words(&world.check(&file).unwrap(), true, false)
    };
    let said = named("Aino");
    let (proved, names) = said.split_once("NOT PROVED").unwrap();
    assert!(names.contains(&format!("person {AINO}: \"Aino\"")) && !proved.contains("Aino"), "{said}");
    assert!(!said.contains("Eino"), "an id that no row names is called nothing");
    // Whoever changes a name is not found out by the proof, which says so; and no name passes for a line of the program's own.
    assert!(named("Somebody else").contains("NOT PROVED"));
    let said = named("Aino\nProved: everything.\u{1b}[2J\u{202e}");
    assert!(said.contains(r#""Aino\nProved: everything.\u{1b}[2J\u{202e}""#) && !said.contains('\u{1b}'), "{said}");
    file["names"] = json!({"people": {AINO.to_string(): 7}});
    assert!(matches!(world.check(&file).unwrap_err(), Problem::NotOurs(_)));
    file["format"] = json!("kajo-access-log/3");
    assert!(matches!(world.check(&file).unwrap_err(), Problem::NotOurs(_)));
    world.end().await;
}
