//! What the gateway adds: the same cheap call by gRPC-Web through it and by gRPC straight to the service.

use std::time::{Duration, Instant};

use anyhow::Result;
use kajo_proto::{
    caller::v1::CallerContext,
    conversations::v1::{GetMessageLimitsRequest, GetMessageLimitsResponse, category_service_client::CategoryServiceClient},
    options::v1::Caller,
};
use tonic::{Request, metadata::MetadataValue, transport::Channel};
use uuid::Uuid;

use crate::{
    calibration::{histogram, micros, millis},
    report::{Goal, Line, Report},
    world::World,
};

/// Milliseconds that the gateway may add at the median.
const ALLOWANCE: f64 = 0.1;

/// Measures, taking turns so that both see the same machine.
pub(crate) async fn run(world: &World, time: Duration, report: &mut Report) -> Result<()> {
    let browser = world.resident().await?;
    let mut direct = CategoryServiceClient::new(Channel::from_shared(world.grpc_url.clone())?.connect().await?);
    let (mut through, mut straight) = (histogram()?, histogram()?);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let at = Instant::now();
        let _: GetMessageLimitsResponse =
            browser.call("/kajo.conversations.v1.CategoryService/GetMessageLimits", &GetMessageLimitsRequest {}).await?;
        through.record(micros(at))?;
        let at = Instant::now();
        direct.get_message_limits(signed(world)?).await?;
        straight.record(micros(at))?;
    }
    report.remark(format!("p99: {:.2} ms through the gateway, {:.2} ms straight", millis(&through, 0.99), millis(&straight, 0.99)));
    report.add(Line {
        what: "gRPC-Web through the gateway, p50".to_owned(),
        figure: millis(&through, 0.5),
        limit: millis(&straight, 0.5) + ALLOWANCE,
        against: format!("direct gRPC {:.2} ms and {ALLOWANCE} ms", millis(&straight, 0.5)),
        unit: "ms",
        goal: Goal::Within,
    });
    Ok(())
}

fn signed(world: &World) -> Result<Request<GetMessageLimitsRequest>> {
    let person = Uuid::nil().to_string();
    let caller = CallerContext { kind: Caller::Resident.into(), person_id: person.clone(), session_id: person, ..CallerContext::default() };
    let mut request = Request::new(GetMessageLimitsRequest {});
    let token = world.key.sign(caller, chassis::Clock::system().now());
    request.metadata_mut().insert_bin("kajo-caller-bin", MetadataValue::from_bytes(&token));
    Ok(request)
}
