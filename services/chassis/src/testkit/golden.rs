//! The golden corpus: one stream per aggregate with every event ever released, as its bytes were stored, and the state it
//! folds to. A file that was released is never changed or removed; a new event, or a new schema of one, adds a file.

use std::{
    collections::BTreeSet,
    env, fmt, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use chassis_domain::{Aggregate, Blob, DomainEvent, Opener, PersonId, RetentionClass, Sealer, Stored};

/// Set to `write`, files are written for what has none yet, and the states anew.
const WRITE: &str = "KAJO_GOLDEN";

/// Decodes and folds the stream of an aggregate below `folder` (`proto/golden/<service>`).
///
/// `samples` are in the order of a stream, one per event type at least. `source` is the code that names the event types:
/// each of them must have a file.
///
/// # Errors
/// When a file cannot be read any more, when the stream folds to another state than it did when it was released, and when
/// an event has no file.
pub fn golden<A: Aggregate + fmt::Debug>(folder: &Path, source: &str, samples: &[A::Event]) -> Result<()> {
    let folder = folder.join(A::CATEGORY);
    let writing = env::var(WRITE).is_ok_and(|value| value == "write");
    if writing {
        add_missing(&folder, samples)?;
    }
    let released = released(&folder)?;
    let covered: BTreeSet<_> = released.iter().map(|(_, stored)| stored.event_type.clone()).collect();
    let named = event_types(source, A::CATEGORY);
    let missing: Vec<_> = named.difference(&covered).collect();
    ensure!(missing.is_empty(), "no golden file for {missing:?}: add a sample, then {WRITE}=write ./just test rust");
    for sample in samples {
        let (event_type, schema) = (sample.event_type(), sample.encode(&mut Plain).schema);
        let known = released.iter().any(|(_, stored)| stored.event_type == event_type.0 && stored.schema == schema);
        ensure!(known, "no golden file for {event_type} in schema {schema}: {WRITE}=write ./just test rust");
    }
    let mut state = A::default();
    for (path, stored) in &released {
        state.evolve(&A::Event::decode(stored, &Plain).with_context(|| format!("{} cannot be read any more", path.display()))?);
    }
    let (kept, now) = (folder.join("state.txt"), format!("{state:#?}\n"));
    if writing {
        fs::write(&kept, &now)?;
    }
    let then = fs::read_to_string(&kept).with_context(|| kept.display().to_string())?;
    ensure!(now == then, "{} folds to another state than when it was released:\n{now}", folder.display());
    Ok(())
}

/// The files in the order of the stream, as what the store would hand out.
fn released(folder: &Path) -> Result<Vec<(PathBuf, Stored)>> {
    let mut paths = Vec::new();
    if folder.exists() {
        for file in fs::read_dir(folder)? {
            paths.push(file?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "binpb"));
    paths.sort();
    paths.into_iter().map(|path| Ok((path.clone(), stored(&path)?))).collect()
}

/// `<number>-<event type>@<schema>.binpb`.
fn stored(path: &Path) -> Result<Stored> {
    let name = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.split_once('-')).map(|(_, name)| name);
    let (event_type, schema) = name.and_then(|name| name.rsplit_once('@')).with_context(|| format!("{} has no such name", path.display()))?;
    Ok(Stored { event_type: event_type.to_owned(), schema: schema.parse()?, payload: fs::read(path)? })
}

fn add_missing(folder: &Path, samples: &[impl DomainEvent]) -> Result<()> {
    fs::create_dir_all(folder)?;
    for sample in samples {
        let (event_type, encoded) = (sample.event_type(), sample.encode(&mut Plain));
        let released = released(folder)?;
        if !released.iter().any(|(_, stored)| stored.event_type == event_type.0 && stored.schema == encoded.schema) {
            let name = format!("{:02}-{event_type}@{}.binpb", released.len() + 1, encoded.schema);
            fs::write(folder.join(name), encoded.payload)?;
        }
    }
    Ok(())
}

/// Names of event types that stand as texts in the code.
fn event_types(source: &str, category: &str) -> BTreeSet<String> {
    let prefix = format!("{category}.");
    source.split('"').filter(|text| text.strip_prefix(&prefix).is_some_and(is_name)).map(str::to_owned).collect()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

/// Seals nothing: the corpus holds no person's data.
pub(super) struct Plain;

impl Sealer for Plain {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        Blob { subject, class, nonce: vec![0; 12], ciphertext: plain.to_vec() }
    }
}

impl Opener for Plain {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        Some(blob.ciphertext.clone())
    }
}
