//! Writes the pages that follow from the contract: `docs/events.md` (what integrators may subscribe to) and
//! `docs/rpcs.md` (who may call what). With `--check` it writes nothing and fails when a page is out of date.

use std::{env, fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use prost_reflect::DescriptorPool;

mod comments;
mod events;
mod rpcs;

fn main() -> Result<()> {
    let check = env::args().any(|argument| argument == "--check");
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pool = DescriptorPool::decode(kajo_proto::DESCRIPTORS)?;
    for (name, page) in [("events.md", events::page(&pool)?), ("rpcs.md", rpcs::page(&pool)?)] {
        let path = docs.join(name);
        if check {
            let found = fs::read_to_string(&path).with_context(|| format!("docs/{name} is missing: run `./just catalogue`"))?;
            if found != page {
                bail!("docs/{name} does not follow from the contract any more: run `./just catalogue`");
            }
        } else {
            fs::write(&path, page)?;
        }
    }
    Ok(())
}
