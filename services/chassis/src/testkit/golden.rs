//! The golden corpus: one stream per aggregate with every event ever released, as its bytes were stored (`*.binpb`), what each of
//! them says (`events.txt`), and the state that they fold to (`state.txt`). A file that was released is never changed or removed; a new
//! event, or a new schema of one, adds a file.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::{self, Write},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use chassis_domain::{Aggregate, Blob, DomainEvent, Encoded, Opener, PersonId, RetentionClass, Sealer, Stored};

use super::fields::fields;

/// Set to `write`, files are written for what has none yet, and anew what the code makes of them.
const WRITE: &str = "KAJO_GOLDEN";

/// Beside the aggregates: fields that events gained in their schema before that was held here. It gets no new lines.
const GAINED: &str = "gained.txt";

/// Decodes and folds the stream of an aggregate below `folder` (`proto/golden/<service>`).
///
/// `samples` are in the order of a stream, one per event type at least. `source` is the code that names the event types:
/// each of them must have a file.
///
/// # Errors
/// When an event stores other fields than its schema was released with, when a file cannot be read any more or says something else
/// than when it was released, when the stream folds to another state, and when an event has no file.
pub fn golden<A: Aggregate + fmt::Debug>(folder: &Path, source: &str, samples: &[A::Event]) -> Result<()> {
    hold::<A>(folder, source, samples, env::var(WRITE).is_ok_and(|value| value == "write"))
}

pub(super) fn hold<A: Aggregate + fmt::Debug>(folder: &Path, source: &str, samples: &[A::Event], writing: bool) -> Result<()> {
    let gained = fs::read_to_string(folder.join(GAINED)).unwrap_or_default();
    let gained: Vec<_> = gained.lines().filter(|line| !line.starts_with('#')).collect();
    let folder = folder.join(A::CATEGORY);
    same_fields(&released(&folder)?, samples, &gained)?;
    if writing {
        add_missing(&folder, samples)?;
    }
    let released = released(&folder)?;
    let covered: BTreeSet<_> = released.iter().map(|(_, stored)| stored.event_type.clone()).collect();
    let named = event_types(source, A::CATEGORY);
    let missing: Vec<_> = named.difference(&covered).collect();
    ensure!(missing.is_empty(), "no golden file for {missing:?}: add a sample, then {WRITE}=write ./just test golden");
    for sample in samples {
        let (event_type, schema) = (sample.event_type(), sample.encode(&mut Plain).schema);
        let known = released.iter().any(|(_, stored)| stored.event_type == event_type.0 && stored.schema == schema);
        ensure!(known, "no golden file for {event_type} in schema {schema}: {WRITE}=write ./just test golden");
    }
    let (mut state, mut said) = (A::default(), String::new());
    for (path, stored) in &released {
        let event = A::Event::decode(stored, &Plain).with_context(|| format!("{} cannot be read any more", path.display()))?;
        // What is sealed is not shown: that it was read is seen by writing it again.
        let again = event.encode(&mut Plain);
        let is_whole = again.schema != stored.schema || fields(&again.payload) == fields(&stored.payload);
        ensure!(is_whole, "{} is not read whole: stored again it has other fields", path.display());
        state.evolve(&event);
        writeln!(said, "{}: {event:#?}", path.file_stem().unwrap_or_default().to_string_lossy())?;
    }
    as_released(&folder.join("events.txt"), &said, "says something else than when it was released", writing)?;
    as_released(&folder.join("state.txt"), &format!("{state:#?}\n"), "folds to another state than when it was released", writing)
}

/// Holds what the samples store against what was released under the same name and schema: files of that schema are read without the
/// fields that were added since, and whoever reads on with the build before does not know that there are any.
fn same_fields(released: &[(PathBuf, Stored)], samples: &[impl DomainEvent], gained: &[&str]) -> Result<()> {
    let mut stored: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for sample in samples {
        let Encoded { schema, payload } = sample.encode(&mut Plain);
        stored.entry((sample.event_type().0, schema)).or_default().extend(fields(&payload));
    }
    for ((event_type, schema), now) in stored {
        let files = released.iter().filter(|(_, file)| file.event_type == event_type && file.schema == schema);
        let Some(then) = files.map(|(_, file)| fields(&file.payload)).reduce(|one, other| &one | &other) else { continue };
        let list = |fields: BTreeSet<&String>| fields.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let (added, gone) =
            (list(now.difference(&then).filter(|field| !gained.contains(&field.as_str())).collect()), list(then.difference(&now).collect()));
        ensure!(
            added.is_empty(),
            "{event_type} was released in schema {schema} without the fields numbered {added}: raise its schema to {} where it is encoded \
             (`SCHEMA`, or `schema:` beside `encoded`), let decode read both, then {WRITE}=write ./just test golden",
            schema + 1
        );
        ensure!(
            gone.is_empty(),
            "{event_type} was released in schema {schema} with the fields numbered {gone}: fill them in its sample; if it stores them no \
             more, raise its schema to {}",
            schema + 1
        );
    }
    Ok(())
}

/// Holds what the code makes of the released files against what stands in a text.
fn as_released(path: &Path, now: &str, otherwise: &str, writing: bool) -> Result<()> {
    if writing {
        fs::write(path, now)?;
    }
    let then = fs::read_to_string(path).with_context(|| format!("{}: {WRITE}=write ./just test golden", path.display()))?;
    let Some((found, expected)) = now.lines().zip(then.lines().chain([""])).find(|(now, then)| now != then) else {
        ensure!(now == then, "{} {otherwise}: it ends earlier", path.display());
        return Ok(());
    };
    anyhow::bail!("{} {otherwise}: {:?} where {:?} stood\n{now}", path.display(), found.trim(), expected.trim())
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
