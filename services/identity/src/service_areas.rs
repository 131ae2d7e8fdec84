//! The service areas of the county, of which each resident has one. They come from a file of the county
//! (`KAJO_SERVICE_AREAS_FILE`, like `service_areas.json` beside this one), since they change with the map and not with the program.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
};

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::resident::ServiceAreaId;

/// The areas of the demo.
const DEMO: &str = include_str!("service_areas.json");

/// A service area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceArea {
    /// The same in all services.
    pub id: uuid::Uuid,
    /// By language; Finnish is there.
    pub name: HashMap<String, String>,
}

/// All of them, in the order in which they are offered.
#[derive(Clone, Debug)]
pub struct ServiceAreas(Vec<ServiceArea>);

impl ServiceAreas {
    /// Those of the county, or of the demo when no file is named.
    ///
    /// # Errors
    /// When the file cannot be read, or an area in it has no Finnish name or is there twice.
    pub fn read(file: Option<&Path>) -> anyhow::Result<Self> {
        let text = match file {
            Some(file) => std::fs::read_to_string(file).with_context(|| format!("the service areas in {}", file.display()))?,
            None => DEMO.to_owned(),
        };
        let areas: Vec<ServiceArea> = serde_json::from_str(&text).context("the service areas")?;
        ensure!(!areas.is_empty(), "there is no service area");
        ensure!(areas.iter().all(|area| area.name.contains_key("fi")), "a service area has no Finnish name");
        ensure!(areas.iter().map(|area| area.id).collect::<BTreeSet<_>>().len() == areas.len(), "a service area is there twice");
        Ok(Self(areas))
    }

    /// All of them.
    pub fn all(&self) -> &[ServiceArea] {
        &self.0
    }

    /// All that they are called, by id: what a search may find them by.
    pub fn words(&self) -> BTreeMap<uuid::Uuid, String> {
        self.0.iter().map(|area| (area.id, area.name.values().map(String::as_str).collect::<Vec<_>>().join(" "))).collect()
    }

    /// What it is called, by language; `None`: the county has no such area.
    pub fn names(&self, id: ServiceAreaId) -> Option<&HashMap<String, String>> {
        self.0.iter().find(|area| area.id == id.uuid()).map(|area| &area.name)
    }

    /// Whether it is one of them.
    pub fn has(&self, id: ServiceAreaId) -> bool {
        self.names(id).is_some()
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::demo_id;

    use super::*;
    use crate::resident::service_area_of;

    #[test]
    fn the_demo_has_the_areas_that_messages_are_sent_in() {
        let areas = ServiceAreas::read(None).expect("areas");
        for key in ["lehtola", "niittyranta", "tunturi"] {
            assert!(areas.has(ServiceAreaId::from_uuid(demo_id("service-area", key))), "{key} is {}", demo_id("service-area", key));
        }
        // What was kept by the name of a municipality before there were ids is the same area.
        for stored in ["Lehtola", " niittyranta ", "TUNTURI", "122dd313-97a7-522b-bb90-0a17e2de56c1"] {
            assert!(service_area_of(stored).is_some_and(|area| areas.has(area)), "{stored}");
        }
        assert_eq!(service_area_of(" "), None);
        assert!(service_area_of("Kaukola").is_some_and(|area| !areas.has(area)), "known to have been told, and none of the county's");
        assert!(areas.all().iter().all(|area| area.name.len() == 6), "named in six languages");
    }
}
