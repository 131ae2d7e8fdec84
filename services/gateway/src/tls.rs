//! The local certificate. Made once, kept in one folder and used again, so that a browser that was told to trust it
//! keeps doing so. The key of the authority is thrown away after signing: nobody can make a second certificate.
//! A certificate that somebody else put there is used as it is and never replaced.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::Arc,
};

use anyhow::{Context, Result};
use axum_server::tls_rustls::RustlsConfig;
use jiff::{Timestamp, ToSpan, Zoned, tz::TimeZone};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};

const AUTHORITY: &str = "ca.pem";
const CHAIN: &str = "cert.pem";
const KEY: &str = "key.pem";
const MADE: &str = "made-at";

/// Browsers refuse certificates that live longer than 825 days.
const LIVES_DAYS: i64 = 800;
/// A new one is made this long before the old one ends.
const RENEWED_DAYS: i64 = 770;

/// The TLS settings from the certificate in `folder`, which is made first when it is missing or about to end.
pub(crate) fn local(folder: &Path, now: Timestamp) -> Result<RustlsConfig> {
    if is_ours(folder) && !is_fresh(folder, now) {
        make(folder, now).with_context(|| format!("making a certificate in {}", folder.display()))?;
    }
    config(&folder.join(CHAIN), &folder.join(KEY))
}

/// The TLS settings from a certificate chain and a key. HTTP/2 first, then HTTP/1.1.
fn config(chain: &Path, key: &Path) -> Result<RustlsConfig> {
    let chain: Vec<_> =
        CertificateDer::pem_file_iter(chain).and_then(Iterator::collect).map_err(|error| anyhow::anyhow!("{}: {error}", chain.display()))?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|error| anyhow::anyhow!("{}: {error}", key.display()))?;
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(RustlsConfig::from_config(Arc::new(config)))
}

/// Whether what is in the folder, if anything, was made here: with the day beside it, and signed by the authority beside it.
fn is_ours(folder: &Path) -> bool {
    let [authority, chain] = [AUTHORITY, CHAIN].map(|file| fs::read_to_string(folder.join(file)).ok());
    match chain {
        Some(chain) => folder.join(MADE).is_file() && authority.is_some_and(|authority| chain.ends_with(&authority)),
        None => folder.join(MADE).is_file() || !folder.join(KEY).is_file(),
    }
}

fn is_fresh(folder: &Path, now: Timestamp) -> bool {
    let made: Option<Timestamp> = fs::read_to_string(folder.join(MADE)).ok().and_then(|text| text.trim().parse().ok());
    let young = made.is_some_and(|made| now.duration_since(made).as_hours() < RENEWED_DAYS * 24);
    young && [AUTHORITY, CHAIN, KEY].iter().all(|file| folder.join(file).is_file())
}

fn make(folder: &Path, now: Timestamp) -> Result<()> {
    fs::create_dir_all(folder)?;
    let today = now.to_zoned(TimeZone::UTC);
    let (from, until) = (today.checked_sub(1.day())?, today.checked_add(LIVES_DAYS.days())?);

    let mut authority = CertificateParams::default();
    authority.distinguished_name.push(DnType::CommonName, "Kajo local authority");
    authority.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    lasting(&mut authority, &from, &until)?;
    let issuer = CertifiedIssuer::self_signed(authority, KeyPair::generate()?)?;

    let names = ["localhost", "*.localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let mut own = CertificateParams::new(names)?;
    own.distinguished_name.push(DnType::CommonName, "Kajo on this machine");
    own.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    own.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    own.use_authority_key_identifier_extension = true;
    lasting(&mut own, &from, &until)?;
    let key = KeyPair::generate()?;
    let certificate = own.signed_by(&key, &issuer)?;

    // Without a chain the rest is known to be ours, should this end half way.
    write(&folder.join(MADE), &now.to_string(), 0o644)?;
    remove(&folder.join(CHAIN))?;
    write(&folder.join(KEY), &key.serialize_pem(), 0o600)?;
    write(&folder.join(AUTHORITY), &issuer.pem(), 0o644)?;
    write(&folder.join(CHAIN), &(certificate.pem() + &issuer.pem()), 0o644)
}

fn lasting(certificate: &mut CertificateParams, from: &Zoned, until: &Zoned) -> Result<()> {
    let day = |date: &Zoned| -> Result<_> { Ok(date_time_ymd(date.year().into(), date.month().try_into()?, date.day().try_into()?)) };
    certificate.not_before = day(from)?;
    certificate.not_after = day(until)?;
    Ok(())
}

fn write(path: &Path, text: &str, mode: u32) -> Result<()> {
    // A file of an earlier life keeps its mode when it is opened again, so it goes first.
    remove(path)?;
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    file.write_all(text.as_bytes()).with_context(|| format!("writing {}", path.display()))
}

fn remove(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_file(path).with_context(|| format!("removing {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_certificate_is_made_once_and_used_again_until_it_grows_old() {
        let folder = std::env::temp_dir().join(format!("kajo-tls-{}", uuid::Uuid::now_v7()));
        let now: Timestamp = "2030-01-01T00:00:00Z".parse().unwrap();
        local(&folder, now).unwrap();
        let first = fs::read(folder.join(CHAIN)).unwrap();
        assert_eq!(fs::metadata(folder.join(KEY)).unwrap().permissions().mode() & 0o777, 0o600);

        local(&folder, now + 24.hours()).unwrap();
        assert_eq!(first, fs::read(folder.join(CHAIN)).unwrap());

        local(&folder, now + (RENEWED_DAYS * 24).hours()).unwrap();
        assert_ne!(first, fs::read(folder.join(CHAIN)).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn s_18_a_certificate_that_was_not_made_here_is_never_replaced() {
        let folder = std::env::temp_dir().join(format!("kajo-tls-operator-{}", uuid::Uuid::now_v7()));
        let now: Timestamp = "2030-01-01T00:00:00Z".parse().unwrap();
        local(&folder, now).unwrap();
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        // An operator's own over ours, with what we wrote down still beside it; and in a folder where nothing of ours is.
        let own = CertificateParams::new(["kajo.example".to_owned()]).unwrap();
        let key = KeyPair::generate().unwrap();
        let chain = own.self_signed(&key).unwrap().pem();
        fs::write(folder.join(CHAIN), &chain).unwrap();
        fs::write(folder.join(KEY), key.serialize_pem()).unwrap();
        for left in [&[][..], &[MADE], &[AUTHORITY]] {
            for file in left {
                fs::remove_file(folder.join(file)).unwrap();
            }
            local(&folder, now + (2 * LIVES_DAYS * 24).hours()).unwrap();
            assert_eq!((read(CHAIN), read(KEY)), (chain.clone().into_bytes(), key.serialize_pem().into_bytes()), "{left:?}");
        }
        // Half of one is a fault that people must see.
        fs::remove_file(folder.join(CHAIN)).unwrap();
        assert!(local(&folder, now).is_err());
        assert_eq!(read(KEY), key.serialize_pem().into_bytes());
        fs::remove_dir_all(folder).unwrap();
    }
}
