//! In which relations to the caller the thing can stand that a method is about.

use kajo_proto::methods::Method;

use super::{objects::Relation, requests::Contract};

impl Contract {
    /// The relations in which a method's object can stand.
    pub(crate) fn relations(&self, method: &Method) -> &'static [Relation] {
        use Relation::{Anonymous, Consultation, Ended, Handled, Hidden, Missing, None, OnBehalf, Others, Protected, Social, There};
        let input = self.input(method);
        if input.get_field_by_name("ssn").is_some() {
            return &[There, Protected, Missing];
        }
        if method.name == "StartConversation" {
            return &[There, Social, Missing];
        }
        if method.name == "EndMySession" {
            return &[There, Others, Missing];
        }
        if method.name == "AcknowledgeLookupAlert" {
            return &[Missing];
        }
        let is_of_public_form = matches!(method.name, "FindForm" | "GetPublicForm" | "SendPublicForm");
        if method.service.ends_with("MeetingService") || method.name == "AdmitForm" || is_of_public_form {
            return &[There, Missing];
        }
        if method.service.ends_with(".FormService") && method.name != "GetMyForm" {
            return &[There, Social, Missing];
        }
        // Whom the gateway has admitted is not asked for a second time.
        if method.name == "Ingest" {
            return &[None];
        }
        let first = input.fields().find_map(|field| self.id_of(&field));
        match first.as_deref() {
            Some("conversation") => &[There, Handled, Ended, Consultation, Hidden, Social, Others, Missing],
            Some("chat") => &[There, Handled, Ended, Others, OnBehalf, Missing],
            Some("call") => &[Handled, Ended, Others, OnBehalf, Missing],
            Some("customer_task") => &[Hidden, Others, Missing],
            Some("recommendation" | "health_record" | "path_execution" | "push_device") => &[There, Others, Missing],
            Some("appointment") => &[There, Hidden, Others, Missing],
            Some("attachment") => &[There, Handled, Others, Missing],
            Some("survey_activation" | "patient_content") => &[There, Hidden, Social, Others, Missing],
            Some("form_response") => &[There, Hidden, Social, Others, Anonymous, Missing],
            Some(
                "patient"
                | "appointment_search"
                | "booking_role"
                | "content_integration"
                | "integrator"
                | "location"
                | "role_group"
                | "care_team"
                | "service_category"
                | "service"
                | "service_content"
                | "document"
                | "notification_template"
                | "category"
                | "service_area"
                | "role"
                | "schedule"
                | "chat_queue"
                | "survey"
                | "path"
                | "path_category",
            ) => &[There, Missing],
            _ => &[None],
        }
    }
}
