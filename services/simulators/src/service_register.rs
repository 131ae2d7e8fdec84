//! The national register of services (PTV), by its open API, version 11: as much of a service as is asked for.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Json, Router,
    extract::{RawQuery, Request, State},
    middleware::{Next, from_fn_with_state},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use url::form_urlencoded;
use uuid::Uuid;

use crate::{control::Fault, site::World};

/// The base address below the simulators' own.
pub(crate) const BASE: &str = "/service-register";
/// More is not answered at once.
const AT_ONCE: usize = 100;

/// A service of the register: its texts in Finnish, Swedish and English, and in Northern Sami where it has some.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RegisteredService {
    /// As the register calls it.
    pub id: Uuid,
    /// What it is called.
    pub name: Written,
    /// In a sentence.
    #[serde(default)]
    pub summary: Written,
    /// All of it.
    #[serde(default)]
    pub description: Written,
}

/// A text in the languages that it is written in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Written {
    /// In Finnish.
    pub fi: String,
    /// In Swedish.
    pub sv: String,
    /// In English.
    pub en: String,
    /// In Northern Sami.
    pub se: String,
}

impl Written {
    /// In Finnish, Swedish and English.
    pub fn of([fi, sv, en]: [&str; 3]) -> Self {
        Self { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned(), se: String::new() }
    }

    /// What is not written is left out, as the register does.
    fn items(&self, kind: &str) -> Vec<Value> {
        let said = [("fi", &self.fi), ("sv", &self.sv), ("en", &self.en), ("se", &self.se)];
        let written = said.into_iter().filter(|(_, text)| !text.is_empty());
        written.map(|(language, text)| json!({"language": language, "value": text, "type": kind})).collect()
    }
}

/// The ids of the services that are there from the beginning: wound care, and measuring blood pressure at home.
pub const WOUND_CARE: Uuid = Uuid::from_u128(0x6f1f_1d5e_7c0b_4d0a_9d7e_2b5d_9a3c_0001);
/// See [`WOUND_CARE`].
pub const HOME_MEASUREMENTS: Uuid = Uuid::from_u128(0x6f1f_1d5e_7c0b_4d0a_9d7e_2b5d_9a3c_0002);

/// What the register has.
pub(crate) struct ServiceRegisterState(Mutex<BTreeMap<Uuid, RegisteredService>>);

impl Default for ServiceRegisterState {
    fn default() -> Self {
        let wound_care = RegisteredService {
            id: WOUND_CARE,
            name: Written::of(["Haavanhoito", "Sårvård", "Wound care"]),
            summary: Written::of([
                "Pitkäaikaisten haavojen hoito ja ohjaus terveysasemalla",
                "Vård av långvariga sår och rådgivning på hälsostationen",
                "Care of chronic wounds and guidance at the health station",
            ]),
            description: Written::of([
                "Haavahoitaja arvioi haavan ja tekee hoitosuunnitelman.\n\n- Varaa aika terveysasemalta.",
                "Sårskötaren bedömer såret och gör upp en vårdplan.\n\n- Boka tid på hälsostationen.",
                "The wound care nurse assesses the wound and makes a care plan.\n\n- Book a time at the health station.",
            ]),
        };
        let home_measurements = RegisteredService {
            id: HOME_MEASUREMENTS,
            name: Written::of(["Verenpaineen kotimittaus", "Mätning av blodtrycket hemma", "Measuring blood pressure at home"]),
            summary: Written::of(["Mittari lainaksi terveysasemalta", "Låna en mätare på hälsostationen", "Borrow a meter at the health station"]),
            description: Written::of([
                "Mittaa aamulla ja illalla kaksi kertaa.",
                "Mät två gånger på morgonen och på kvällen.",
                "Measure twice in the morning and in the evening.",
            ]),
        };
        Self(Mutex::new([wound_care, home_measurements].into_iter().map(|service| (service.id, service)).collect()))
    }
}

impl ServiceRegisterState {
    /// The register has a service, or has it as follows from now on.
    pub(crate) fn put(&self, service: RegisteredService) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(service.id, service);
    }

    /// It is shown to nobody any more.
    pub(crate) fn withdraw(&self, id: Uuid) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    fn some(&self, ids: &[Uuid]) -> Vec<RegisteredService> {
        let services = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        ids.iter().filter_map(|id| services.get(id)).cloned().collect()
    }
}

pub(crate) fn routes(world: &Arc<World>) -> Router<Arc<World>> {
    Router::new().route(&format!("{BASE}/api/v11/Service/list"), get(list)).route_layer(from_fn_with_state(Arc::clone(world), at_the_door))
}

async fn at_the_door(State(world): State<Arc<World>>, request: Request, next: Next) -> Response {
    if world.control.is(Fault::ServiceRegisterSilent) {
        std::future::pending::<()>().await;
    }
    if world.control.is(Fault::ServiceRegisterFails) {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    if world.control.is(Fault::ServiceRegisterAnswersPage) {
        return Html("<!doctype html><html lang=\"fi\"><title>Huoltokatko</title><h1>Palvelussa on huoltokatko</h1></html>").into_response();
    }
    next.run(request).await
}

/// The services with these ids that are shown to everybody.
async fn list(State(world): State<Arc<World>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "guids").map(|(_, value)| value.into_owned());
    let guids: Option<Vec<_>> = asked.unwrap_or_default().split(',').map(|guid| Uuid::try_parse(guid).ok()).collect();
    let Some(guids) = guids.filter(|guids| guids.len() <= AT_ONCE) else {
        return (StatusCode::BAD_REQUEST, Json(json!({"guids": ["The guids are not valid."]}))).into_response();
    };
    let without_swedish = world.control.is(Fault::ServiceRegisterLacksSwedish);
    Json(world.service_register.some(&guids).into_iter().map(|service| shown(service, without_swedish)).collect::<Vec<_>>()).into_response()
}

fn shown(mut service: RegisteredService, without_swedish: bool) -> Value {
    if without_swedish {
        for text in [&mut service.name, &mut service.summary, &mut service.description] {
            text.sv.clear();
        }
    }
    let RegisteredService { id, name, summary, description } = service;
    let descriptions = [summary.items("Summary"), description.items("Description")].concat();
    json!({
        "id": id,
        "sourceId": null,
        "type": "Service",
        "serviceNames": name.items("Name"),
        "serviceDescriptions": descriptions,
        "publishingStatus": "Published",
    })
}
