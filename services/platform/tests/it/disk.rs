//! What the platform could still read of bytes that lie anywhere: sealed values are found by their form and tried with every key there is.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::Command,
};

use chassis::sealing::Needs;
use chassis_domain::{Blob, Opener, PersonId, RetentionClass};
use platform::serve::Platform;
use sqlx::{Connection, PgConnection};

/// A sealed value that was found.
pub(crate) type Found = (PersonId, u32, Vec<u8>, Vec<u8>);

/// The folder of the test servers: databases with their write-ahead log, the streams of the bus, logs.
pub(crate) async fn servers() -> PathBuf {
    let mut connection = PgConnection::connect(&std::env::var("KAJO_TEST_POSTGRES_URL").unwrap()).await.unwrap();
    sqlx::query("checkpoint").execute(&mut connection).await.unwrap();
    let data: String = sqlx::query_scalar("show data_directory").fetch_one(&mut connection).await.unwrap();
    Path::new(&data).ancestors().nth(2).unwrap().to_owned()
}

/// Where these texts stand in the files below some folders. `grep`, since it is hundreds of megabytes.
fn places(folders: &[PathBuf], texts: &[String]) -> Vec<(PathBuf, usize)> {
    let mut grep = Command::new("grep");
    grep.env("LC_ALL", "C").args(["-raboFZ"]);
    for text in texts {
        grep.args(["-e", text]);
    }
    let found = grep.arg("--").args(folders).output().unwrap().stdout;
    let mut places = Vec::new();
    for line in found.split(|byte| *byte == b'\n') {
        let Some(end) = line.iter().position(|byte| *byte == 0) else { continue };
        let number: String = line[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).map(|digit| char::from(*digit)).collect();
        places.push((std::str::from_utf8(&line[..end]).unwrap().into(), number.parse().unwrap()));
    }
    places
}

/// Files in which a text stands in clear.
pub(crate) fn in_clear(folders: &[PathBuf], texts: &[&str]) -> BTreeSet<PathBuf> {
    places(folders, &texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).into_iter().map(|(file, _)| file).collect()
}

/// Sealed values of these people, wherever they lie.
pub(crate) fn sealed(folders: &[PathBuf], people: &BTreeSet<PersonId>) -> BTreeSet<Found> {
    let begins: Vec<_> = people.iter().map(|person| format!("${person}")).collect();
    places(folders, &begins).into_iter().filter_map(|(file, at)| value(&file, at as u64)).collect()
}

/// The sealed value whose person's id stands there: class, nonce and ciphertext follow.
fn value(file: &Path, at: u64) -> Option<Found> {
    let mut bytes = Vec::new();
    let mut file = File::open(file).ok()?;
    file.seek(SeekFrom::Start(at)).ok()?;
    file.take(64 * 1024).read_to_end(&mut bytes).ok()?;
    let (person, rest) = bytes.split_at_checked(37)?;
    let person = PersonId::parse(std::str::from_utf8(&person[1..]).ok()?)?;
    let [0x10, class, 0x1a, 12, rest @ ..] = rest else { return None };
    let (nonce, rest) = rest.split_at_checked(12)?;
    let [0x22, rest @ ..] = rest else { return None };
    let length = prost::decode_length_delimiter(rest).ok()?;
    let ciphertext = rest.get(prost::length_delimiter_len(length)..)?.get(..length)?;
    Some((person, (*class).into(), nonce.to_vec(), ciphertext.to_vec()))
}

/// What of the found values opens with the keys of any service, by retention class.
pub(crate) async fn opened(platform: &Platform, found: &BTreeSet<Found>) -> BTreeSet<(u32, String)> {
    let mut texts = BTreeSet::new();
    for service in ["identity", "conversations"] {
        let keyring = &platform.service(service).unwrap().kernel().keyring;
        for (subject, class, nonce, ciphertext) in found {
            let Some(kind) = RetentionClass::from_number(*class) else { continue };
            let keys = keyring.open(&Needs::from([(*subject, kind)])).await.unwrap();
            let blob = Blob { subject: *subject, class: kind, nonce: nonce.clone(), ciphertext: ciphertext.clone() };
            texts.extend(keys.open(&blob).map(|plain| (*class, String::from_utf8_lossy(&plain).into_owned())));
        }
    }
    texts
}
