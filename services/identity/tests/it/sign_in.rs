//! The code flow: who gets in, and every way in that is none.

use chassis::testkit::TestEnvironment;
use identity::{
    adapters::oidc::{Demands, OidcRealm},
    session,
};
use jiff::SignedDuration;
use kajo_proto::identity::v1::{BeginSignInRequest, Realm};
use reqwest::{Client, redirect::Policy};
use simulators::{Config, Fault};
use tonic::Code;
use url::Url;

use crate::world::{BOTH, Back, CALLBACK, World, issuers, said, simulated, somebody, told};

#[tokio::test(flavor = "multi_thread")]
async fn idn_01_sign_in_and_sign_out_answer_with_a_url_of_the_realm_with_pkce_state_and_nonce() {
    let world = World::start().await;
    for realm in BOTH {
        let issuer = world.realms.issuer(simulated(realm));
        let begun = world.begin(realm).await;
        let url = Url::parse(&begun.url).unwrap();
        assert!(begun.url.starts_with(&format!("{issuer}/")), "{url}");
        let value = |name: &str| url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned()).unwrap_or_default();
        assert_eq!((value("response_type"), value("code_challenge_method")), ("code".to_owned(), "S256".to_owned()));
        assert_eq!((value("redirect_uri"), value("ui_locales")), (CALLBACK.to_owned(), "fi".to_owned()));
        assert_eq!(value("code_challenge").len(), 43);
        assert!(value("state").len() >= 22 && value("nonce").len() >= 22 && value("state") != value("nonce"));
        let again = world.begin(realm).await;
        assert_ne!(begun.callback_secret, again.callback_secret);
        assert!(!again.url.contains(&value("state")) && !again.url.contains(&value("nonce")) && !again.url.contains(&value("code_challenge")));

        let back = world.at_realm(&begun.url, somebody(realm)).await;
        let done = world.complete(realm, &back, &begun.callback_secret).await.unwrap();
        assert_eq!(done.return_to, "/fi/messages");
        assert_eq!(done.session_secret.len(), 43, "256 bits");
        world.resolve(realm, &done.session_secret, false).await.unwrap();

        let ticket = world.sign_out(realm, &done.session_secret).await.unwrap().ticket;
        let out = world.leave_realm(realm, &ticket).await.unwrap();
        assert!(out.url.starts_with(&format!("{issuer}/")), "the realm's own end of session");
        assert!(!out.url.contains('?'), "the hint names the person: it is posted, and stands in no url");
        let mut posted: Vec<_> = out.form.keys().collect();
        posted.sort();
        assert_eq!(posted, ["client_id", "id_token_hint", "post_logout_redirect_uri"]);
        // The realm takes it without a question and sends the browser home.
        let home = Client::builder().redirect(Policy::none()).build().unwrap().post(&out.url).form(&out.form).send().await.unwrap();
        assert_eq!(home.headers()["location"], "http://localhost:8080/fi");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_01_an_issuer_that_is_none_of_the_two_realms_is_an_error_at_the_start() {
    let realms = simulators::start(Config::for_tests()).await.unwrap();
    let (resident, practitioner) = BOTH.map(simulated).map(|realm| realms.issuer(realm)).into();
    let swapped = (practitioner.clone(), resident.clone());
    for (resident, practitioner) in [
        swapped,
        (format!("http://{}/realms/other", realms.address), practitioner.clone()),
        (resident.clone(), format!("{practitioner}/")),
        (format!("{resident}?realm=1"), practitioner.clone()),
        (resident.clone(), "nowhere".to_owned()),
    ] {
        let test = TestEnvironment::today(|settings| issuers(settings, &resident, &practitioner)).await.unwrap();
        assert!(test.service(identity::service()).await.is_err(), "{resident} {practitioner}");
        test.remove().await.unwrap();
    }
    let clock = chassis::Clock::system();
    let missing_slash = resident.replace("/realms/", "/my-realms/");
    let demands = Demands { max_age: jiff::SignedDuration::from_hours(1), acr: Vec::new() };
    assert!(OidcRealm::try_new(session::Realm::Resident, &missing_slash, "kajo", demands, clock).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn s_12_identity_does_not_start_where_it_would_send_anything_in_clear() {
    let realms = simulators::start(Config::for_tests()).await.unwrap();
    let (resident, practitioner) = BOTH.map(simulated).map(|realm| realms.issuer(realm)).into();
    for (name, address) in [
        ("oidc_practitioner_issuer", "http://login.example/realms/practitioner"),
        ("patient_record_url", "http://record.example/fhir/r4"),
        ("authorizations_url", "http://authorizations.example"),
        ("smtp_url", "smtp://mail.example:25"),
        ("sms_url", "http://sms.example"),
    ] {
        let change = |settings| {
            let mut settings = issuers(settings, &resident, &practitioner).with(name, address);
            settings.demo = false;
            settings
        };
        let test = TestEnvironment::today(change).await.unwrap();
        let refused = test.service(identity::service()).await.err().map(|error| format!("{error:#}")).unwrap();
        assert!(refused.contains(&format!("KAJO_{}: leaves this machine", name.to_uppercase())), "{refused}");
        test.remove().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_01_a_realm_that_describes_itself_under_another_issuer_signs_nobody_in() {
    let world = World::start().await;
    world.realms.fail(Fault::ForeignDiscovery);
    let asked = BeginSignInRequest { realm: Realm::Resident.into(), redirect_uri: CALLBACK.to_owned(), ..BeginSignInRequest::default() };
    let refused = world.gateway().begin_sign_in(asked).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Unavailable, "realm_unavailable"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_01_state_code_and_callback_are_good_once_for_one_browser_and_one_realm() {
    let world = World::start().await;
    let unknown = said(Code::FailedPrecondition, "sign_in_unknown");
    for realm in BOTH {
        let other = if realm == Realm::Resident { Realm::Practitioner } else { Realm::Resident };
        // Played again: the same callback, then the code of it under a state that is fresh.
        let begun = world.begin(realm).await;
        let back = world.at_realm(&begun.url, somebody(realm)).await;
        world.complete(realm, &back, &begun.callback_secret).await.unwrap();
        assert_eq!(told(&world.complete(realm, &back, &begun.callback_secret).await.unwrap_err()), unknown);
        let fresh = world.begin(realm).await;
        let mut mixed = world.at_realm(&fresh.url, somebody(realm)).await;
        mixed.code.clone_from(&back.code);
        assert_eq!(told(&world.complete(realm, &mixed, &fresh.callback_secret).await.unwrap_err()), said(Code::PermissionDenied, "sign_in_failed"));

        // The code of somebody else's sign-in: PKCE holds it to the one it was asked for.
        let (own, strange) = (world.begin(realm).await, world.begin(realm).await);
        let mut injected = world.at_realm(&own.url, somebody(realm)).await;
        injected.code = world.at_realm(&strange.url, somebody(realm)).await.code;
        assert_eq!(told(&world.complete(realm, &injected, &own.callback_secret).await.unwrap_err()), said(Code::PermissionDenied, "sign_in_failed"));

        // Another browser, another realm, another callback. A try of the browser that began has used the state up, one of another has not.
        for wrong in ["browser", "realm", "address", "state"] {
            let begun = world.begin(realm).await;
            let back = world.at_realm(&begun.url, somebody(realm)).await;
            let refused = match wrong {
                "browser" => world.complete(realm, &back, "another-callback-secret").await,
                "realm" => world.complete(other, &back, &begun.callback_secret).await,
                "address" => world.complete_at("http://localhost:8081/api/session/callback", realm, &back, &begun.callback_secret).await,
                _ => world.complete(realm, &Back { state: "guessed".to_owned(), ..back.clone() }, &begun.callback_secret).await,
            };
            assert_eq!(told(&refused.unwrap_err()), unknown, "{wrong}");
            let after = world.complete(realm, &back, &begun.callback_secret).await;
            assert_eq!(after.is_err(), matches!(wrong, "realm" | "address"), "{wrong}: nobody uses up what another browser began");
        }

        // Eleven minutes at the realm are too long.
        let begun = world.begin(realm).await;
        let back = world.at_realm(&begun.url, somebody(realm)).await;
        world.clock().advance(SignedDuration::from_mins(11));
        assert_eq!(told(&world.complete(realm, &back, &begun.callback_secret).await.unwrap_err()), unknown);
        world.clock().advance(SignedDuration::from_mins(-11));
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_01_every_fault_of_a_realm_is_refused_and_leaves_no_session() {
    let world = World::start().await;
    let failed = said(Code::PermissionDenied, "sign_in_failed");
    let away = said(Code::Unavailable, "realm_unavailable");
    for realm in BOTH {
        for (fault, answer) in [
            (Fault::WrongNonce, &failed),
            (Fault::WrongIssuer, &failed),
            (Fault::WrongAudience, &failed),
            (Fault::ExpiredToken, &failed),
            (Fault::BadSignature, &failed),
            (Fault::AlgNone, &failed),
            (Fault::TokenFails, &away),
        ] {
            world.realms.fail(fault);
            let refused = world.try_sign_in(realm, somebody(realm)).await.unwrap_err();
            assert_eq!(&told(&refused), answer, "{fault:?}");
        }
        world.realms.fail(Fault::None);
    }
    // Asked for before, so that the realms fall silent in the middle; both at once, for they are waited for for ten seconds.
    let [one, other] = BOTH.map(|realm| {
        let world = &world;
        async move {
            let begun = world.begin(realm).await;
            let back = world.at_realm(&begun.url, somebody(realm)).await;
            (realm, begun, back)
        }
    });
    let (one, other) = tokio::join!(one, other);
    world.realms.fail(Fault::Silent);
    let [one, other] = [&one, &other].map(|(realm, begun, back)| world.complete(*realm, back, &begun.callback_secret));
    let (one, other) = tokio::join!(one, other);
    assert_eq!([one, other].map(|refused| told(&refused.unwrap_err())), [away.clone(), away]);
    world.realms.fail(Fault::None);
    assert_eq!(world.sessions().await, 0);
    for realm in BOTH {
        world.sign_in(realm, somebody(realm)).await;
    }
    assert_eq!(world.sessions().await, 2, "the same way in, without a fault");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_realm_that_has_changed_its_keys_signs_people_in_at_once() {
    let world = World::start().await;
    world.sign_in(Realm::Resident, "aino").await;
    world.realms.change_keys().unwrap();
    world.sign_in(Realm::Resident, "aino").await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r_16_somebody_with_one_name_alone_is_signed_in_under_it() {
    let world = World::start().await;
    for realm in BOTH {
        for (gone, called) in
            [(&["given_name", "name"][..], "family_name"), (&["family_name", "name"], "given_name"), (&["given_name", "family_name"], "name")]
        {
            world.realms.forge(move |good| {
                let mut claims = good.claims.clone();
                for name in gone {
                    claims.as_object_mut().unwrap().remove(*name).unwrap();
                }
                claims[called] = "Sukarno".into();
                good.sign(&good.header(), &claims)
            });
            let secret = world.sign_in(realm, somebody(realm)).await;
            let session = world.resolve(realm, &secret, false).await.unwrap().session.unwrap();
            let name = session.user.unwrap().name.unwrap();
            assert_eq!((name.text.as_str(), name.given.as_str(), name.family.as_str()), ("Sukarno", "", "Sukarno"), "{called}");
        }
        world.realms.forge_no_more();
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r_01_of_two_sign_ins_begun_at_once_both_come_back_and_a_refusal_uses_up_neither() {
    let world = World::start().await;
    for realm in BOTH {
        let (first, second) = (world.begin(realm).await, world.begin(realm).await);
        let back = world.at_realm(&first.url, somebody(realm)).await;
        let other_back = world.at_realm(&second.url, somebody(realm)).await;
        // Each with the other's secret, as it was while both shared one cookie.
        let unknown = said(Code::FailedPrecondition, "sign_in_unknown");
        assert_eq!(told(&world.complete(realm, &back, &second.callback_secret).await.unwrap_err()), unknown);
        assert_eq!(told(&world.complete(realm, &other_back, &first.callback_secret).await.unwrap_err()), unknown);
        world.complete(realm, &other_back, &second.callback_secret).await.unwrap();
        world.complete(realm, &back, &first.callback_secret).await.unwrap();
    }
    world.end().await;
}
