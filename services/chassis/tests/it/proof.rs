//! What a person takes along of the access log, and that whoever changes the log afterwards is found out by it.

use std::collections::BTreeSet;

use chassis::{
    access::{AccessEntry, AccessLogKey, Decision, WithholdingGround, prove},
    database,
    service::Running,
    store::{CommandMeta, TraceContext},
    testkit::{TestEnvironment, eventually, grow_access_tree},
};
use chassis_domain::{Actor, PersonId, Uuid};
use jiff::SignedDuration;
use serde_json::{Value, json};
use verify_access_log::{Checked, Problem, check, check_against};

use crate::{
    access::without_links,
    tally::{Command, Tally, TallyId, service},
};

pub(crate) const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(0xA1));
pub(crate) const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(0xE1));
pub(crate) const LOG: &str = "identity";

pub(crate) struct World {
    pub(crate) environment: TestEnvironment,
    pub(crate) running: Running,
    pub(crate) rows: i64,
}

impl World {
    async fn start() -> Self {
        let environment = TestEnvironment::start().await.unwrap();
        let running = environment.service(service()).await.unwrap();
        Self { environment, running, rows: 0 }
    }

    /// A row about somebody, or about nobody.
    pub(crate) async fn log(&mut self, subject: Option<PersonId>, ground: &'static str) {
        let id = TallyId::from_uuid(Uuid::now_v7());
        let entry = AccessEntry {
            method: "/kajo.test.v1.Test/Test",
            actor: Actor::system(),
            on_behalf_of: None,
            subject,
            object_kind: "tally",
            object_id: Some(id.uuid()),
            ground,
            trace: TraceContext::default(),
        };
        let meta = CommandMeta::system(Uuid::now_v7()).with_access(entry);
        self.running.kernel().store.execute::<Tally>(id, Command::Add(1), meta).await.unwrap();
        self.environment.clock().advance(SignedDuration::from_secs(1));
        self.rows += 1;
    }

    /// Rows about two people and nobody, in turns: three about each person.
    pub(crate) async fn filled() -> Self {
        let mut world = Self::start().await;
        for ground in ["first", "second", "third"] {
            for subject in [Some(AINO), Some(EINO), None] {
                world.log(subject, ground).await;
            }
        }
        world.grown().await;
        world
    }

    /// Comes back once every row is in the signed tree.
    pub(crate) async fn grown(&self) {
        let wanted = self.rows;
        eventually(|| async move {
            let size: i64 = sqlx::query_scalar("select size from access_head").fetch_one(&self.running.kernel().pool).await.unwrap();
            (size == wanted).then_some(())
        })
        .await;
    }

    pub(crate) async fn write(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&self.running.kernel().pool).await.unwrap();
    }

    /// The file as the app puts it together.
    pub(crate) async fn file(&self, person: PersonId) -> Value {
        let first = prove(self.running.kernel(), person, "").await.unwrap();
        let mut log: Value = serde_json::from_str(&first.document).unwrap();
        let mut token = first.next_page_token;
        while !token.is_empty() {
            let page = prove(self.running.kernel(), person, &token).await.unwrap();
            let more: Value = serde_json::from_str(&page.document).unwrap();
            log["rows"].as_array_mut().unwrap().extend(more["rows"].as_array().unwrap().iter().cloned());
            token = page.next_page_token;
        }
        json!({"format": "kajo-access-log/2", "logs": [log]})
    }

    fn keys(&self) -> BTreeSet<String> {
        [self.running.kernel().settings.access_log_key.public()].into()
    }

    pub(crate) fn check(&self, file: &Value) -> Result<Checked, Problem> {
        check(&file.to_string(), &self.keys())
    }

    pub(crate) async fn end(self) {
        self.running.stop().await;
        self.environment.remove().await.unwrap();
    }
}

fn missing(expected: u64) -> Problem {
    Problem::Missing { log: LOG.to_owned(), expected, found: expected + 1 }
}

fn not_in_the_log(number: u64) -> Problem {
    Problem::NotInTheLog { log: LOG.to_owned(), number }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_holds_and_says_nothing_of_others() {
    let world = World::filled().await;
    for (person, other) in [(AINO, EINO), (EINO, AINO)] {
        let file = world.file(person).await;
        let checked = world.check(&file).unwrap();
        assert_eq!((checked.person.as_str(), checked.logs[LOG].size), (person.to_string().as_str(), 9));
        assert_eq!(checked.logs[LOG].rows.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
        assert!(!file.to_string().contains(&other.to_string()));
    }
    let objects: Vec<Uuid> = sqlx::query_scalar("select object_id from access_log where subject_id is distinct from $1")
        .bind(AINO.uuid())
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap();
    let salts: Vec<Vec<u8>> = sqlx::query_scalar("select salt from access_leaves").fetch_all(&world.running.kernel().pool).await.unwrap();
    let text = world.file(AINO).await.to_string();
    assert!(objects.iter().all(|object| !text.contains(&object.to_string())));
    assert!(salts.iter().all(|salt| !text.contains(&hex::encode(salt))), "a row's own salt opens all of it");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_in_the_database_is_found_by_the_file() {
    let world = World::filled().await;
    // Aino's second row is the fourth of the log.
    let fourth = "(select entry_id from access_chain where position = 4)";
    let signature = Problem::Signature { log: LOG.to_owned() };
    let pool = &world.running.kernel().pool;
    let held = without_links(pool).await;
    for (tampering, found) in [
        (format!("update access_log set ground = 'care' where entry_id = {fourth}"), not_in_the_log(2)),
        (format!("update access_log set at = at + interval '1 microsecond' where entry_id = {fourth}"), not_in_the_log(2)),
        (format!("update access_log set actor_id = gen_random_uuid() where entry_id = {fourth}"), not_in_the_log(2)),
        (format!("update access_log set role_id = gen_random_uuid() where entry_id = {fourth}"), not_in_the_log(2)),
        (format!("update access_log set impersonator_id = gen_random_uuid() where entry_id = {fourth}"), not_in_the_log(2)),
        (format!("delete from access_log where entry_id = {fourth}"), missing(2)),
        ("delete from access_leaves where position = 4".to_owned(), missing(2)),
        // Taken out, and the rows behind it moved up.
        (
            "delete from access_leaves where position = 4; update access_leaves set subject_number = 2 where position = 7".to_owned(),
            not_in_the_log(2),
        ),
        // Another row in its place.
        (
            "update access_chain set entry_id = gen_random_uuid() where position = 9;
             update access_chain set entry_id = (select entry_id from access_log where ground = 'third' and subject_id is null) where position = 4"
                .to_owned(),
            not_in_the_log(2),
        ),
        ("update access_leaves set salt = sha256('guessed') where position = 4".to_owned(), not_in_the_log(2)),
        // A row of somebody else's put under Aino's name.
        (
            "update access_leaves set subject_id = '00000000-0000-0000-0000-0000000000a1', subject_number = 4 where position = 5".to_owned(),
            not_in_the_log(4),
        ),
        // A row added at the end, and the head with it.
        (
            "insert into access_log select gen_random_uuid(), at, method, actor_kind, actor_id, impersonator_id, role_id, location_id, subject_id,
                    object_kind, object_id, 'added', trace_id from access_log where subject_id = '00000000-0000-0000-0000-0000000000a1' limit 1;
             insert into access_chain select 10, entry_id, '' from access_log where ground = 'added';
             insert into access_leaves values (10, sha256('added'), '00000000-0000-0000-0000-0000000000a1', 4, sha256('added'));
             update access_head set size = 10"
                .to_owned(),
            signature.clone(),
        ),
        ("update access_head set root = sha256('another')".to_owned(), signature.clone()),
        ("update access_head set signed_at = signed_at - interval '1 year'".to_owned(), signature),
        ("update access_nodes set hash = sha256('another') where level = 2 and index = 0".to_owned(), not_in_the_log(3)),
    ] {
        let mut tables = Vec::new();
        for table in ["access_log", "access_chain", "access_leaves", "access_nodes", "access_head"] {
            tables.push(table);
            sqlx::query(sqlx::AssertSqlSafe(format!("create table kept_{table} as table {table}"))).execute(pool).await.unwrap();
        }
        sqlx::raw_sql(sqlx::AssertSqlSafe(tampering.clone())).execute(pool).await.unwrap();
        assert_eq!(world.check(&world.file(AINO).await).unwrap_err(), found, "{tampering}");
        let back: String =
            tables.iter().map(|table| format!("delete from {table}; insert into {table} table kept_{table}; drop table kept_{table};")).collect();
        sqlx::raw_sql(sqlx::AssertSqlSafe(back)).execute(pool).await.unwrap();
        world.check(&world.file(AINO).await).unwrap();
    }
    held.rollback().await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_in_the_file_is_found() {
    let world = World::filled().await;
    let (aino, eino) = (world.file(AINO).await, world.file(EINO).await);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut file = aino.clone();
        change(&mut file["logs"][0]);
        world.check(&file).unwrap_err()
    };
    let words = |row: &mut Value, half: &str, from: &str, to: &str| {
        let text = row[half]["text"].as_str().unwrap().replace(from, to);
        row[half]["text"] = json!(text);
    };

    assert_eq!(changed(&|log| words(&mut log["rows"][1], "what", "second", "care")), not_in_the_log(2));
    assert_eq!(changed(&|log| log["rows"].as_array_mut().unwrap().retain(|row| row["index"] != 3)), missing(2));
    // A row added: a copy that says something else.
    let added = changed(&|log| {
        let mut row = log["rows"][2].clone();
        words(&mut row, "who", "\"number\":3", "\"number\":4");
        log["rows"].as_array_mut().unwrap().push(row);
    });
    assert_eq!(added, not_in_the_log(4));
    // Another person's row, under one's own name or theirs.
    let theirs = eino["logs"][0]["rows"][1].clone();
    assert_eq!(changed(&|log| log["rows"][1] = theirs.clone()), Problem::NotTheirs { log: LOG.to_owned(), index: 4 });
    let renamed = changed(&|log| {
        log["rows"][1] = theirs.clone();
        words(&mut log["rows"][1], "who", &EINO.to_string(), &AINO.to_string());
    });
    assert_eq!(renamed, not_in_the_log(2));
    // A row passed off as withheld, a place moved, a head that is none.
    assert_eq!(changed(&|log| log["rows"][1]["index"] = json!(4)), not_in_the_log(2));
    let hidden = changed(&|log| {
        log["rows"][1].as_object_mut().unwrap().remove("what");
        log["rows"][1]["withheld"] = json!({"ground": "health", "hash": "00".repeat(32)});
    });
    assert_eq!(hidden, not_in_the_log(2));
    assert_eq!(changed(&|log| log["head"]["size"] = json!(8)), Problem::Signature { log: LOG.to_owned() });
    assert!(matches!(changed(&|log| log["rows"][1]["said"] = json!("more")), Problem::NotOurs(_)), "nothing stands beside what is proved");

    // Another key: one that others trust, and one that signed it anew.
    let foreign = AccessLogKey::from_seed(&[9; 32]).unwrap().public();
    let problem = check(&aino.to_string(), &[foreign.clone()].into()).unwrap_err();
    assert_eq!(problem, Problem::ForeignKey { log: LOG.to_owned(), key: world.keys().pop_first().unwrap() });
    assert_eq!(changed(&|log| log["head"]["key"] = json!(foreign)), Problem::ForeignKey { log: LOG.to_owned(), key: foreign.clone() });
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_file_continues_the_earlier_one_and_a_rewritten_log_does_not() {
    let mut world = World::filled().await;
    let earlier = world.file(AINO).await;
    world.log(None, "later").await;
    world.log(Some(AINO), "later").await;
    world.grown().await;
    let later = world.file(AINO).await;
    let (old, new) = (world.check(&earlier).unwrap(), world.check(&later).unwrap());
    assert_eq!(check_against(&new, &old), Ok(()));
    assert_eq!(check_against(&old, &new), Err(Problem::Shorter { log: LOG.to_owned(), size: 9, old: 11 }));

    // The last row of the earlier file kept back from the later one: a file that holds by itself.
    let mut shortened = later.clone();
    shortened["logs"][0]["rows"].as_array_mut().unwrap().truncate(2);
    let shortened = world.check(&shortened).unwrap();
    assert_eq!(check_against(&shortened, &old), Err(missing(3)));

    // Written anew from the first row on, by somebody who has the key: the file holds by itself, and continues nothing.
    world
        .write(
            "update access_log set ground = 'care' where entry_id = (select entry_id from access_chain where position = 2);
             delete from access_leaves; delete from access_nodes; update access_head set size = 0, root = '', signature = ''",
        )
        .await;
    world.grown().await;
    let rewritten = world.check(&world.file(AINO).await).unwrap();
    assert_eq!(check_against(&rewritten, &old), Err(Problem::Rewritten { log: LOG.to_owned() }));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_head_is_signed_over_a_tree_that_was_written_to_past_the_service() {
    let mut world = World::filled().await;
    // The last leaf stands alone: it is one of the subtrees that a root is made of.
    for tampering in [
        "update access_leaves set hash = sha256('another') where position = 9",
        "update access_nodes set hash = sha256('another') where level = 3",
        "update access_head set signature = sha256('another')",
    ] {
        sqlx::raw_sql("create table kept_leaves as table access_leaves; create table kept_nodes as table access_nodes; create table kept_head as table access_head")
            .execute(&world.running.kernel().pool)
            .await
            .unwrap();
        world.write(tampering).await;
        world.log(None, "after").await;
        let refused = eventually(|| async { grow_access_tree(world.running.kernel()).await.err() }).await;
        assert!(refused.contains("signed at 9 rows"), "{tampering}: {refused}");
        world
            .write(
                "delete from access_chain where position > 9; delete from access_log where ground = 'after';
                 delete from access_leaves; insert into access_leaves table kept_leaves; drop table kept_leaves;
                 delete from access_nodes; insert into access_nodes table kept_nodes; drop table kept_nodes;
                 delete from access_head; insert into access_head table kept_head; drop table kept_head",
            )
            .await;
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withheld_row_is_counted_and_not_read_and_many_rows_come_in_pages() {
    let mut world = World::start().await;
    for _ in 0..203 {
        world.log(Some(AINO), "many").await;
    }
    world.log(Some(AINO), "secret-ground").await;
    world.grown().await;
    let shown = world.file(AINO).await;
    assert!(shown.to_string().contains("secret-ground"));
    let entry: Uuid =
        sqlx::query_scalar("select entry_id from access_log where ground = 'secret-ground'").fetch_one(&world.running.kernel().pool).await.unwrap();
    let kernel = world.running.kernel();
    let decision = Decision::new(kernel, EINO, AINO, entry, Some(WithholdingGround::Health), "Canary reason").await.unwrap();
    let mut tx = database::begin(&kernel.pool).await.unwrap();
    decision.insert_in_tx(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    let file = world.file(AINO).await;
    let checked = world.check(&file).unwrap();
    assert_eq!((checked.logs[LOG].rows.len(), checked.logs[LOG].withheld), (204, 1));
    assert!(!file.to_string().contains("secret-ground") && !file.to_string().contains("Canary"));
    assert_eq!(check_against(&checked, &world.check(&shown).unwrap()), Ok(()), "the same row, unread");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_page_ends_where_the_head_of_the_first_one_does() {
    let mut world = World::start().await;
    for _ in 0..203 {
        world.log(Some(AINO), "before").await;
    }
    world.grown().await;
    let first = prove(world.running.kernel(), AINO, "").await.unwrap();
    world.log(Some(AINO), "afterwards").await;
    world.grown().await;
    let rest = prove(world.running.kernel(), AINO, &first.next_page_token).await.unwrap();
    assert_eq!(rest.document.matches("before").count(), 3);
    assert!(!rest.document.contains("afterwards") && rest.next_page_token.is_empty());
    let anew = prove(world.running.kernel(), AINO, "").await.unwrap();
    let rest = prove(world.running.kernel(), AINO, &anew.next_page_token).await.unwrap();
    assert!(rest.document.contains("afterwards"), "under the next head it is there");
    world.end().await;
}
