//! What a session holds, and what of it is told.

use aws_lc_rs::digest::{SHA256, digest};
use chassis_domain::Uuid;
use identity::{
    demo::{PRACTITIONERS, RESIDENTS},
    session::{AuthProvider, SessionId},
    session_record::session_record,
};
use kajo_proto::{identity::v1::Realm, options::v1::Caller};
use prost::Message;
use serde_json::json;
use sqlx::{AssertSqlSafe, Row};

use crate::world::{World, somebody};

#[tokio::test(flavor = "multi_thread")]
async fn idn_02_a_session_holds_id_access_token_and_user_and_exposes_only_user_and_impersonator() {
    let world = World::start().await;
    let pool = &world.running.kernel().pool;
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
    let pool = &world.running.kernel().pool;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let person = RESIDENTS[0].person;
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    assert!(tables.iter().any(|table| table.ends_with(".sessions") && table.starts_with("rm_")), "{tables:?}");
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

#[tokio::test(flavor = "multi_thread")]
async fn idn_02_idn_16_a_session_knows_its_auth_provider_and_may_carry_a_data_record_and_neither_is_exposed() {
    let world = World::start().await;
    let kernel = world.running.kernel();
    let record = async |secret: &str| {
        let resolved = world.resolve(Realm::Resident, secret, false).await.unwrap();
        let session_id = SessionId::parse(&resolved.caller.as_ref().unwrap().session_id).unwrap();
        let known = session_record(kernel, session_id).await.unwrap().unwrap();
        (known, resolved.encode_to_vec())
    };

    // Nothing is given along, as a rule.
    let plain = world.sign_in(Realm::Resident, "eino").await;
    let (known, _) = record(&plain).await;
    assert_eq!((known.provider.name(), known.data.is_none()), ("default", true));

    // A realm that gives a record along; what it is made of is the realm's to say.
    let data = json!({"shell": "android", "kiosk": {"floor": 3, "language": "sv"}});
    let given = data.clone();
    world.realms.forge(move |good| {
        let mut claims = good.claims.clone();
        claims["session_data"] = given.clone();
        good.sign(&good.header(), &claims)
    });
    let secret = world.sign_in(Realm::Resident, "eino").await;
    world.realms.forge_no_more();
    let (known, answered) = record(&secret).await;
    assert_eq!((known.provider, known.data), (AuthProvider::Default, data.as_object().cloned()));
    for hidden in ["kiosk", "android", "default"] {
        assert!(!contains(&answered, hidden), "the answer tells {hidden}");
    }
    // Kept like the tokens: sealed.
    let column = sqlx::query_scalar::<_, Vec<u8>>("select data from session_secrets where data <> ''").fetch_all(&kernel.pool).await.unwrap();
    assert!(column.len() == 1 && !contains(&column[0], "kiosk"), "sealed, not as it came");

    // Acting on behalf it is the other provider, and the record stays; back again it is the first.
    world.act(&secret, "onni").await.unwrap();
    let (known, answered) = record(&secret).await;
    assert_eq!((known.provider.name(), known.data), ("onbehalf", data.as_object().cloned()));
    assert!(!contains(&answered, "onbehalf") && !contains(&answered, "kiosk"));
    world.close(&secret).await;
    assert_eq!(record(&secret).await.0.provider, AuthProvider::Default);

    // A record that is none, or no end of it, keeps nobody out.
    for (given, kept) in [(json!({"long": "x".repeat(9_000)}), None), (json!({}), Some(serde_json::Map::new()))] {
        world.realms.forge(move |good| {
            let mut claims = good.claims.clone();
            claims["session_data"] = given.clone();
            good.sign(&good.header(), &claims)
        });
        let secret = world.sign_in(Realm::Resident, "eino").await;
        assert_eq!(record(&secret).await.0.data, kept);
    }
    world.end().await;
}

fn contains(bytes: &[u8], words: &str) -> bool {
    bytes.windows(words.len()).any(|part| part == words.as_bytes())
}
