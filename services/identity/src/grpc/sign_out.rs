//! Signing out: here, at the realm, and what each tells the other of it.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{
    Kernel, grpc,
    sealing::{Needs, from_column},
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::Opener;
use kajo_proto::identity::v1::{
    LeaveRealmRequest, LeaveRealmResponse, SignOutRequest, SignOutResponse, SignedOutAtRealmRequest, SignedOutAtRealmResponse,
};
use tonic::{Code, Status};

use super::session::{Sessions, hash, realm, sign_in_failed, unauthenticated};
use crate::{
    adapters::oidc::OidcError,
    own_sessions::{self, AtRealm},
    projections::sessions::{self, Resolved},
    realm_sign_outs::{self, RealmSignOut},
    session::{End, Refused},
    session_secrets,
};

impl Sessions {
    /// Signs out here, and answers with the ticket by which the realm is told.
    pub(super) async fn sign_out_here(&self, request: SignOutRequest) -> Result<SignOutResponse, Status> {
        let realm = realm(request.realm)?;
        let (found, lives) = match self.living(realm, &request.session_secret).await {
            Ok(found) => (found, true),
            // The realm does not know that the session ran out.
            Err(status) if status.code() == Code::Unauthenticated => {
                let over = sessions::resolve(&self.kernel.pool, &hash(&request.session_secret)).await.map_err(grpc::fault)?;
                (over.filter(|over| over.realm == realm).ok_or(status)?, false)
            }
            Err(status) => return Err(status),
        };
        let sealed = sessions::id_token(&self.kernel.pool, found.session_id).await.map_err(grpc::fault)?;
        // Whoever signs out twice at once is signed out.
        let id_token = sealed.ok_or_else(|| unauthenticated("session_missing"))?;
        let ticket = Some(URL_SAFE_NO_PAD.encode(self.kernel.ids.secret())).filter(|_| !id_token.is_empty());
        let at_realm = RealmSignOut { realm, id_token, back_to: request.post_logout_redirect_uri.clone() };
        self.leave(&found, lives, request.everywhere, ticket.as_deref().map(|ticket| (at_realm, hash(ticket)))).await?;
        self.checker.leave(&self.kernel, &found).await;
        Ok(SignOutResponse { url: request.post_logout_redirect_uri, ticket: ticket.unwrap_or_default(), ..SignOutResponse::default() })
    }

    /// Ends the sessions of which the realm says that they are over there.
    pub(super) async fn end_at_realm(&self, request: &SignedOutAtRealmRequest) -> Result<SignedOutAtRealmResponse, Status> {
        let realm = realm(request.realm)?;
        let told = self.oidc(realm).signed_out(&request.logout_token).await.map_err(not_told)?;
        let meant = match &told.session {
            Some(session) => AtRealm::Session(hash(session)),
            None => AtRealm::Subject(hash(&told.subject)),
        };
        let done = self.kernel.store.transact(CommandMeta::system(self.kernel.ids.v7(self.kernel.clock.now())), move |unit| {
            let meant = meant.clone();
            Box::pin(async move { own_sessions::end_at_realm_in_tx(unit, realm, &meant, told.at).await })
        });
        let ended: u32 = done.await?;
        tracing::info!(realm = realm.name(), ended, "realm.signed_out");
        Ok(SignedOutAtRealmResponse {})
    }

    /// What the browser posts to the realm, once for each ticket.
    pub(super) async fn hand_on(&self, request: &LeaveRealmRequest) -> Result<LeaveRealmResponse, Status> {
        let realm = realm(request.realm)?;
        let taken = realm_sign_outs::take(&self.kernel.pool, &hash(&request.ticket), realm, self.kernel.clock.now()).await.map_err(grpc::fault)?;
        let RealmSignOut { id_token: sealed, back_to, .. } = taken.ok_or_else(|| unauthenticated("session_missing"))?;
        let hint = id_token(&self.kernel, &sealed).await?;
        let answer = match self.oidc(realm).sign_out(&hint, &back_to).await {
            Ok((url, form)) => LeaveRealmResponse { url: url.into(), form },
            // Signed out here in any case; a realm that is away only keeps its own session.
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "oidc.no_sign_out_url");
                LeaveRealmResponse { url: back_to, ..LeaveRealmResponse::default() }
            }
        };
        Ok(answer)
    }

    /// Signs out, everywhere if asked: the sessions are over, and their secrets are forgotten, all or none. Of one that had run out
    /// already, the realm is told as well.
    async fn leave(&self, found: &Resolved, lives: bool, everywhere: bool, at_realm: Option<(RealmSignOut, Vec<u8>)>) -> Result<(), Status> {
        let now = self.kernel.clock.now();
        let meta = CommandMeta::system(self.kernel.ids.v7(now));
        let (this, person, realm) = (found.session_id, found.person_id, found.realm);
        self.kernel
            .store
            .transact(meta, move |unit| {
                let at_realm = at_realm.clone();
                Box::pin(async move {
                    if lives && everywhere {
                        own_sessions::end_others_in_tx(unit, this, person, realm).await?;
                    }
                    if lives {
                        own_sessions::end_in_tx(unit, this, End::SignedOut).await?;
                    } else {
                        session_secrets::forget_id_token_in_tx(unit.tx(), this).await.map_err(StoreError::from)?;
                    }
                    if let Some((at_realm, ticket_hash)) = &at_realm {
                        at_realm.keep_in_tx(unit.tx(), ticket_hash, now).await.map_err(StoreError::from)?;
                    }
                    Ok::<(), WorkError<Refused>>(())
                })
            })
            .await?;
        Ok(())
    }
}

/// A token that is not accepted; nobody is signed out by it.
fn not_told(error: OidcError) -> Status {
    match error {
        OidcError::Unavailable => sign_in_failed(error),
        OidcError::UnknownIssuer | OidcError::CodeRefused | OidcError::TokenRefused | OidcError::Incomplete => {
            grpc::status(Code::InvalidArgument, "logout_token_refused", &[])
        }
    }
}

async fn id_token(kernel: &Kernel, sealed: &[u8]) -> Result<String, Status> {
    let Some(blob) = from_column(sealed) else { return Ok(String::new()) };
    let keys = kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await.map_err(grpc::fault)?;
    Ok(keys.open(&blob).and_then(|token| String::from_utf8(token).ok()).unwrap_or_default())
}
