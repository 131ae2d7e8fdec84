//! Tokens that are almost right.

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kajo_proto::identity::v1::Realm;
use serde_json::{Value, json};
use simulators::Minted;
use tonic::Code;

use crate::world::{BOTH, World, said, simulated, somebody, told};

/// Makes a bad token out of a good one; the issuer is that of the other realm.
type Forgery = fn(&Minted<'_>, other_issuer: &str) -> String;

fn text(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

fn parts<'a>(good: &Minted<'a>) -> [&'a str; 3] {
    good.token.splitn(3, '.').collect::<Vec<_>>().try_into().unwrap()
}

/// Says something else, under the signature of the good token.
fn tampered(good: &Minted<'_>, name: &str, value: Value) -> String {
    let [header, _, signature] = parts(good);
    let mut claims = good.claims.clone();
    claims[name] = value;
    format!("{header}.{}.{signature}", text(&claims))
}

/// Signed by the realm itself, and says something else.
fn signed(good: &Minted<'_>, name: &str, value: Value) -> String {
    let mut claims = good.claims.clone();
    claims[name] = value;
    good.sign(&good.header(), &claims)
}

fn without(good: &Minted<'_>, name: &str) -> String {
    let mut claims = good.claims.clone();
    claims.as_object_mut().unwrap().remove(name).unwrap();
    good.sign(&good.header(), &claims)
}

/// The realm's signature under a header that says something else.
fn headed(good: &Minted<'_>, name: &str, value: Value) -> String {
    let mut header = good.header();
    header[name] = value;
    good.sign(&header, good.claims)
}

/// Signed by a secret that everybody can know.
fn by_secret(good: &Minted<'_>, secret: &[u8]) -> String {
    let mut header = good.header();
    header["alg"] = "HS256".into();
    let input = format!("{}.{}", text(&header), text(good.claims));
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), input.as_bytes());
    format!("{input}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref()))
}

fn unsigned(good: &Minted<'_>, alg: &str, signature: &str) -> String {
    format!("{}.{}.{signature}", text(&json!({"alg": alg, "typ": "JWT"})), text(good.claims))
}

const SOMEBODY_ELSE: &str = "0198c0de-0000-7000-8000-000000000001";

const FORGERIES: [(&str, Forgery); 47] = [
    ("alg none", |good, _| unsigned(good, "none", "")),
    ("alg None", |good, _| unsigned(good, "None", "")),
    ("alg NONE", |good, _| unsigned(good, "NONE", "")),
    ("alg none with the good signature", |good, _| unsigned(good, "none", parts(good)[2])),
    ("alg empty", |good, _| unsigned(good, "", "")),
    ("HS256 by the client id", |good, _| by_secret(good, b"kajo")),
    ("HS256 by nothing", |good, _| by_secret(good, b"")),
    ("HS256 by the key's id", |good, _| by_secret(good, good.header()["kid"].as_str().unwrap().as_bytes())),
    ("HS256 over the good signature", |good, _| headed(good, "alg", "HS256".into())),
    ("RS384", |good, _| headed(good, "alg", "RS384".into())),
    ("RS512 by the right key", |good, _| headed(good, "alg", "RS512".into())),
    ("PS256 over an RS256 signature", |good, _| headed(good, "alg", "PS256".into())),
    ("ES256 over an RS256 signature", |good, _| headed(good, "alg", "ES256".into())),
    ("EdDSA", |good, _| headed(good, "alg", "EdDSA".into())),
    ("unknown alg", |good, _| headed(good, "alg", "XX999".into())),
    ("unknown key", |good, _| headed(good, "kid", "another".into())),
    ("critical header that nobody knows", |good, _| headed(good, "crit", json!(["mystery"]))),
    ("no signature", |good, _| {
        let [header, claims, _] = parts(good);
        format!("{header}.{claims}.")
    }),
    ("two parts", |good, _| {
        let [header, claims, _] = parts(good);
        format!("{header}.{claims}")
    }),
    ("four parts", |good, _| format!("{}.more", good.token)),
    ("half a signature", |good, _| {
        let [header, claims, signature] = parts(good);
        format!("{header}.{claims}.{}", &signature[..signature.len() / 2])
    }),
    ("signature of zeros", |good, _| {
        let [header, claims, _] = parts(good);
        format!("{header}.{claims}.{}", URL_SAFE_NO_PAD.encode([0; 256]))
    }),
    ("empty", |_, _| String::new()),
    ("no token", |_, _| "not.a.token".to_owned()),
    ("tampered subject", |good, _| tampered(good, "sub", SOMEBODY_ELSE.into())),
    ("tampered name", |good, _| tampered(good, "given_name", "Paula".into())),
    ("tampered end", |good, _| tampered(good, "exp", (good.claims["exp"].as_i64().unwrap() + 3600).into())),
    ("issuer of the other realm", |good, other| signed(good, "iss", other.into())),
    ("issuer with a slash behind", |good, _| signed(good, "iss", format!("{}/", good.claims["iss"].as_str().unwrap()).into())),
    ("issuer in capitals", |good, _| signed(good, "iss", good.claims["iss"].as_str().unwrap().to_uppercase().into())),
    ("no issuer", |good, _| without(good, "iss")),
    ("for somebody else", |good, _| signed(good, "aud", "somebody-else".into())),
    ("for us and somebody else", |good, _| signed(good, "aud", json!(["kajo", "somebody-else"]))),
    ("for nobody", |good, _| signed(good, "aud", json!([]))),
    ("another nonce", |good, _| signed(good, "nonce", "another".into())),
    ("no nonce", |good, _| without(good, "nonce")),
    ("over an hour ago", |good, _| signed(good, "exp", (good.claims["exp"].as_i64().unwrap() - 7200).into())),
    ("no end", |good, _| without(good, "exp")),
    ("subject that is no id of ours", |good, _| signed(good, "sub", "admin".into())),
    ("no subject", |good, _| without(good, "sub")),
    ("another key under the realm's name", |good, _| good.sign_by_another_key(&good.header(), good.claims)),
    ("a key in the header", |good, _| {
        let mut header = good.header();
        header["jwk"] = good.another_public_key();
        good.sign_by_another_key(&header, good.claims)
    }),
    ("HS256 by the public key", |good, _| by_secret(good, &URL_SAFE_NO_PAD.decode(good.public_key()["n"].as_str().unwrap()).unwrap())),
    ("the signature of another token", |good, _| {
        let [header, claims, _] = parts(good);
        let another = signed(good, "sub", SOMEBODY_ELSE.into());
        format!("{header}.{claims}.{}", another.rsplit('.').next().unwrap())
    }),
    ("empty nonce", |good, _| signed(good, "nonce", "".into())),
    ("no name", |good, _| {
        let mut claims = good.claims.clone();
        for name in ["given_name", "family_name", "name"] {
            claims.as_object_mut().unwrap().remove(name).unwrap();
        }
        good.sign(&good.header(), &claims)
    }),
    ("blank names", |good, _| {
        let mut claims = good.claims.clone();
        for name in ["given_name", "family_name", "name"] {
            claims[name] = "  ".into();
        }
        good.sign(&good.header(), &claims)
    }),
];

#[tokio::test(flavor = "multi_thread")]
async fn idn_01_of_more_than_40_forged_tokens_in_each_realm_none_is_accepted() {
    let world = World::start().await;
    for realm in BOTH {
        let other = world.realms.issuer(simulated(if realm == Realm::Resident { Realm::Practitioner } else { Realm::Resident }));
        for (name, forgery) in FORGERIES {
            let other = other.clone();
            world.realms.forge(move |good| {
                let bad = forgery(good, &other);
                assert_ne!(bad, good.token);
                bad
            });
            let (code, reason) = match world.try_sign_in(realm, somebody(realm)).await {
                Ok(_) => panic!("accepted: {name}"),
                Err(status) => told(&status),
            };
            // What is no token at all is an answer that no realm gives.
            let known = [said(Code::PermissionDenied, "sign_in_failed"), said(Code::Unavailable, "realm_unavailable")];
            assert!(known.contains(&(code, reason.clone())), "{name}: {code} {reason}");
        }
        assert_eq!(world.sessions().await, 0);
    }
    // The control: what these were made of gets in, and so does a token that this test signs without changing it.
    world.realms.forge(|good| good.sign(&good.header(), good.claims));
    world.sign_in(Realm::Resident, "aino").await;
    world.realms.forge_no_more();
    world.sign_in(Realm::Practitioner, "liisa").await;
    assert_eq!(world.sessions().await, 2);
    world.end().await;
}
