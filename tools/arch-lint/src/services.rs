//! Which services own data: every folder below `services/` whose front page puts a service together. Found by looking, so that a new one is
//! checked from its first day on.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::Result;

/// The folders of services, and all other folders of crates beside them.
pub(crate) struct Services {
    /// Those that own data.
    pub(crate) owners: BTreeSet<String>,
    /// Every crate below `services/`.
    pub(crate) crates: BTreeSet<String>,
}

impl Services {
    pub(crate) fn find(root: &Path) -> Result<Self> {
        let (mut owners, mut crates) = (BTreeSet::new(), BTreeSet::new());
        for entry in fs::read_dir(root.join("services"))? {
            let folder = entry?.path();
            let Some(name) = folder.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
            if !folder.join("Cargo.toml").is_file() {
                continue;
            }
            if fs::read_to_string(folder.join("src/lib.rs")).is_ok_and(|page| is_front_page(&page)) {
                owners.insert(name.clone());
            }
            crates.insert(name);
        }
        Ok(Self { owners, crates })
    }
}

fn is_front_page(page: &str) -> bool {
    page.lines().any(|line| line.trim_start().starts_with("Service::new("))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_puts_a_service_together_makes_its_folder_one() {
        assert!(is_front_page("/// The service.\npub fn service() -> Service {\n    Service::new(\"survey\", &MIGRATOR)\n}"));
        assert!(!is_front_page("//! Calls `Service::new(..)` elsewhere.\npub fn library() {}"));
    }

    #[test]
    fn the_services_of_this_checkout_are_found() -> Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let found = Services::find(&root)?;
        assert!(["conversations", "identity"].iter().all(|name| found.owners.contains(*name)), "{:?}", found.owners);
        assert!(["chassis", "chassis-domain", "gateway", "platform", "simulators"].iter().all(|name| !found.owners.contains(*name)));
        Ok(())
    }
}
