//! The two realms, by OpenID Connect: code flow with PKCE, state and nonce. A realm is known by the ending of its issuer;
//! any other issuer is an error (IDN-01, IDN-02).

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, SystemTime},
};

use chassis::{Clock, http_client};
use chassis_domain::PersonId;
use jiff::{SignedDuration, Timestamp};
use openidconnect::{
    AdditionalClaims, AuthenticationContextClass, AuthorizationCode, ClaimsVerificationError, Client, ClientId, CsrfToken, EmptyExtraTokenFields,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdToken, IdTokenClaims, IdTokenFields, IssuerUrl, LanguageTag, Nonce,
    OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, ProviderMetadataWithLogout, RedirectUrl, Scope, SignatureVerificationError,
    StandardErrorResponse, StandardTokenResponse, TokenResponse,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim, CoreIdTokenVerifier, CoreJsonWebKey,
        CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse,
        CoreTokenType,
    },
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use url::Url;

use super::{
    groups::Groups,
    logout_token::{self, SignedOut},
};
use crate::{
    session::{Identified, Realm},
    session_record::SessionData,
    ssn::Ssn,
};

/// How long a realm's description and keys are believed.
const BELIEVED: SignedDuration = SignedDuration::from_mins(10);
/// How long a realm may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// By how much the clocks of a realm and of ours may differ.
const SKEW: SignedDuration = SignedDuration::from_secs(60);
/// What tokens may be signed with. `none` and shared secrets are not among them.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] =
    [CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, CoreJwsSigningAlgorithm::RsaSsaPssSha256, CoreJwsSigningAlgorithm::EcdsaP256Sha256];

/// Why nobody was signed in.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// The issuer's ending names no realm, or another one.
    #[error("the issuer is none of the two realms")]
    UnknownIssuer,
    /// The realm did not answer, or not in the way it should.
    #[error("the realm does not answer")]
    Unavailable,
    /// The realm refused the code.
    #[error("the realm refused the code")]
    CodeRefused,
    /// The token is not for us, not from there, not now, or not signed as it must be.
    #[error("the token was not accepted")]
    TokenRefused,
    /// The token lacks a subject or a name that we can use.
    #[error("the token lacks what we need")]
    Incomplete,
}

/// What a realm must have done before it vouches for somebody.
#[derive(Clone, Debug)]
pub struct Demands {
    /// For so long it may let somebody pass who has identified themselves there before.
    pub max_age: SignedDuration,
    /// Accepted values of the claim `acr`; empty: all.
    pub acr: Vec<String>,
}

/// One realm. Cheap to clone.
#[derive(Clone)]
pub struct OidcRealm {
    realm: Realm,
    issuer: IssuerUrl,
    client_id: ClientId,
    http: reqwest::Client,
    demands: Demands,
    clock: Clock,
    known: Arc<Mutex<Option<(ProviderMetadataWithLogout, Timestamp)>>>,
}

/// What must be remembered until the person comes back.
pub struct Begun {
    /// Where the browser goes.
    pub url: Url,
    /// Comes back in the callback.
    pub state: String,
    /// Comes back in the token.
    pub nonce: String,
    /// Proves that the code is traded by who asked for it.
    pub pkce_verifier: String,
}

/// What a realm vouches for beside the standard claims. National identification gives those of residents as attributes; the realm
/// maps them to these names. The professionals' realm tells the groups of the directory.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct RealmClaims {
    /// Personal identity code (attribute 1.2.246.21).
    #[serde(default)]
    ssn: String,
    /// Identifier of who was identified abroad (attribute 1.2.246.517.3002.111.17).
    #[serde(default)]
    foreign_person_identifier: String,
    /// A non-disclosure restriction holds (attribute 1.2.246.517.2002.2.27 is 1).
    #[serde(default)]
    non_disclosure: bool,
    /// Groups of the directory that a professional belongs to, in whatever shape; not told by a realm that does not map them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    groups: Option<serde_json::Value>,
    /// What the realm calls its session.
    #[serde(default)]
    sid: String,
    /// A record that the session keeps and nobody is shown, for realms that have something to give along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session_data: Option<SessionData>,
}

impl AdditionalClaims for RealmClaims {}

type Fields = IdTokenFields<RealmClaims, EmptyExtraTokenFields, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type Token = IdToken<RealmClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type Claims = IdTokenClaims<RealmClaims, CoreGenderClaim>;
type RealmClient<HasAuthUrl, HasTokenUrl, HasUserInfoUrl> = Client<
    RealmClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<Fields, CoreTokenType>,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    HasAuthUrl,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    HasTokenUrl,
    HasUserInfoUrl,
>;

/// Who signed in.
pub struct SignedIn {
    /// The subject of the token.
    pub person: PersonId,
    /// Given name; empty for who has one name alone.
    pub given: String,
    /// Family name, or the only name.
    pub family: String,
    /// How a resident was identified; `None`: it is a professional.
    pub identified: Option<Identified>,
    /// Groups of the directory that a professional belongs to.
    pub groups: Groups,
    /// When the person identified themselves at the realm.
    pub identified_at: Timestamp,
    /// What the realm calls the person and its session; the latter empty when it does not say.
    pub subject: String,
    /// See there.
    pub sid: String,
    /// What the realm gives the session along.
    pub data: Option<SessionData>,
    /// For calls in the person's name.
    pub access_token: String,
    /// Names the session at the realm when signing out.
    pub id_token: String,
}

impl OidcRealm {
    /// A realm by its issuer.
    ///
    /// # Errors
    /// When the issuer does not end in `/realms/<realm>`.
    pub fn try_new(realm: Realm, issuer: &str, client_id: &str, demands: Demands, clock: Clock) -> Result<Self, OidcError> {
        if !issuer.ends_with(&format!("/realms/{}", realm.name())) {
            return Err(OidcError::UnknownIssuer);
        }
        Ok(Self {
            realm,
            issuer: IssuerUrl::new(issuer.to_owned()).map_err(|_| OidcError::UnknownIssuer)?,
            client_id: ClientId::new(client_id.to_owned()),
            http: http_client::outgoing(PATIENCE).map_err(|_| OidcError::Unavailable)?,
            demands,
            clock,
            known: Arc::default(),
        })
    }

    /// The first half: where to go. Asked `anew`, the realm lets nobody pass who has identified themselves there before.
    pub async fn begin(&self, redirect_uri: &str, language: &str, anew: bool) -> Result<Begun, OidcError> {
        let client = self.client(self.metadata().await?, redirect_uri)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .set_max_age(if anew { Duration::ZERO } else { self.demands.max_age.unsigned_abs() });
        for acr in &self.demands.acr {
            request = request.add_auth_context_value(AuthenticationContextClass::new(acr.clone()));
        }
        if !language.is_empty() {
            request = request.add_ui_locale(LanguageTag::new(language.to_owned()));
        }
        let (url, state, nonce) = request.url();
        Ok(Begun { url, state: state.into_secret(), nonce: nonce.secret().clone(), pkce_verifier: verifier.into_secret() })
    }

    /// The second half: the code for tokens, and the tokens for a person, who has identified themselves at `asked_anew` or later when it
    /// is told.
    pub async fn complete(
        &self,
        code: &str,
        redirect_uri: &str,
        nonce: &str,
        pkce_verifier: &str,
        asked_anew: Option<Timestamp>,
    ) -> Result<SignedIn, OidcError> {
        let metadata = self.metadata().await?;
        let client = self.client(metadata.clone(), redirect_uri)?;
        let http = |request| send(self.http.clone(), request);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|_| OidcError::Unavailable)?
            .set_pkce_verifier(PkceCodeVerifier::new(pkce_verifier.to_owned()))
            .request_async(&http)
            .await
            .map_err(|error| match error {
                openidconnect::RequestTokenError::ServerResponse(_) => OidcError::CodeRefused,
                _ => OidcError::Unavailable,
            })?;
        let id_token = tokens.id_token().ok_or(OidcError::Incomplete)?;
        let claims = self.claims(id_token, metadata, &Nonce::new(nonce.to_owned()), asked_anew).await?;
        let (given, family) = name_of(&claims).ok_or(OidcError::Incomplete)?;
        Ok(SignedIn {
            identified: self.identified(claims.additional_claims())?,
            groups: Groups::of(claims.additional_claims().groups.as_ref()),
            data: claims.additional_claims().session_data.clone(),
            subject: claims.subject().to_string(),
            sid: claims.additional_claims().sid.clone(),
            person: PersonId::parse(claims.subject()).ok_or(OidcError::Incomplete)?,
            identified_at: self.identified_at(&claims)?,
            given,
            family,
            access_token: tokens.access_token().secret().clone(),
            id_token: id_token.to_string(),
        })
    }

    fn client(
        &self,
        metadata: ProviderMetadataWithLogout,
        redirect_uri: &str,
    ) -> Result<RealmClient<EndpointSet, EndpointMaybeSet, EndpointMaybeSet>, OidcError> {
        let redirect_uri = RedirectUrl::new(redirect_uri.to_owned()).map_err(|_| OidcError::Incomplete)?;
        Ok(Client::from_provider_metadata(metadata, self.client_id.clone(), None).set_redirect_uri(redirect_uri))
    }

    /// A resident is identified by a code that is one, or abroad; a token that says neither is not one of national identification.
    fn identified(&self, claims: &RealmClaims) -> Result<Option<Identified>, OidcError> {
        if self.realm == Realm::Practitioner {
            return Ok(None);
        }
        if claims.ssn.is_empty() && !claims.foreign_person_identifier.is_empty() {
            return Ok(Some(Identified::Abroad));
        }
        let ssn = Ssn::parse(&claims.ssn).ok_or(OidcError::Incomplete)?;
        Ok(Some(Identified::Here { ssn, non_disclosure: claims.non_disclosure }))
    }

    /// A realm whose clock goes before ours makes nobody fresher than now.
    fn identified_at(&self, claims: &Claims) -> Result<Timestamp, OidcError> {
        let told = claims.auth_time().and_then(|at| Timestamp::from_second(at.timestamp()).ok()).ok_or(OidcError::Incomplete)?;
        Ok(told.min(self.clock.now()))
    }

    /// What a token says, when it is from this realm, for us, for now and for this sign-in.
    async fn claims(
        &self,
        token: &Token,
        metadata: ProviderMetadataWithLogout,
        nonce: &Nonce,
        asked_anew: Option<Timestamp>,
    ) -> Result<Claims, OidcError> {
        let mut checked = token.claims(&self.verifier(&metadata, asked_anew), nonce).cloned();
        if matches!(checked, Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey))) {
            // The realm may have changed its keys since we asked. Asking once more is no lever for strangers: the realm
            // itself has just accepted the code.
            *self.known.lock().await = None;
            checked = token.claims(&self.verifier(&self.metadata().await?, asked_anew), nonce).cloned();
        }
        checked.map_err(|error| {
            tracing::warn!(realm = self.realm.name(), error = &error as &dyn std::error::Error, "oidc.token_refused");
            OidcError::TokenRefused
        })
    }

    fn verifier(&self, metadata: &ProviderMetadataWithLogout, asked_anew: Option<Timestamp>) -> CoreIdTokenVerifier<'static> {
        let clock = self.clock.clone();
        let now = clock.now();
        let from = asked_anew.unwrap_or_else(|| now.saturating_sub(self.demands.max_age).unwrap_or(now));
        let from = from.saturating_sub(SKEW).unwrap_or(from).as_second();
        let accepted = self.demands.acr.clone();
        CoreIdTokenVerifier::new_public_client(self.client_id.clone(), self.issuer.clone(), metadata.jwks().clone())
            .set_allowed_algs(ALGORITHMS)
            .set_time_fn(move || SystemTime::from(clock.now()).into())
            // A realm that was asked for a greatest age says when the person identified themselves (OpenID Connect Core, section 2).
            .set_auth_time_verifier_fn(move |at| match at {
                Some(at) if at.timestamp() >= from => Ok(()),
                Some(_) => Err("the person was not asked again".to_owned()),
                None => Err("when the person was asked is not told".to_owned()),
            })
            .set_auth_context_verifier_fn(move |acr| {
                let accepts = accepted.is_empty() || acr.is_some_and(|acr| accepted.contains(acr));
                if accepts { Ok(()) } else { Err("the person was not identified strongly enough".to_owned()) }
            })
    }

    /// Where the browser goes to end the session at the realm as well, and what it posts there (OpenID Connect RP-Initiated
    /// Logout, section 2: by POST, since the hint holds names).
    pub async fn sign_out(&self, id_token: &str, back_to: &str) -> Result<(Url, HashMap<String, String>), OidcError> {
        let metadata = self.metadata().await?;
        let endpoint = metadata.additional_metadata().end_session_endpoint.as_ref().ok_or(OidcError::Unavailable)?;
        let form = [("id_token_hint", id_token), ("client_id", self.client_id.as_str()), ("post_logout_redirect_uri", back_to)];
        Ok((endpoint.url().clone(), form.map(|(name, value)| (name.to_owned(), value.to_owned())).into()))
    }

    /// Who signed out at the realm, by a token that it sends over the back channel (OpenID Connect Back-Channel Logout, section 2.6).
    pub async fn signed_out(&self, token: &str) -> Result<SignedOut, OidcError> {
        let metadata = self.metadata().await?;
        let claims = logout_token::verified(token, metadata.jwks().keys(), &ALGORITHMS).ok_or(OidcError::TokenRefused)?;
        claims.checked(self.issuer.as_str(), self.client_id.as_str(), self.clock.now()).ok_or(OidcError::TokenRefused)
    }

    /// What the realm says of itself. The library holds the issuer in it against ours, letter by letter.
    async fn metadata(&self) -> Result<ProviderMetadataWithLogout, OidcError> {
        let mut known = self.known.lock().await;
        let now = self.clock.now();
        if let Some((metadata, since)) = known.as_ref()
            && now.duration_since(*since) < BELIEVED
        {
            return Ok(metadata.clone());
        }
        let http = |request| send(self.http.clone(), request);
        let metadata = ProviderMetadataWithLogout::discover_async(self.issuer.clone(), &http).await.map_err(|error| {
            tracing::warn!(realm = self.realm.name(), error = &error as &dyn std::error::Error, "oidc.discovery_failed");
            OidcError::Unavailable
        })?;
        *known = Some((metadata.clone(), now));
        Ok(metadata)
    }
}

/// Given and family name. Some people have one name alone: it stands as the family name, or is told as the whole name and nothing else.
fn name_of(claims: &Claims) -> Option<(String, String)> {
    let text = |name: Option<&str>| name.map(str::trim).unwrap_or_default().to_owned();
    let given = text(claims.given_name().and_then(|names| names.get(None)).map(|name| name.as_str()));
    let family = text(claims.family_name().and_then(|names| names.get(None)).map(|name| name.as_str()));
    let whole = || text(claims.name().and_then(|names| names.get(None)).map(|name| name.as_str()));
    match (given, family) {
        (given, family) if given.is_empty() && family.is_empty() => {
            Some(whole()).filter(|whole| !whole.is_empty()).map(|whole| (String::new(), whole))
        }
        (only, family) if family.is_empty() => Some((String::new(), only)),
        name => Some(name),
    }
}

async fn send(http: reqwest::Client, request: HttpRequest) -> Result<HttpResponse, reqwest::Error> {
    let response = http.execute(request.try_into()?).await?;
    let mut answer = http::Response::builder().status(response.status());
    if let Some(headers) = answer.headers_mut() {
        headers.clone_from(response.headers());
    }
    let body = response.bytes().await?.to_vec();
    // Status and headers come from a valid response, so this one is valid as well.
    Ok(answer.body(body).unwrap_or_default())
}
