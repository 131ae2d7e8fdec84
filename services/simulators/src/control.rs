//! What goes wrong next, and what changes in the outside world: a test says it, and it is so until told otherwise.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{Json, extract::State};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    booking::BookingOrder,
    service_register::RegisteredService,
    site::{World, now},
    token::SigningKey,
};

/// A fault of the outside world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// The token endpoint answers 500.
    TokenFails,
    /// The token names another nonce.
    WrongNonce,
    /// The token names another issuer.
    WrongIssuer,
    /// The token is for somebody else.
    WrongAudience,
    /// The token has run out.
    ExpiredToken,
    /// The signature is not the realm's.
    BadSignature,
    /// The token is not signed at all and says so: `alg` is `none`.
    AlgNone,
    /// The realm describes itself under another issuer.
    ForeignDiscovery,
    /// The realms take calls and never answer.
    Silent,
    /// The person says no.
    AccessDenied,
    /// The person has identified themselves in a way that is weaker than was asked for.
    WeakIdentification,
    /// The practitioner realm leaves the claim `groups` out, as Keycloak does of a user in no group.
    NoGroups,
    /// The patient record system answers 500.
    PatientRecordFails,
    /// The patient record system knows no search by identifier, and answers with everybody it has.
    PatientRecordIgnoresSearch,
    /// The patient record system tells in an entry that something was wrong with the search, and finds nobody.
    PatientRecordAnswersOutcome,
    /// The patient record system has two patients of one code.
    PatientRecordAnswersTwo,
    /// The authorisation service answers 500.
    AuthorizationsFail,
    /// The authorisation service takes calls and never answers.
    AuthorizationsSilent,
    /// The authorisation service answers with what is no JSON.
    AuthorizationsMalformed,
    /// The authorisation service trades no code.
    AuthorizationsTokenFails,
    /// The mail server turns mails away.
    MailFails,
    /// The mail server takes no mails now, and says that it will later.
    MailBusy,
    /// The mail server takes a mail and hangs up without saying so.
    MailHangsUp,
    /// The SMS gateway answers 500.
    SmsFails,
    /// The SMS gateway takes a text message and answers 500.
    SmsAnswerLost,
    /// The push service knows no browser any more, and answers 410.
    PushGone,
    /// The push service takes no messages now, and answers 429.
    PushBusy,
    /// The push service answers 500.
    PushFails,
    /// The scanner answers with an error.
    ScannerFails,
    /// The scanner hangs up.
    ScannerGone,
    /// The scanner does not come to an end with files that say `HANGS THE SCANNER`.
    ScannerHangs,
    /// The register of harmful addresses answers 500.
    WebRiskFails,
    /// The register of harmful addresses takes calls and never answers.
    WebRiskSilent,
    /// The register of harmful addresses knows no version any more that a caller has.
    WebRiskStaleToken,
    /// The register of harmful addresses tells a sum that is not that of its list.
    WebRiskWrongChecksum,
    /// The chat provider answers 503.
    ChatProviderFails,
    /// The register of services answers 503.
    ServiceRegisterFails,
    /// The register of services takes calls and never answers.
    ServiceRegisterSilent,
    /// The register of services answers with a page for people.
    ServiceRegisterAnswersPage,
    /// The register of services has nothing in Swedish.
    ServiceRegisterLacksSwedish,
    /// The language model answers 500.
    SummaryFails,
    /// The language model takes calls and never answers.
    SummarySilent,
    /// The language model answers in words, and not in JSON.
    SummaryMalformed,
    /// The language model says something of a message that there is not.
    SummaryInvents,
    /// The TURN server gives no relay addresses.
    TurnRefuses,
}

/// An identity token as the realm would hand it out, for a test that hands out another one.
pub struct Minted<'a> {
    /// The token, signed as it should be.
    pub token: &'a str,
    /// What it says.
    pub claims: &'a Value,
    pub(crate) key: &'a SigningKey,
    pub(crate) foreign_key: &'a SigningKey,
}

impl Minted<'_> {
    /// A token that the realm's own key signs under a header and claims of the test's making: RS512 when the header says so,
    /// RS256 otherwise. Empty when signing fails.
    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        self.key.sign_under(header, claims).unwrap_or_default()
    }

    /// The same with the signature of a key that is not the realm's.
    pub fn sign_by_another_key(&self, header: &Value, claims: &Value) -> String {
        self.foreign_key.sign_under(header, claims).unwrap_or_default()
    }

    /// The public half of the realm's key, which everybody can know.
    pub fn public_key(&self) -> Value {
        self.key.jwk()
    }

    /// The public half of the key that is not the realm's.
    pub fn another_public_key(&self) -> Value {
        self.foreign_key.jwk()
    }

    /// The header that the realm's own tokens carry.
    pub fn header(&self) -> Value {
        self.key.header()
    }
}

/// Makes another token out of a good one.
pub(crate) type Forger = dyn Fn(&Minted<'_>) -> String + Send + Sync;

/// The fault that holds now.
#[derive(Default)]
pub(crate) struct Control {
    fault: Mutex<Fault>,
    forger: Mutex<Option<Arc<Forger>>>,
    ahead: Mutex<SignedDuration>,
    protected: Mutex<BTreeMap<String, bool>>,
}

impl Control {
    pub(crate) fn set(&self, fault: Fault) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    pub(crate) fn is(&self, fault: Fault) -> bool {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) == fault
    }

    /// A resident comes under a non-disclosure restriction, or is under one no more.
    pub(crate) fn protect(&self, login_hint: &str, protected: bool) {
        self.protected.lock().unwrap_or_else(PoisonError::into_inner).insert(login_hint.to_owned(), protected);
    }

    /// What was said of a resident since the beginning; `None`: nothing.
    pub(crate) fn is_protected(&self, login_hint: &str) -> Option<bool> {
        self.protected.lock().unwrap_or_else(PoisonError::into_inner).get(login_hint).copied()
    }

    /// The outside world's clock goes ahead.
    pub(crate) fn advance(&self, by: SignedDuration) {
        *self.ahead.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    /// The time outside.
    pub(crate) fn now(&self) -> Timestamp {
        let ahead = *self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        now().saturating_add(ahead).unwrap_or(Timestamp::MAX)
    }

    pub(crate) fn forge_by(&self, forger: Option<Arc<Forger>>) {
        *self.forger.lock().unwrap_or_else(PoisonError::into_inner) = forger;
    }

    /// What is handed out in place of a good token.
    pub(crate) fn handed_out(&self, minted: &Minted<'_>) -> String {
        let forger = self.forger.lock().unwrap_or_else(PoisonError::into_inner).clone();
        forger.map_or_else(|| minted.token.to_owned(), |forger| forger(minted))
    }
}

/// What somebody orders.
#[derive(Deserialize)]
pub(crate) struct Order {
    fault: Option<Fault>,
    authorize: Option<Authorize>,
    protect: Option<Protect>,
    register_service: Option<RegisteredService>,
    withdraw_service: Option<Uuid>,
    booking_fault: Option<BookingOrder>,
}

/// Whom a non-disclosure restriction protects from now on, or no more.
#[derive(Deserialize)]
struct Protect {
    resident: String,
    protected: bool,
}

/// Who may act for whom, and in which matters, from now on.
#[derive(Deserialize)]
struct Authorize {
    delegate: String,
    principal: String,
    health: bool,
    social: bool,
}

/// `POST /control`.
pub(crate) async fn take_order(State(world): State<Arc<World>>, Json(order): Json<Order>) {
    if let Some(fault) = order.fault {
        world.control.set(fault);
    }
    if let Some(Authorize { delegate, principal, health, social }) = order.authorize {
        world.authorizations.change(&delegate, &principal, health, social);
    }
    if let Some(Protect { resident, protected }) = order.protect {
        world.control.protect(&resident, protected);
    }
    if let Some(service) = order.register_service {
        world.service_register.put(service);
    }
    if let Some(id) = order.withdraw_service {
        world.service_register.withdraw(id);
    }
    if let Some(BookingOrder { system, fault }) = order.booking_fault {
        world.booking.fail(system, fault);
    }
}
