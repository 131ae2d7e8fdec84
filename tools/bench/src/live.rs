//! Message sent to seen in the other person's live stream, 50 a second, through the gateway both ways.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use kajo_proto::{
    conversations::v1::{
        ListCategoriesRequest, ListCategoriesResponse, StartConversationRequest, StartConversationResponse, WriteMessageRequest, WriteMessageResponse,
    },
    live::v1::update::Update as Kind,
};

use crate::{
    calibration::{Fdatasync, histogram, micros, millis},
    report::{Goal, Line, Report},
    web::Browser,
    world::World,
};

const RATE: u32 = 50;
const SERVICE: &str = "/kajo.conversations.v1";

/// Measures.
pub(crate) async fn run(world: &World, fdatasync: Fdatasync, time: Duration, report: &mut Report) -> Result<()> {
    let resident = world.resident().await?;
    let practitioner = world.practitioner().await?;
    let conversations = open(&resident, RATE as usize).await?;
    let mut updates = practitioner.follow().await?;
    let mut pace = tokio::time::interval(Duration::from_secs(1) / RATE);
    let mut sent_at: HashMap<String, Instant> = HashMap::new();
    let mut seen = histogram()?;
    let (answer, mut answers) = tokio::sync::mpsc::unbounded_channel();
    let mut answered = histogram()?;
    let begun = Instant::now();
    let mut number = 0_usize;
    let mut missing = 0_u64;
    while begun.elapsed() < time {
        tokio::select! {
            _ = pace.tick() => {
                let id = conversations.get(number % conversations.len()).context("a conversation")?.clone();
                number += 1;
                missing += u64::from(sent_at.insert(id.clone(), Instant::now()).is_some());
                let (resident, answer) = (resident.clone(), answer.clone());
                tokio::spawn(async move {
                    let begun = Instant::now();
                    write(&resident, &id).await?;
                    // Nobody listens any more when the time is over.
                    let _ = answer.send(begun);
                    anyhow::Ok(())
                });
            }
            begun = answers.recv() => answered.record(micros(begun.context("nobody writes")?))?,
            update = updates.recv() => {
                if let Some(Kind::Changed(changed)) = update.context("the live stream ended")?.update
                    && changed.fact == "MessageWritten"
                    && let Some(begun) = sent_at.remove(&changed.id)
                {
                    seen.record(micros(begun))?;
                }
            }
        }
    }
    report.remark(format!("{} messages at {RATE} a second, {missing} not seen within a second", seen.len()));
    report.remark(format!("of that, the sender's own answer: p50 {:.2} ms, p99 {:.2} ms", millis(&answered, 0.5), millis(&answered, 0.99)));
    for (quantile, name, allowed) in [(0.5, "p50", fdatasync.p50 + 2.0), (0.99, "p99", 3.0 * fdatasync.p50 + 10.0)] {
        report.add(Line {
            what: format!("sent to seen in the other's live stream, {name}"),
            figure: millis(&seen, quantile),
            limit: allowed,
            against: format!("fdatasync p50 {:.2} ms and the allowance", fdatasync.p50),
            unit: "ms",
            goal: Goal::Within,
        });
    }
    Ok(())
}

/// Opens that many conversations in the first queue.
pub(crate) async fn open(resident: &Browser, count: usize) -> Result<Vec<String>> {
    let path = format!("{SERVICE}.CategoryService/ListCategories");
    let areas: ListCategoriesResponse = resident.call(&path, &ListCategoriesRequest::default()).await?;
    let area = areas.service_areas.first().context("no service area")?.service_area_id.clone();
    let answer: ListCategoriesResponse = resident.call(&path, &ListCategoriesRequest { service_area_id: area.clone() }).await?;
    let category = answer.categories.first().context("no category")?;
    let subcategory = category.subcategories.first().context("no subcategory")?;
    let mut ids = Vec::new();
    for number in 0..count {
        let request = StartConversationRequest {
            service_area_id: area.clone(),
            category_id: category.category_id.clone(),
            subcategory_id: subcategory.subcategory_id.clone(),
            topic: format!("measured {number}"),
            text: "the first message".to_owned(),
            attachment_ids: Vec::new(),
            visible_to_guardians: false,
        };
        let started: StartConversationResponse = resident.call(&format!("{SERVICE}.ConversationService/StartConversation"), &request).await?;
        ids.push(started.conversation_id);
    }
    Ok(ids)
}

async fn write(resident: &Browser, id: &str) -> Result<()> {
    let request = WriteMessageRequest { conversation_id: id.to_owned(), text: "m".repeat(200), ..WriteMessageRequest::default() };
    let _: WriteMessageResponse = resident.call(&format!("{SERVICE}.ConversationService/WriteMessage"), &request).await?;
    Ok(())
}
