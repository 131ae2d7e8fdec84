//! What ought to be, said a second time and in another way: one page of rules that must agree with every cell of the matrix.
//! Nothing here is taken from what the services or the contract declare.

mod chats;
mod contents;
mod paths;
mod rights;
mod surveys;

use self::chats::{is_nurse_of_lehtola, sees_call, sees_chat, works_through_chat_queue};
pub(crate) use self::rights::allowed;
use super::objects::Relation;

/// What ought to become of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Say {
    /// Who calls is not known.
    DenyAuth,
    /// Who calls may not.
    DenyPerm,
    /// There is no such thing, or not for this caller.
    Hide,
    /// The gateway leads nobody there.
    NoDoor,
    /// The right is there; what was asked for may still be refused by a rule of the domain.
    Open,
}

impl Say {
    /// Of a cell.
    pub(crate) fn of(outcome: &str) -> Self {
        match outcome.split(':').next().unwrap_or_default() {
            "DENY_AUTH" => Self::DenyAuth,
            "DENY_PERM" => Self::DenyPerm,
            "HIDE" => Self::Hide,
            "NO_DOOR" => Self::NoDoor,
            _ => Self::Open,
        }
    }
}

/// Kinds of people and programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Nobody,
    /// Not signed in, and known again: whom a method does not know as such is nobody to it.
    Visitor,
    Resident,
    Entering,
    Identified,
    Choosing,
    Practitioner,
    Responsible,
    Administrator,
    Gateway,
    Service,
}
use Who::{Administrator, Choosing, Entering, Gateway, Identified, Nobody, Practitioner, Resident, Responsible, Visitor};

/// What a person does in their own name alone (IDN-07: acting on behalf reaches the represented person's matters, and not
/// their account).
const IN_OWN_NAME: &[&str] = &[
    "AccessLogService/",
    "MessageAccessService/",
    "AppointmentAccessService/",
    "AccountService/",
    "DeletionService/",
    "OwnSessionService/",
    "ProfileService/GetMyProfile",
    "ProfileService/Save",
    "ProfileService/ChooseMyCareTeam",
    "ProfileService/SendContactCode",
    "ProfileService/ConfirmContactCode",
    "PushService/",
    "TermsService/AcceptTerms",
];

/// Who stands behind the name of a column.
fn who(caller: &str) -> Option<Who> {
    Some(match caller {
        "nobody" => Nobody,
        "visitor" => Visitor,
        "resident: onboarding not finished" => Entering,
        "resident: identified abroad" | "resident: under non-disclosure" => Identified,
        "practitioner: no role"
        | "practitioner: no location"
        | "practitioner: neither"
        | "practitioner: has not chosen"
        | "practitioner: without groups" => Choosing,
        "responsible user: has opened the patient" | "responsible user: has not chosen" => Responsible,
        "administrator" | "administrator: at work" => Administrator,
        "service: the gateway" => Gateway,
        "service: another service" => Who::Service,
        other if other.starts_with("resident") => Resident,
        other if other.starts_with("practitioner") => Practitioner,
        _ => return None,
    })
}

/// Whether the column is a professional in a role at a location.
pub(crate) fn works(caller: &str) -> bool {
    let is_above = matches!(caller, "responsible user: has opened the patient" | "administrator: at work");
    is_above || who(caller) == Some(Practitioner)
}

/// What ought to become of a call.
pub(crate) fn says(method: &str, caller: &str, relation: Relation) -> Say {
    match caller {
        "session: without the header" | "session: from a foreign origin" => return Say::DenyPerm,
        "service: unsigned" | "service: signed by another key" => return Say::DenyAuth,
        _ => {}
    }
    let no_door = [
        ".SessionService/",
        "OnBehalfService/",
        "UploadAttachment",
        "PatientReachService/GetReach",
        "NameRepresentatives",
        "StandingService/",
        "QueueDirectoryService/",
        "FormDirectoryService/",
        "BookingDirectoryService/",
        "ContactCardService/",
        "ContactPointService/",
        "ServiceAdmissionService/",
        "ChatAttachmentService/",
        "AppointmentCallService/",
        "AssessmentFormService/",
        "FhirService/",
        "IntegratorAdmissionService/",
        "PersonIndexService/",
        "PathActionService/",
        "LinkRiskService/",
    ]
    .iter()
    .any(|name| method.contains(name));
    if no_door && !caller.starts_with("service") {
        return Say::NoDoor;
    }
    let callers = allowed(method).unwrap_or_default();
    // Whose session is none is nobody.
    let who = who(caller).filter(|who| *who != Visitor || callers.contains(&Visitor)).unwrap_or(Nobody);
    if !(callers.contains(&who) || works(caller) && callers.contains(&Practitioner)) {
        return if who == Nobody { Say::DenyAuth } else { Say::DenyPerm };
    }
    // Whose mandate is gone acts for nobody from then on; a stream of their own is their own.
    if caller.ends_with("mandate withdrawn") && !method.contains("LiveService") {
        return Say::DenyPerm;
    }
    if caller.starts_with("resident for another") && IN_OWN_NAME.iter().any(|name| method.contains(name)) {
        return Say::DenyPerm;
    }
    object(method, caller, who, relation)
}

fn object(method: &str, caller: &str, who: Who, relation: Relation) -> Say {
    let shown = |is_shown: bool| if is_shown { Say::Open } else { Say::Hide };
    let (service, name) = method.rsplit('.').next().and_then(|rest| rest.split_once('/')).unwrap_or_default();
    match (service, name) {
        ("ConversationService", "StartConversation") => match (caller, relation) {
            ("resident for another: health", Relation::Social) | ("resident for another: social", Relation::There) => Say::DenyPerm,
            _ => Say::Open,
        },
        ("ConversationService", "ListMyConversations") | ("TaskService", "ListTasks" | "CountTasks") => Say::Open,
        ("PatientReachService", "GetReach") => shown(relation == Relation::There),
        ("PatientService", "LookUpPatient") => shown(relation == Relation::There),
        ("PatientService", "AddPatient") => Say::Open,
        ("AccessLogService" | "MessageAccessService", _) if who == Responsible && !works(caller) => Say::DenyPerm,
        ("AccessLogService", "NameAccessors" | "NameRepresentatives") => Say::Open,
        ("AccessLogService" | "MessageAccessService", own) if own.contains("My") => Say::Open,
        // The entry that is named is one about somebody else.
        ("MessageAccessService", "WithholdMessageAccess" | "ShowMessageAccess") if relation == Relation::Others => Say::Hide,
        ("MessageAccessService", _) => shown(sees_conversation(caller, relation)),
        ("AccessLogService", _) => shown(relation == Relation::There),
        // Whoever administers sees who may see a conversation, and nothing of it.
        ("AccessExplanationService", "ExplainConversation") => shown(relation != Relation::Missing),
        ("LookupAlertService", "AcknowledgeLookupAlert") => Say::Hide,
        // Whom one has come upon in one's work is opened by id, as by code.
        ("PatientService", "OpenPatient") => shown(relation == Relation::There),
        ("PatientService" | "PatientReachService", _)
        | ("ConversationService", "StartPatientConversation")
        | ("TaskService", "ListPatientConversations" | "RequestPatientConsultation") => {
            shown(relation == Relation::There && caller.ends_with("has opened the patient"))
        }
        ("CustomerTaskService", "ListMyCustomerTasks" | "ListTaskQueues") => Say::Open,
        ("CustomerTaskService", "ActivateCustomerTask" | "ListCustomerTasksOfPatient") => {
            shown(relation == Relation::There && caller.ends_with("has opened the patient"))
        }
        // What guardians see is the young person's to say, for nobody else.
        ("BookingService", "ShowAppointmentToGuardians") if sees_conversation(caller, relation) && caller != "resident: teenager" => Say::DenyPerm,
        // An appointment is about health, and hidden from guardians unless it is shown.
        ("BookingService", "GetMyAppointment" | "CancelAppointment" | "MoveAppointment" | "ShowAppointmentToGuardians")
        | ("MyRemoteAppointmentService", "JoinMyRemoteAppointment") => shown(sees_conversation(caller, relation)),
        // Whoever has the link is the guest.
        ("MeetingService", _) => shown(relation == Relation::There),
        // Whom one has not opened is left out of a calendar.
        ("CalendarService", "ListCalendarSchedules" | "ChooseCalendarSchedules" | "ListCalendar" | "GetAudience")
        | ("RemoteAppointmentService", "ListRemoteAppointments")
        | ("PatientBookingService", "ListBookingChoices") => Say::Open,
        ("CalendarService", "ListPatientAppointments") | ("RecommendationService" | "PatientBookingService", _) => {
            shown(relation == Relation::There && caller.ends_with("has opened the patient"))
        }
        // Appointments are with the owner.
        ("CalendarService" | "ParticipantService" | "RemoteAppointmentService", _) if caller == "practitioner: owner" => {
            shown(relation != Relation::Missing)
        }
        ("CalendarService" | "ParticipantService" | "RemoteAppointmentService", _) => {
            shown(matches!(relation, Relation::There | Relation::Hidden) && caller.ends_with("has opened the patient"))
        }
        ("BookingDirectoryService", "GetBooker") => shown(relation != Relation::Missing),
        // Guardians see nothing of what a teenager was given to do, as of a conversation that is hidden from them.
        ("CustomerTaskService", _) => shown(sees_conversation(caller, relation)),
        ("MySurveyService" | "SurveyActivationService" | "SurveyResultService", _) => surveys::says(name, caller, relation),
        ("PatientContentService" | "MyContentService", _) => contents::says(name, caller, relation),
        ("ExecutionService" | "PathActionService", _) => paths::says(name, caller, relation),
        ("MyHealthRecordService", _) => contents::says_of_health_record(name, caller, relation),
        // The gateway shows the secret of the one that there is.
        ("IntegratorAdmissionService", _) => shown(relation == Relation::There),
        ("FormService" | "FormResultService" | "FormDirectoryService" | "PublicFormService", _) => surveys::says_of_form(name, caller, relation),
        // In a consultation there is nobody to ask.
        ("ConversationService", "AskToShowToGuardians") if relation == Relation::Consultation => Say::Hide,
        // What guardians see is the young person's to say, for nobody else.
        ("ConversationService", "ShowToGuardians") if sees_conversation(caller, relation) && caller != "resident: teenager" => Say::DenyPerm,
        // Who asked for a consultation reads it, and it is for those to handle whom they asked.
        ("TaskService", "TakeConversation" | "TakeOverConversation" | "ParticipateInConversation")
            if caller == "practitioner: owner" && relation == Relation::Consultation =>
        {
            Say::DenyPerm
        }
        ("ConversationService" | "TaskService" | "DraftService", _) => shown(sees_conversation(caller, relation)),
        ("AttachmentService", "DownloadAttachment" | "GetThumbnail") => shown(relation == Relation::Handled && sees_conversation(caller, relation)),
        // A file is its uploader's, and nobody's who is represented by or represents them.
        ("AttachmentService", "DiscardAttachment") => {
            shown(matches!(relation, Relation::There | Relation::Handled) && matches!(caller, "resident" | "resident: teenager"))
        }
        // So is the device on which somebody is told.
        ("PushService", "SwitchPushOff") => shown(relation == Relation::There && matches!(caller, "resident" | "resident: teenager")),
        ("QueueDirectoryService", _) => shown(relation != Relation::Missing),
        // A phrase is its writer's, and the one that is named is nobody's.
        ("PhraseService", "RemovePhrase") => Say::Hide,
        ("OwnSessionService", "EndMySession") => shown(relation == Relation::There),
        ("CareTeamService", "ListCareTeams") => Say::Open,
        // What is published is for everybody who is signed in, and an id of nothing that was published is one that is missing.
        ("PublishedContentService", _) => shown(relation != Relation::Missing),
        // The queue is about health, for everybody, and worked through by nurses of Lehtola.
        ("OfferedChatQueueService", "OpenExternalChat")
        | ("ChatPlaceService", "JoinChatQueue")
        | ("AssessmentService", "GetAssessment" | "SubmitAssessment") => {
            shown(relation != Relation::Missing && caller != "resident for another: social")
        }
        ("ChatPlaceService", "ListMyChats" | "ListMyEndedChats" | "ClaimVisitedChats")
        | ("ChatWaitingService", "ListWaitingChats" | "KeepOwnChats")
        | ("ChatService", "GetAudience") => Say::Open,
        // Who works through the queue is told that a colleague was faster.
        ("ChatWaitingService", "AcceptNextChat" | "AcceptChat" | "TakeOverChat") => {
            shown(relation != Relation::Missing && works_through_chat_queue(caller))
        }
        // The file that is asked for went along in the chat that goes on; beside another one there is no such file.
        ("ChatService", "MayReadChat") if relation != Relation::Handled => Say::Hide,
        // Who may accept somebody reads, writes and sums up nothing before.
        ("ChatService" | "ChatSummaryService", _) | ("CallService", "InviteToCall") if works(caller) => {
            shown(caller == "practitioner: owner" && matches!(relation, Relation::Handled | Relation::Ended))
        }
        ("CallService", _) => shown(sees_call(caller, relation)),
        // Whoever may know of a chat may know what was assessed before it.
        ("AssessmentService" | "ChatPlaceService" | "ChatService" | "ChatWaitingService", _) => shown(sees_chat(caller, relation)),
        ("ChatClosureService", _) if matches!(who, Responsible | Administrator) => shown(relation != Relation::Missing),
        ("ChatClosureService", _) => shown(relation != Relation::Missing && is_nurse_of_lehtola(caller)),
        (
            "AppointmentSearchService"
            | "AssessmentFormService"
            | "ChatQueueService"
            | "BookingRoleService"
            | "CategoryAdminService"
            | "CareTeamService"
            | "ContentIntegrationService"
            | "DocumentService"
            | "IntegratorService"
            | "LocationService"
            | "NotificationTemplateService"
            | "PathCategoryService"
            | "PathService"
            | "RoleGroupService"
            | "ScheduleService"
            | "ServiceCategoryService"
            | "ServiceContentService"
            | "ServiceService"
            | "SurveyAccessService"
            | "SurveyService",
            _,
        ) => shown(relation != Relation::Missing),
        // The gateway asks with the secret of a session, and this one is nobody's.
        ("SessionService", "ResolveSession" | "SignOut" | "LeaveRealm") | ("OnBehalfService", _) => Say::DenyAuth,
        _ => Say::Open,
    }
}

/// Whether somebody may know of a conversation.
fn sees_conversation(caller: &str, relation: Relation) -> bool {
    use Relation::{Anonymous, Consultation, Hidden, Missing, Others, Social};
    match caller {
        _ if relation == Missing => false,
        "resident" | "resident: teenager" | "resident for another: guardian of a child" => !matches!(relation, Consultation | Others | Anonymous),
        "resident for another: guardian of a teenager" => !matches!(relation, Consultation | Others | Hidden | Anonymous),
        "resident for another: health" => !matches!(relation, Consultation | Others | Social | Anonymous),
        "resident for another: social" => relation == Social,
        "practitioner: other queue" => relation == Social,
        "practitioner: consulted" => relation == Consultation,
        // Who asked for a consultation takes part in it.
        "practitioner: owner" => relation != Social,
        "practitioner: has opened the patient"
        | "practitioner: team"
        | "practitioner: participant"
        | "responsible user: has opened the patient"
        | "administrator: at work" => !matches!(relation, Social | Consultation),
        _ => false,
    }
}
