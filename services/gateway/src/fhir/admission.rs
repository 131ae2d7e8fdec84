//! Which systems may send: identity knows. A yes holds here for half a minute, so that a system that sends much is seldom asked about. A no holds
//! for nothing, and counts against the address that it came from.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use aws_lc_rs::digest::{SHA256, digest};
use chassis::Clock;
use http::{HeaderMap, header};
use jiff::SignedDuration;
use kajo_proto::identity::v1::{AdmitIntegratorRequest, IntegratorScope, integrator_admission_service_client::IntegratorAdmissionServiceClient};
use tonic::Code;
use uuid::Uuid;

use super::problem::Problem;
use crate::{
    by_address::ByAddress,
    rpc::{Signer, Upstream},
    trace::Trace,
};

/// How long a yes of identity is believed.
const BELIEVED: SignedDuration = SignedDuration::from_secs(30);
/// No more of them are remembered: there are not nearly as many integrators, and each has a few scopes.
const REMEMBERED: usize = 1_000;
/// Characters of the random part of a secret: 32 bytes in base64.
const RANDOM: usize = 43;

/// The digest of a secret, and to what it admits.
type Admitted = (Vec<u8>, IntegratorScope);

/// What a system comes with.
struct Secret {
    /// Which one it says it is.
    integrator: Uuid,
    /// SHA-256 of all of it.
    digest: Vec<u8>,
}

impl Secret {
    /// The bearer token, when there is one that has the form of a secret: `<integrator id>.<random>`.
    fn of(headers: &HeaderMap) -> Option<Self> {
        let mut sent = headers.get_all(header::AUTHORIZATION).iter();
        let (Some(only), None) = (sent.next(), sent.next()) else { return None };
        let (scheme, token) = only.to_str().ok()?.split_once(' ')?;
        let token = Some(token.trim()).filter(|_| scheme.eq_ignore_ascii_case("bearer"))?;
        let (id, random) = token.split_once('.')?;
        let integrator = Uuid::try_parse(id).ok().filter(|_| random.len() == RANDOM)?;
        Some(Self { integrator, digest: digest(&SHA256, token.as_bytes()).as_ref().to_vec() })
    }
}

/// Admits integrators.
pub(crate) struct Admissions {
    identity: IntegratorAdmissionServiceClient<Upstream>,
    signer: Signer,
    clock: Clock,
    /// When identity said yes the last time.
    admitted: Mutex<HashMap<Admitted, SignedDuration>>,
    failed: ByAddress,
}

impl Admissions {
    /// `most`: how often an address may come within ten minutes with what is not in use.
    pub(crate) fn new(identity: Upstream, signer: Signer, clock: Clock, most: usize) -> Self {
        let failed = ByAddress::new(clock.clone(), most);
        Self { identity: IntegratorAdmissionServiceClient::new(identity), signer, clock, admitted: Mutex::default(), failed }
    }

    /// Which integrator this is that may do this.
    ///
    /// # Errors
    /// When it is none, when too many that are none came from the address, or when identity is away.
    pub(super) async fn admit(&self, scope: IntegratorScope, headers: &HeaderMap, from: Option<IpAddr>, trace: &Trace) -> Result<Uuid, Problem> {
        let Some(Secret { integrator, digest }) = Secret::of(headers) else { return Err(self.no(from)) };
        let asked = AdmitIntegratorRequest { integrator_id: integrator.to_string(), secret_digest: digest.clone().into(), scope: scope.into() };
        let admitted = (digest, scope);
        let last = self.remembered().get(&admitted).copied();
        if last.is_some_and(|at| self.is_believed(at)) {
            return Ok(integrator);
        }
        // What was good before is asked about all the same: it may come from where somebody else tries.
        if last.is_none() && self.failed.is_spent(from) {
            return Err(Problem::TooMany);
        }
        match self.identity.clone().admit_integrator(self.signer.as_gateway(asked, Some(trace))).await {
            Ok(_) => {
                self.remember(admitted);
                Ok(integrator)
            }
            Err(status) if status.code() == Code::NotFound => {
                self.remembered().remove(&admitted);
                Err(self.no(from))
            }
            Err(status) => Err(status.into()),
        }
    }

    fn no(&self, from: Option<IpAddr>) -> Problem {
        if self.failed.may(from) { Problem::Unauthorized } else { Problem::TooMany }
    }

    fn is_believed(&self, at: SignedDuration) -> bool {
        self.clock.ran().saturating_sub(at) < BELIEVED
    }

    fn remember(&self, admitted: Admitted) {
        let now = self.clock.ran();
        let mut remembered = self.remembered();
        if remembered.len() >= REMEMBERED {
            remembered.retain(|_, at| now.saturating_sub(*at) < BELIEVED);
        }
        if remembered.len() < REMEMBERED {
            remembered.insert(admitted, now);
        }
    }

    fn remembered(&self) -> MutexGuard<'_, HashMap<Admitted, SignedDuration>> {
        self.admitted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0198c0de-0000-7000-8000-000000000001";

    fn of(lines: &[String]) -> Option<Uuid> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::AUTHORIZATION, line.parse().unwrap());
        }
        Secret::of(&headers).map(|secret| secret.integrator)
    }

    #[test]
    fn a_secret_comes_once_as_a_bearer_token_and_has_the_form_of_one() {
        let token = format!("{ID}.{}", "A".repeat(RANDOM));
        for good in [format!("Bearer {token}"), format!("bearer {token}"), format!("BEARER  {token} ")] {
            assert_eq!(of(std::slice::from_ref(&good)), Uuid::try_parse(ID).ok(), "{good}");
        }
        let good = format!("Bearer {token}");
        for wrong in [token.clone(), format!("Basic {token}"), "Bearer".to_owned(), "Bearer ".to_owned(), format!("Bearer {ID}"), format!("{good}A")]
        {
            assert_eq!(of(std::slice::from_ref(&wrong)), None, "{wrong}");
        }
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[good.clone(), good]), None, "which one counts is not clear");
    }
}
