//! Residents say on which of their devices they are told that something waits for them (CMS-08), each in their own name.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    push::{BadSubscription, Push, PushSettings, Subscription},
};
use chassis_domain::{Aggregate, timestamp};
use kajo_proto::content::v1::{
    self as public, GetMyPushRequest, GetMyPushResponse, SwitchPushOffRequest, SwitchPushOffResponse, SwitchPushOnRequest, SwitchPushOnResponse,
    push_service_server::PushService,
};
use tonic::{Request, Response, Status};

use crate::{
    projections::push_devices,
    push_device::{Address, Command, PushDevice, PushDeviceId, Reason, Refusal, device_id},
};

/// Why residents touch their own, as the access log says.
const OWN: &str = "own";

/// On so many devices one person is told: enough for anybody, and few enough to tell all of them at once.
const MOST_DEVICES: usize = 10;

pub(super) struct Pushes {
    kernel: Kernel,
    settings: PushSettings,
    /// What browsers subscribe with; `None`: no device can be told anything.
    public_key: Option<String>,
}

impl Pushes {
    /// With the key of the environment, when it has one.
    ///
    /// # Errors
    /// When the settings cannot be read, or are wrong.
    pub(super) fn try_new(kernel: &Kernel) -> anyhow::Result<Self> {
        let settings: PushSettings = kernel.settings.part()?;
        let public_key = Push::of(&settings)?.map(|push| push.public_key().to_owned());
        Ok(Self { kernel: kernel.clone(), settings, public_key })
    }

    /// Refuses what nothing could be sent to, and what nothing is sent to: whoever calls says where this service would send messages.
    fn admit(&self, subscription: &Subscription) -> Result<(), Refusal> {
        if self.public_key.is_none() {
            return Err(Refusal::Unavailable);
        }
        subscription.check(&self.settings).map_err(|bad| match bad {
            BadSubscription::Service => Refusal::ServiceUnknown,
            BadSubscription::Key => Refusal::KeyMalformed,
            BadSubscription::Secret => Refusal::SecretMalformed,
        })
    }
}

#[tonic::async_trait]
impl PushService for Pushes {
    async fn get_my_push(&self, request: Request<GetMyPushRequest>) -> Result<Response<GetMyPushResponse>, Status> {
        let person = Rpc::of(&request)?.in_own_name()?;
        let devices = push_devices::of_person(&self.kernel.pool, person).await.map_err(grpc::fault)?;
        let devices = devices
            .into_iter()
            .map(|device| public::PushDevice { push_device_id: device.id.to_string(), switched_on_at: Some(timestamp(device.switched_on_at)) });
        Ok(Response::new(GetMyPushResponse { public_key: self.public_key.clone().unwrap_or_default(), devices: devices.collect() }))
    }

    async fn switch_push_on(&self, request: Request<SwitchPushOnRequest>) -> Result<Response<SwitchPushOnResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SwitchPushOnRequest { endpoint, key, secret } = request;
        let subscription = Subscription { endpoint, key, secret };
        self.admit(&subscription).map_err(|refusal| grpc::refused(&refusal))?;
        let Subscription { endpoint, key, secret } = subscription;
        let id = device_id(&endpoint);
        let others = push_devices::of_person(&self.kernel.pool, person).await.map_err(grpc::fault)?.into_iter().filter(|other| other.id != id);
        if others.count() >= MOST_DEVICES {
            return Err(grpc::refused(&Refusal::TooMany));
        }
        let meta = meta.with_access(rpc.entry(Some(person), (PushDevice::CATEGORY, Some(id.uuid())), OWN));
        let address = Address::of(person, endpoint, key, secret);
        self.kernel.store.execute(id, Command::SwitchOn { person, address }, meta).await?;
        Ok(Response::new(SwitchPushOnResponse { push_device_id: id.to_string() }))
    }

    async fn switch_push_off(&self, request: Request<SwitchPushOffRequest>) -> Result<Response<SwitchPushOffResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.in_own_name()?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = PushDeviceId::parse(&request.push_device_id).ok_or_else(grpc::not_found)?;
        let meta = meta.with_access(rpc.entry(Some(person), (PushDevice::CATEGORY, Some(id.uuid())), OWN));
        self.kernel.store.execute(id, Command::SwitchOff { person, reason: Reason::ByPerson }, meta).await?;
        Ok(Response::new(SwitchPushOffResponse {}))
    }
}
