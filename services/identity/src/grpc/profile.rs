//! A resident's own profile. No request names a person: it is the caller's own, and nobody's on behalf of another.

use chassis::{
    Kernel, Tx,
    access::Rpc,
    grpc,
    messages::{Messages, NotSent},
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::{Aggregate, PersonId, Refusals, Timestamp};
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{
        ChooseMyCareTeamRequest, ChooseMyCareTeamResponse, ConfirmContactCodeRequest, ConfirmContactCodeResponse, ContactInfo as ContactInfoView,
        GetMyProfileRequest, GetMyProfileResponse, ListServiceAreasRequest, ListServiceAreasResponse, OnboardingStep, ProfileRevisions,
        SaveContactInfoRequest, SaveContactInfoResponse, SaveLanguageRequest, SaveLanguageResponse, SaveNotificationsRequest,
        SaveNotificationsResponse, SaveServiceAreaRequest, SaveServiceAreaResponse, SendContactCodeRequest, SendContactCodeResponse, ServiceArea,
        profile_service_server::ProfileService,
    },
};
use prost::Message;
use tonic::{Code, Request, Response, Status};

use super::{fresh::FreshSignIn, opened, timestamp};
use crate::{
    adapters::messages,
    care_team::CareTeamId,
    contact::USUAL_NAME_MAX,
    contact_code,
    notice::Notice,
    notices,
    patient::{self, PatientId},
    projections::{
        care_teams, patient_care_teams,
        residents::{self, Profile},
        terms,
    },
    resident::{
        Channel, Command, ContactInfo, Done, HOME_ADDRESS_MAX, Language, Point, Refused, Resident, ResidentId, ServiceAreaId, Step, good_until,
    },
    service_areas::ServiceAreas,
};

pub(super) struct Profiles {
    pub(super) kernel: Kernel,
    pub(super) areas: ServiceAreas,
    pub(super) messages: Messages,
    pub(super) fresh: FreshSignIn,
}

impl Profiles {
    /// A command on the caller's own profile, under the caller's key.
    async fn save<T>(&self, meta: CommandMeta, person: PersonId, command: Command) -> Result<Response<T>, Status>
    where
        T: Message + Default + 'static,
    {
        let id = ResidentId::from_uuid(person.uuid());
        let saved = self.kernel.store.transact(meta, move |unit| {
            let command = command.clone();
            Box::pin(async move {
                unit.execute(id, &command).await?;
                Ok::<_, WorkError<Refusals<Refused>>>(T::default())
            })
        });
        Ok(Response::new(saved.await?))
    }

    /// Where the person lives, which nobody changes before the transaction ends.
    async fn area_in_tx(tx: &mut Tx<'_>, person: PersonId) -> Result<Option<ServiceAreaId>, StoreError> {
        Ok(residents::area_in_tx(tx, person.uuid()).await?.map(ServiceAreaId::from_uuid))
    }

    /// What goes with a call that changes something and is no command; its row of the access log goes along.
    fn meta(&self, rpc: &Rpc, person: PersonId) -> CommandMeta {
        let entry = rpc.entry(Some(person), (Resident::CATEGORY, Some(person.uuid())), "own");
        CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(self.kernel.ids.v7(self.kernel.clock.now())) }
            .with_access(entry)
    }

    async fn send(&self, point: Point, address: &str, language: &str, code: &str) -> Result<(), NotSent> {
        let message = contact_code::message(language, code);
        messages::send(&self.messages, point, address, message.subject, &message.text).await
    }
}

#[tonic::async_trait]
impl ProfileService for Profiles {
    async fn get_my_profile(&self, request: Request<GetMyProfileRequest>) -> Result<Response<GetMyProfileResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let profile = residents::find(&self.kernel.pool, person.uuid()).await.map_err(grpc::fault)?;
        let in_force = terms::in_force(&self.kernel.pool).await.map_err(grpc::fault)?;
        rpc.log_access(&self.kernel, Some(person), (Resident::CATEGORY, Some(person.uuid())), "own").await?;
        let texts = opened(&self.kernel, &[&profile.usual_name, &profile.home_address, &profile.email, &profile.phone]).await?;
        let [usual_name, home_address, email, phone] = <[String; 4]>::try_from(texts).unwrap_or_default();
        let care_team = patient_care_teams::of(&self.kernel.pool, PatientId::from_uuid(person.uuid())).await.map_err(grpc::fault)?;
        let (care_team_id, care_team_name, works_in) = care_team.map(|(id, name, area)| (id.to_string(), name, area)).unwrap_or_default();
        let waiting = |made_at: Option<Timestamp>| {
            made_at.filter(|made_at| contact_code::is_good(&self.kernel.clock, *made_at)).map(|made_at| timestamp(good_until(made_at)))
        };
        Ok(Response::new(GetMyProfileResponse {
            official_name: rpc.caller.display_name().to_owned(),
            contact_info: Some(ContactInfoView { usual_name, home_address, email, phone }),
            email_verified: profile.email_verified,
            phone_verified: profile.phone_verified,
            email_code_until: waiting(profile.email_code_at),
            phone_code_until: waiting(profile.phone_code_at),
            channel: i32::from(profile.channel),
            service_area_id: profile.service_area_id.map(|id| id.to_string()).unwrap_or_default(),
            revisions: Some(ProfileRevisions {
                contact_info: counted(profile.contact_info_revision),
                notifications: counted(profile.notifications_revision),
                service_area: counted(profile.service_area_revision),
            }),
            accepted_terms: counted(profile.accepted_terms),
            accepted_terms_at: profile.accepted_terms_at.map(timestamp),
            missing: missing(&profile, in_force).into_iter().map(|step| public(step).into()).collect(),
            usual_name_max: USUAL_NAME_MAX,
            home_address_max: HOME_ADDRESS_MAX,
            care_team_id,
            care_team_name,
            care_team_service_area_id: works_in.map(|area| area.to_string()).unwrap_or_default(),
        }))
    }

    async fn list_service_areas(&self, _: Request<ListServiceAreasRequest>) -> Result<Response<ListServiceAreasResponse>, Status> {
        let service_areas = self
            .areas
            .all()
            .iter()
            .map(|area| ServiceArea { service_area_id: area.id.to_string(), name: Some(LocalizedString { texts: area.name.clone() }) });
        Ok(Response::new(ListServiceAreasResponse { service_areas: service_areas.collect() }))
    }

    async fn save_contact_info(&self, request: Request<SaveContactInfoRequest>) -> Result<Response<SaveContactInfoResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let ContactInfoView { usual_name, home_address, email, phone } = request.contact_info.unwrap_or_default();
        let contact_info = ContactInfo { usual_name, home_address, email, phone };
        let fresh = self.fresh.holds(&rpc).await?;
        let command = Command::SaveContactInfo { person, contact_info, revision: request.revision, fresh };
        let (id, language) = (ResidentId::from_uuid(person.uuid()), request.language);
        let saved = self.kernel.store.transact(meta, move |unit| {
            let (command, language) = (command.clone(), language.clone());
            Box::pin(async move {
                let before = unit.load(id).await?.state;
                let saved = unit.execute(id, &command).await?;
                if saved.events.iter().any(|saved| saved.event.changes_an_address()) {
                    notices::tell_in_tx(unit, Notice::ContactChanged, &before, person, &language).await?;
                }
                Ok::<_, WorkError<Refusals<Refused>>>(SaveContactInfoResponse {})
            })
        });
        let saved = Response::new(saved.await?);
        notices::soon(&self.kernel).await;
        Ok(saved)
    }

    async fn save_notifications(&self, request: Request<SaveNotificationsRequest>) -> Result<Response<SaveNotificationsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let channel = Channel::from_number(request.channel).ok_or_else(|| grpc::invalid_field("channel", "undefined"))?;
        self.save(meta, person, Command::SaveNotifications { channel, revision: request.revision }).await
    }

    async fn save_language(&self, request: Request<SaveLanguageRequest>) -> Result<Response<SaveLanguageResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let language = Language::from_public(request.language()).ok_or_else(|| grpc::invalid_field("language", "undefined"))?;
        self.save(meta, person, Command::SaveLanguage { language }).await
    }

    async fn save_service_area(&self, request: Request<SaveServiceAreaRequest>) -> Result<Response<SaveServiceAreaResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let service_area = ServiceAreaId::parse(&request.service_area_id).ok_or_else(|| grpc::invalid_field("service_area_id", "not_uuid"))?;
        let command = Command::SaveServiceArea { service_area, is_known: self.areas.has(service_area), revision: request.revision };
        let (resident, patient) = (ResidentId::from_uuid(person.uuid()), PatientId::from_uuid(person.uuid()));
        let saved = self.kernel.store.transact(meta, move |unit| {
            let command = command.clone();
            Box::pin(async move {
                unit.execute(resident, &command).await?;
                // Whoever chooses a care team at the same moment waits here, or has chosen before.
                Self::area_in_tx(unit.tx(), person).await?;
                let left = care_teams::elsewhere_in_tx(unit.tx(), patient, service_area).await.map_err(StoreError::from)?;
                if left.is_some() {
                    let none = patient::Command::ChooseCareTeam { care_team: None, can_be_chosen: true };
                    unit.execute(patient, &none).await.map_err(|error| error.map(|_| Refused::ChangedMeanwhile.into()))?;
                }
                Ok::<_, WorkError<Refusals<Refused>>>(SaveServiceAreaResponse { left_care_team_name: left.unwrap_or_default() })
            })
        });
        Ok(Response::new(saved.await?))
    }

    async fn choose_my_care_team(&self, request: Request<ChooseMyCareTeamRequest>) -> Result<Response<ChooseMyCareTeamResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let care_team = CareTeamId::parse(&request.care_team_id);
        let patient = PatientId::from_uuid(person.uuid());
        let chosen = self.kernel.store.transact(meta, move |unit| {
            Box::pin(async move {
                let area = Self::area_in_tx(unit.tx(), person).await?;
                let can_be_chosen = match care_team {
                    Some(care_team) => care_teams::can_be_chosen_from_in_tx(unit.tx(), care_team, area).await.map_err(StoreError::from)?,
                    None => true,
                };
                unit.execute(patient, &patient::Command::ChooseCareTeam { care_team, can_be_chosen }).await?;
                Ok::<_, WorkError<Refusals<patient::Refused>>>(ChooseMyCareTeamResponse {})
            })
        });
        Ok(Response::new(chosen.await?))
    }

    async fn send_contact_code(&self, request: Request<SendContactCodeRequest>) -> Result<Response<SendContactCodeResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let point = point(request.contact_point)?;
        let (store, id) = (&self.kernel.store, ResidentId::from_uuid(person.uuid()));
        let address = store.load(id).await?.state.address(point).unwrap_or_default().to_owned();
        let code = contact_code::code(self.kernel.ids.bytes());
        let hash = contact_code::hash(&self.kernel.keyring.blind_index(), person, point, &address, &code);
        // Kept before it is sent: two askings at once send one message, and what is kept holds the next one back.
        store.execute(id, Command::MakeCode { point, hash }, self.meta(&rpc, person)).await?;
        rpc.is_logged_by_its_command();
        if let Err(error) = self.send(point, &address, &request.language, &code).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "contact_code.not_sent");
            store.execute(id, Command::UnmakeCode { point }, CommandMeta::system(self.kernel.ids.v7(self.kernel.clock.now()))).await?;
            return Err(grpc::status(Code::FailedPrecondition, "message_not_sent", &[]));
        }
        Ok(Response::new(SendContactCodeResponse { good_until: Some(timestamp(good_until(self.kernel.clock.now()))) }))
    }

    async fn confirm_contact_code(&self, request: Request<ConfirmContactCodeRequest>) -> Result<Response<ConfirmContactCodeResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let point = point(request.contact_point)?;
        let (store, id) = (&self.kernel.store, ResidentId::from_uuid(person.uuid()));
        let address = store.load(id).await?.state.address(point).unwrap_or_default().to_owned();
        let hash = contact_code::hash(&self.kernel.keyring.blind_index(), person, point, &address, &request.code);
        let confirmed = store.execute(id, Command::ConfirmCode { point, hash }, self.meta(&rpc, person)).await?;
        // Verified already: nothing was written, and nothing personal is answered.
        rpc.is_logged_by_its_command();
        if confirmed.state.is_verified(point) {
            Ok(Response::new(ConfirmContactCodeResponse {}))
        } else {
            Err(grpc::invalid_field("code", "code_wrong"))
        }
    }
}

fn point(number: i32) -> Result<Point, Status> {
    Point::from_number(number).ok_or_else(|| grpc::invalid_field("contact_point", "undefined"))
}

fn counted(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

fn missing(profile: &Profile, in_force: i32) -> Vec<Step> {
    let done = Done {
        contact_info: profile.contact_info_revision > 0,
        notifications: profile.channel > 0,
        service_area: profile.service_area_id.is_some(),
        accepted_terms: counted(profile.accepted_terms),
    };
    done.missing(counted(in_force))
}

const fn public(step: Step) -> OnboardingStep {
    match step {
        Step::ContactInfo => OnboardingStep::ContactInfo,
        Step::Notifications => OnboardingStep::Notifications,
        Step::ServiceArea => OnboardingStep::ServiceArea,
        Step::Terms => OnboardingStep::Terms,
    }
}
