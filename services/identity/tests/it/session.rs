//! What a session holds, and what of it is told.

use aws_lc_rs::digest::{SHA256, digest};
use chassis_domain::Uuid;
use identity::demo::{PRACTITIONERS, RESIDENTS};
use kajo_proto::{identity::v1::Realm, options::v1::Caller};
use sqlx::{AssertSqlSafe, Row};

use crate::world::{World, somebody};

#[tokio::test(flavor = "multi_thread")]
async fn idn_02_a_session_holds_id_access_token_and_user_and_exposes_only_user_and_impersonator() {
    let world = World::start().await;
    let pool = &world.identity.kernel().pool;
    for (realm, person) in [(Realm::Resident, RESIDENTS[0].person), (Realm::Practitioner, PRACTITIONERS[0].person)] {
        let secret = world.sign_in(realm, somebody(realm)).await;
        let resolved = world.resolve(realm, &secret, false).await.unwrap();

        // Exposed: exactly these fields. A field more in the contract does not compile here.
        let kajo_proto::identity::v1::Session { user, impersonator } = resolved.session.unwrap();
        assert!(impersonator.is_none());
        let kajo_proto::identity::v1::User { name, identifier, person_id } = user.unwrap();
        let (name, identifier) = (name.unwrap(), identifier.unwrap());
        assert_eq!(person_id, person.person_id().to_string());
        assert_eq!((name.given.as_str(), name.family.as_str(), name.usual.as_str()), (person.given, person.family, ""));
        assert_eq!(name.text, format!("{} {}", person.given, person.family));
        assert_eq!((identifier.system, identifier.value), (realm_name(realm).to_owned(), person_id.clone()));

        // Held: the session's id, the access token sealed, the secret only as its hash.
        let caller = resolved.caller.unwrap();
        let kind = if realm == Realm::Resident { Caller::Resident } else { Caller::PractitionerChoosing };
        assert_eq!((caller.kind(), &caller.person_id), (kind, &person_id));
        let session_id: Uuid = caller.session_id.parse().unwrap();
        let row = sqlx::query("select secret_hash, access_token, id_token from session_secrets where session_id = $1");
        let row = row.bind(session_id).fetch_one(pool).await.unwrap();
        assert_eq!(row.get::<Vec<u8>, _>("secret_hash"), digest(&SHA256, secret.as_bytes()).as_ref());
        assert!(!row.get::<Vec<u8>, _>("access_token").is_empty());
        let id_token = row.get::<Vec<u8>, _>("id_token");
        assert!(!id_token.windows(3).any(|part| part == b"eyJ"), "sealed, not as it came");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_02_secrets_tokens_and_names_stand_in_no_table() {
    let world = World::start().await;
    let pool = &world.identity.kernel().pool;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let person = RESIDENTS[0].person;
    let tables: Vec<String> = sqlx::query_scalar("select tablename::text from pg_tables where schemaname = 'public'").fetch_all(pool).await.unwrap();
    assert!(tables.len() > 10, "{tables:?}");
    let mut found = 0;
    for table in &tables {
        // Bytes as Latin letters, so that text inside of them would be seen.
        let rows = format!(
            "select row_to_json(t)::text || coalesce((select string_agg(encode(decode(substr(v, 3), 'hex'), 'escape'), ' ')
                            from json_each_text(row_to_json(t)) as each(k, v) where v ~ '^\\\\x([0-9a-f]{{2}})*$'), '') from {table} t"
        );
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(pool).await.unwrap();
        found += rows.len();
        for row in rows {
            for hidden in [secret.as_str(), person.family, person.given, "eyJhbGci"] {
                assert!(!row.contains(hidden), "{hidden} stands in {table}");
            }
        }
    }
    assert!(found > 20, "there was something to look at: {found}");
    world.end().await;
}

fn realm_name(realm: Realm) -> &'static str {
    if realm == Realm::Resident { "resident" } else { "practitioner" }
}
