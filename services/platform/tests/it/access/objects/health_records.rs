//! Laboratory results and prescriptions, as an integrator sends them. Nobody else changes them.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{OTHER, Objects, Relation, marker, ssn};
use crate::health_records::{bundle, lab_result, let_in, prescription, records, send_bundle, sends_records};

impl Objects {
    /// What the integrator shows that sends them all.
    pub(super) async fn sender(&mut self) -> String {
        let name = self.fresh_name();
        let_in(&self.administrator, sends_records(&name)).await.secret
    }

    pub(super) async fn lab_result(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let sent = lab_result(ssn(whose), &self.identifier(), "134", &marker(whose));
        self.arrived(sent).await
    }

    pub(super) async fn prescription(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let sent = prescription(ssn(whose), &self.identifier(), &marker(whose));
        self.arrived(sent).await
    }

    /// That no other resource has.
    fn identifier(&self) -> String {
        format!("tulos-{}", self.made)
    }

    /// The id that a resource has here.
    async fn arrived(&mut self, resource: Value) -> String {
        let secret = Box::pin(self.id("sender", OTHER, Relation::There)).await;
        let [_, practitioners] = &self.apps;
        let (_, answer) = send_bundle(&practitioners.url, &secret, &bundle(&[resource])).await;
        records(&answer).remove(0)
    }

    /// SHA-256 of what the integrator shows; of one that is missing, as good as any.
    pub(crate) fn secret_digest(&self, about: &'static str, relation: Relation) -> Vec<u8> {
        let secret = self.kept.get(&("integrator_secret", about, relation)).map(String::as_str).unwrap_or_default();
        Sha256::digest(secret).to_vec()
    }
}
