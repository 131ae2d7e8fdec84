//! Contents that professionals give to residents.

use kajo_proto::{
    common::v1::Matter,
    content::v1::{ActivateContentRequest, ActivateContentResponse, ShowMyContentToGuardiansRequest, ShowMyContentToGuardiansResponse},
};

use super::{OTHER, Objects, Relation};
use crate::browser::{Browser, code_and_reason};

impl Objects {
    /// One that nobody has read; a teenager has shown it to guardians, unless it is to be hidden from them.
    pub(super) async fn patient_content(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let matter = if relation == Relation::Social { Matter::Social } else { Matter::Health };
        let asked = ActivateContentRequest {
            service_content_id: Box::pin(self.id("service_content", OTHER, Relation::There)).await,
            patient_id: Box::pin(self.id("patient", whose, Relation::There)).await,
            matter: matter.into(),
            again: true,
        };
        let given: ActivateContentResponse = self.nurse.call("/kajo.content.v1.PatientContentService/ActivateContent", &asked).await.unwrap();
        if whose == "venla" && relation != Relation::Hidden {
            show_to_guardians(&self.residents[whose], &given.patient_content_id).await;
        }
        given.patient_content_id
    }
}

/// A resident of 12 to 17 lets guardians see it; who is older has nothing to show.
async fn show_to_guardians(resident: &Browser, patient_content_id: &str) {
    let asked = ShowMyContentToGuardiansRequest { patient_content_id: patient_content_id.to_owned(), visible: true };
    let path = "/kajo.content.v1.MyContentService/ShowMyContentToGuardians";
    let reason = resident.call::<ShowMyContentToGuardiansResponse>(path, &asked).await.err().map(|status| code_and_reason(&status));
    assert!(matches!(reason.as_deref(), None | Some("PermissionDenied/not_the_teenager")), "{reason:?}");
}
