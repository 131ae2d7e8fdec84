//! The realm's key and the tokens signed with it (RS256).

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Result, anyhow};
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rand::{self, SystemRandom},
    rsa::{KeyPair, KeySize},
    signature::{KeyPair as _, RSA_PKCS1_SHA256, RSA_PKCS1_SHA512},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::people::Realm;

/// A realm's key, and one that is not the realm's: a fault or a forger signs with that.
pub(crate) struct Keys {
    pub(crate) own: SigningKey,
    pub(crate) foreign: SigningKey,
}

impl Keys {
    /// Keys that nobody has seen yet.
    pub(crate) fn fresh() -> Result<Arc<Self>> {
        Ok(Arc::new(Self { own: SigningKey::generate()?, foreign: SigningKey::generate()? }))
    }

    /// Those that this realm has in all tests. Each test is a process of its own, and a pair of keys costs a build without optimisation
    /// tenths of a second: so they lie beside the test programs, and go with them.
    pub(crate) fn for_tests(realm: Realm) -> Result<Arc<Self>> {
        let program = env::current_exe()?;
        let folder = program.parent().unwrap_or(Path::new(""));
        let kept = |name: &str| SigningKey::kept(folder.join(format!("simulated-{}-{name}.pk8", realm.name())));
        Ok(Arc::new(Self { own: kept("own")?, foreign: kept("foreign")? }))
    }
}

/// A realm's signing key.
pub(crate) struct SigningKey {
    pair: KeyPair,
    id: String,
}

impl SigningKey {
    /// A fresh key.
    fn generate() -> Result<Self> {
        Self::of(KeyPair::generate(KeySize::Rsa2048).map_err(|_| anyhow!("no RSA key could be made"))?)
    }

    /// The key in this file, which is made when there is none. Of several who make it at once each has a whole one, and the last one's stays.
    fn kept(file: PathBuf) -> Result<Self> {
        if let Some(pair) = fs::read(&file).ok().and_then(|der| KeyPair::from_pkcs8(&der).ok()) {
            return Self::of(pair);
        }
        let made = Self::generate()?;
        let der: Pkcs8V1Der<'static> = made.pair.as_der().map_err(|_| anyhow!("the key cannot be written"))?;
        let making = file.with_extension(Uuid::now_v7().simple().to_string());
        fs::write(&making, der.as_ref())?;
        fs::rename(making, file)?;
        Ok(made)
    }

    fn of(pair: KeyPair) -> Result<Self> {
        let public = pair.public_key().as_der().map_err(|_| anyhow!("the public key cannot be written"))?;
        let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, public.as_ref());
        Ok(Self { pair, id: URL_SAFE_NO_PAD.encode(digest.as_ref()) })
    }

    /// The public half, as discovery gives it.
    pub(crate) fn jwk(&self) -> Value {
        let public = self.pair.public_key();
        json!({
            "kty": "RSA",
            "use": "sig",
            "alg": "RS256",
            "kid": self.id,
            "n": URL_SAFE_NO_PAD.encode(public.modulus().big_endian_without_leading_zero()),
            "e": URL_SAFE_NO_PAD.encode(public.exponent().big_endian_without_leading_zero()),
        })
    }

    /// The header of a signed token.
    pub(crate) fn header(&self) -> Value {
        json!({"alg": "RS256", "typ": "JWT", "kid": self.id})
    }

    /// A signed token with these claims.
    pub(crate) fn sign(&self, claims: &Value) -> Result<String> {
        self.sign_under(&self.header(), claims)
    }

    /// The same under a header that may lie. The signature is RS256 whatever it says; only RS512 is kept.
    pub(crate) fn sign_under(&self, header: &Value, claims: &Value) -> Result<String> {
        let text = signing_input(header, claims);
        let encoding = if header["alg"] == "RS512" { &RSA_PKCS1_SHA512 } else { &RSA_PKCS1_SHA256 };
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair.sign(encoding, &SystemRandom::new(), text.as_bytes(), &mut signature).map_err(|_| anyhow!("a token could not be signed"))?;
        Ok(format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

/// A token without a signature that says so.
pub(crate) fn unsigned(claims: &Value) -> String {
    format!("{}.", signing_input(&json!({"alg": "none", "typ": "JWT"}), claims))
}

/// What a token says, whoever signed it.
pub(crate) fn claims_in(token: &str) -> Option<Value> {
    let payload = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    serde_json::from_slice(&payload).ok()
}

fn signing_input(header: &Value, claims: &Value) -> String {
    format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims.to_string()))
}

/// 256 unguessable bits as text.
pub(crate) fn secret() -> Result<String> {
    let mut bytes = [0; 32];
    rand::fill(&mut bytes).map_err(|_| anyhow!("no randomness"))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// What a code challenge must be for this verifier (RFC 7636, S256).
pub(crate) fn challenge_of(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, verifier.as_bytes()).as_ref())
}
