//! What the admin panels of content, conversations, identity and scheduling keep, one of each.

use chassis_domain::demo_id;
use identity::demo::{role_id, service_area_id};
use kajo_proto::{
    common::v1::Translated,
    content::v1::{
        ContentIntegrationDetails, DocumentDetails, DocumentKind, DocumentLanguage, GetDocumentRequest, GetDocumentResponse,
        GetNotificationTemplateRequest, GetNotificationTemplateResponse, GetServiceContentRequest, GetServiceContentResponse, LanguageVersion,
        ListDocumentsRequest, ListDocumentsResponse, ListNotificationTemplatesRequest, ListNotificationTemplatesResponse, NotificationKind,
        NotificationTemplateDetails, NotificationWords, PublishDocumentRequest, PublishDocumentResponse, PublishNotificationTemplateRequest,
        PublishNotificationTemplateResponse, PublishServiceContentRequest, PublishServiceContentResponse, SaveContentIntegrationRequest,
        SaveContentIntegrationResponse, SaveServiceCategoryRequest, SaveServiceCategoryResponse, SaveServiceRequest, SaveServiceResponse,
        ServiceCategoryDetails, ServiceContentDetails, ServiceDetails,
    },
    conversations::v1::{CategoryDetails, SaveCategoryRequest, SaveCategoryResponse},
    identity::v1::{
        CareTeamDetails, IntegratorDetails, LocationDetails, RoleGroupDetails, SaveCareTeamRequest, SaveCareTeamResponse, SaveLocationRequest,
        SaveLocationResponse, SaveRoleGroupRequest, SaveRoleGroupResponse,
    },
    scheduling::v1::{
        AppointmentSearchDetails, BookingRoleDetails, CivilHours, ExceptionalDay, SaveAppointmentSearchRequest, SaveAppointmentSearchResponse,
        SaveBookingRoleRequest, SaveBookingRoleResponse, SaveScheduleRequest, SaveScheduleResponse, ScheduleDetails, WeeklyHours,
    },
};

use super::{Objects, Relation};
use crate::health_records::{let_in, sends_records};

impl Objects {
    /// An integrator with every field, and the secret that it shows, which is kept beside it.
    pub(super) async fn integrator(&mut self, about: &'static str, relation: Relation) -> String {
        let details = IntegratorDetails {
            contact: "tuki@laboratorio.example".to_owned(),
            valid_until: "2039-12-31".to_owned(),
            ..sends_records(&self.fresh_name())
        };
        let integrator = let_in(&self.administrator, details).await;
        self.kept.insert(("integrator_secret", about, relation), integrator.secret);
        integrator.integrator_id
    }

    pub(super) async fn location(&mut self) -> String {
        let details = LocationDetails { name: self.fresh_name(), municipality: service_area_id("lehtola").to_string(), ..LocationDetails::default() };
        let asked = SaveLocationRequest { details: Some(details), ..SaveLocationRequest::default() };
        let saved: SaveLocationResponse = self.administrator.call("/kajo.identity.v1.LocationService/SaveLocation", &asked).await.unwrap();
        saved.location_id
    }

    pub(super) async fn role_group(&mut self) -> String {
        let (name, directory_group) = (self.fresh_name(), self.fresh_name());
        let details = RoleGroupDetails { name, directory_group, role_id: role_id("nurse").to_string() };
        let asked = SaveRoleGroupRequest { details: Some(details), ..SaveRoleGroupRequest::default() };
        let saved: SaveRoleGroupResponse = self.administrator.call("/kajo.identity.v1.RoleGroupService/SaveRoleGroup", &asked).await.unwrap();
        saved.role_group_id
    }

    pub(super) async fn care_team(&mut self) -> String {
        let details = CareTeamDetails {
            name: self.fresh_name(),
            service_area_id: service_area_id("lehtola").to_string(),
            enabled: true,
            ..CareTeamDetails::default()
        };
        let asked = SaveCareTeamRequest { details: Some(details), ..SaveCareTeamRequest::default() };
        let saved: SaveCareTeamResponse = self.administrator.call("/kajo.identity.v1.CareTeamService/SaveCareTeam", &asked).await.unwrap();
        saved.care_team_id
    }

    pub(super) async fn service_category(&mut self) -> String {
        let [fi, sv, en] = [self.fresh_name(), self.fresh_name(), self.fresh_name()];
        let details = ServiceCategoryDetails { name: Some(Translated { fi, sv, en }), matter: 1, ..ServiceCategoryDetails::default() };
        let asked = SaveServiceCategoryRequest { details: Some(details), ..SaveServiceCategoryRequest::default() };
        let path = "/kajo.content.v1.ServiceCategoryService/SaveServiceCategory";
        let saved: SaveServiceCategoryResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.service_category_id
    }

    /// A role of bookings that nothing names.
    pub(super) async fn booking_role(&mut self) -> String {
        let [fi, sv, en] = [self.fresh_name(), self.fresh_name(), self.fresh_name()];
        let details = BookingRoleDetails { name: Some(Translated { fi, sv, en }) };
        let asked = SaveBookingRoleRequest { details: Some(details), ..SaveBookingRoleRequest::default() };
        let path = "/kajo.scheduling.v1.BookingRoleService/SaveBookingRole";
        let saved: SaveBookingRoleResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.booking_role_id
    }

    /// A schedule with every field, that no search shows.
    pub(super) async fn schedule(&mut self) -> String {
        let hours = || CivilHours { from: "08:00".to_owned(), until: "11:00".to_owned() };
        let details = ScheduleDetails {
            name: self.fresh_name(),
            practitioner_id: demo_id("person", "liisa").to_string(),
            location_id: demo_id("location", "lehtola").to_string(),
            service_ids: vec![demo_id("service", "nurse-appointment").to_string()],
            appointment_type: 2,
            weekly: vec![WeeklyHours { weekday: 1, hours: Some(hours()) }],
            slot_minutes: 30,
            valid_from: "2026-01-01".to_owned(),
            valid_until: "2026-01-31".to_owned(),
            exceptions: vec![ExceptionalDay { date: "2026-01-06".to_owned(), hours: vec![hours()] }],
        };
        let asked = SaveScheduleRequest { details: Some(details), ..SaveScheduleRequest::default() };
        let saved: SaveScheduleResponse = self.administrator.call("/kajo.scheduling.v1.ScheduleService/SaveSchedule", &asked).await.unwrap();
        saved.schedule_id
    }

    /// A search of another system, whose parameters nobody else has.
    pub(super) async fn appointment_search(&mut self) -> String {
        let details = AppointmentSearchDetails {
            administrative_name: self.fresh_name(),
            system: 5,
            booking_role_id: demo_id("booking-role", "nurse").to_string(),
            service_id: demo_id("service", "nurse-appointment").to_string(),
            vihta_service_ids: vec![self.fresh_name()],
            duration_minutes: Some(30),
            cancelable_source: 1,
            reschedulable_source: 2,
            late_cancel_hours: Some(24),
            real_appointment: true,
            ..AppointmentSearchDetails::default()
        };
        let asked = SaveAppointmentSearchRequest { details: Some(details), ..SaveAppointmentSearchRequest::default() };
        let path = "/kajo.scheduling.v1.AppointmentSearchService/SaveAppointmentSearch";
        let saved: SaveAppointmentSearchResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.appointment_search_id
    }

    /// A content that was published twice.
    pub(super) async fn service_content(&mut self) -> String {
        let path = "/kajo.content.v1.ServiceContentService/PublishServiceContent";
        let version = || Some(LanguageVersion { title: "Otsikko".to_owned(), text: "Teksti".to_owned(), stale: false });
        let details = ServiceContentDetails {
            name: self.fresh_name(),
            r#type: 1,
            fi: version(),
            sv: version(),
            en: version(),
            sme: version(),
            ..ServiceContentDetails::default()
        };
        let first = PublishServiceContentRequest { details: Some(details.clone()), ..PublishServiceContentRequest::default() };
        let published: PublishServiceContentResponse = self.administrator.call(path, &first).await.unwrap();
        let service_content_id = published.service_content_id;
        let get = GetServiceContentRequest { service_content_id: service_content_id.clone() };
        let kept: GetServiceContentResponse =
            self.administrator.call("/kajo.content.v1.ServiceContentService/GetServiceContent", &get).await.unwrap();
        let second = PublishServiceContentRequest {
            service_content_id: service_content_id.clone(),
            details: Some(ServiceContentDetails { name: self.fresh_name(), ..details }),
            fields: vec!["name".to_owned()],
            version: kept.service_content.unwrap().version,
        };
        let _: PublishServiceContentResponse = self.administrator.call(path, &second).await.unwrap();
        service_content_id
    }

    /// The words of the start page, which are there before anybody writes them: published twice, so that the first version is not in force.
    pub(super) async fn document(&mut self) -> String {
        let service = "/kajo.content.v1.DocumentService";
        let listed: ListDocumentsResponse = self.administrator.call(&format!("{service}/ListDocuments"), &ListDocumentsRequest {}).await.unwrap();
        let found = listed.documents.into_iter().find(|document| document.kind() == DocumentKind::LandingPage);
        let document_id = found.unwrap().document_id;
        for _ in 0..2 {
            let get = GetDocumentRequest { document_id: document_id.clone() };
            let kept: GetDocumentResponse = self.administrator.call(&format!("{service}/GetDocument"), &get).await.unwrap();
            let written = DocumentLanguage { title: self.fresh_name(), text: "Teksti".to_owned(), ..DocumentLanguage::default() };
            let words = || Some(written.clone());
            let details = DocumentDetails { fi: words(), sv: words(), en: words(), sme: words(), ..DocumentDetails::default() };
            let asked = PublishDocumentRequest {
                document_id: document_id.clone(),
                details: Some(details),
                fields: ["fi", "sv", "en", "sme"].map(str::to_owned).to_vec(),
                version: kept.document.unwrap().version,
            };
            let _: PublishDocumentResponse = self.administrator.call(&format!("{service}/PublishDocument"), &asked).await.unwrap();
        }
        document_id
    }

    /// What is told a day before an appointment, for which words stand in before anybody writes some: published twice, so that the first version
    /// is not in force.
    pub(super) async fn notification_template(&mut self) -> String {
        let service = "/kajo.content.v1.NotificationTemplateService";
        let list = format!("{service}/ListNotificationTemplates");
        let listed: ListNotificationTemplatesResponse = self.administrator.call(&list, &ListNotificationTemplatesRequest {}).await.unwrap();
        let found = listed.notification_templates.into_iter().find(|template| template.kind() == NotificationKind::AppointmentReminder);
        let notification_template_id = found.unwrap().notification_template_id;
        for _ in 0..2 {
            let get = GetNotificationTemplateRequest { notification_template_id: notification_template_id.clone() };
            let kept: GetNotificationTemplateResponse = self.administrator.call(&format!("{service}/GetNotificationTemplate"), &get).await.unwrap();
            let text = || "{time} {link}".to_owned();
            let written = NotificationWords { subject: self.fresh_name(), email: text(), sms: text(), push: "{time}".to_owned(), stale: false };
            let words = || Some(written.clone());
            let details =
                NotificationTemplateDetails { fi: words(), sv: words(), en: words(), sme: words(), ..NotificationTemplateDetails::default() };
            let asked = PublishNotificationTemplateRequest {
                notification_template_id: notification_template_id.clone(),
                details: Some(details),
                fields: ["fi", "sv", "en", "sme"].map(str::to_owned).to_vec(),
                version: kept.notification_template.unwrap().version,
            };
            let _: PublishNotificationTemplateResponse =
                self.administrator.call(&format!("{service}/PublishNotificationTemplate"), &asked).await.unwrap();
        }
        notification_template_id
    }

    /// A service with every field: who sees what of it is seen in the sets of fields.
    pub(super) async fn service(&mut self) -> String {
        let [fi, sv, en] = [self.fresh_name(), self.fresh_name(), self.fresh_name()];
        let text = Some(Translated { fi, sv, en });
        let content = demo_id("service-content", "blood-test").to_string();
        let details = ServiceDetails {
            name: text.clone(),
            description: text.clone(),
            preparation_instructions: text.clone(),
            administrative_name: "Sisäinen".to_owned(),
            service_category_id: demo_id("service-category", "dental-care").to_string(),
            service_area_id: service_area_id("lehtola").to_string(),
            age_min: Some(1),
            age_max: Some(2),
            sex: 2,
            availability: 2,
            role_ids: vec![role_id("nurse").to_string()],
            content_ids: vec![content],
            default_appointment_name: text.clone(),
            default_role_name: text,
            fetch_interval_minutes: Some(60),
        };
        let asked = SaveServiceRequest { details: Some(details), ..SaveServiceRequest::default() };
        let saved: SaveServiceResponse = self.administrator.call("/kajo.content.v1.ServiceService/SaveService", &asked).await.unwrap();
        saved.service_id
    }

    /// An integration that fills a service of its own, whose words wait.
    pub(super) async fn content_integration(&mut self) -> String {
        let details = ContentIntegrationDetails {
            name: self.fresh_name(),
            target: 1,
            service_id: self.service().await,
            source: 1,
            source_id: simulators::service_register::WOUND_CARE.to_string(),
            interval_hours: 24,
            mode: 1,
            ..ContentIntegrationDetails::default()
        };
        let asked = SaveContentIntegrationRequest { details: Some(details), ..SaveContentIntegrationRequest::default() };
        let path = "/kajo.content.v1.ContentIntegrationService/SaveContentIntegration";
        let saved: SaveContentIntegrationResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.content_integration_id
    }

    /// A category of the inbox that nobody writes to.
    pub(super) async fn category(&mut self) -> String {
        let [fi, sv, en] = [self.fresh_name(), self.fresh_name(), self.fresh_name()];
        let details = CategoryDetails {
            name: Some(Translated { fi, sv, en }),
            matter: 1,
            service_area_ids: vec![service_area_id("lehtola").to_string()],
            ..CategoryDetails::default()
        };
        let asked = SaveCategoryRequest { module: 1, details: Some(details), ..SaveCategoryRequest::default() };
        let path = "/kajo.conversations.v1.CategoryAdminService/SaveCategory";
        let saved: SaveCategoryResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.category_id
    }
}
