//! What follows from answers to a questionnaire as long as any, which a send and each change of a form ask for (SUR-01). The browser is
//! held to its own limit in `frontends/e2e/tests/budgets.test.ts`.

use std::{hint::black_box, time::Instant};

use anyhow::{Context, Result, ensure};
use chassis_domain::Date;
use hdrhistogram::Histogram;
use kajo_proto::survey::v1::{Answers, Questionnaire};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};
use serde_json::Value;

use crate::report::{Goal, Line, Report};

/// As the engines are held to.
const LARGE: &str = include_str!("../../../services/questionnaire/vectors/large.json");

const TIMES: u32 = 5_000;

/// In milliseconds.
const LIMIT: f64 = 0.2;

fn read<M: Message + Default>(pool: &DescriptorPool, name: &str, json: Option<&Value>) -> Result<M> {
    let descriptor = pool.get_message_by_name(&format!("kajo.survey.v1.{name}")).context("no such message")?;
    Ok(DynamicMessage::deserialize(descriptor, json.context("nothing there")?)?.transcode_to()?)
}

/// A quantile of nanoseconds in milliseconds.
#[expect(clippy::cast_precision_loss, reason = "nanoseconds up to some days fit a double")]
fn millis(times: &Histogram<u64>, quantile: f64) -> f64 {
    times.value_at_quantile(quantile) as f64 / 1e6
}

/// Measures.
pub(crate) fn run(report: &mut Report) -> Result<()> {
    let large: Value = serde_json::from_str(LARGE)?;
    let case = large.pointer("/cases/0").context("no case")?;
    let pool = DescriptorPool::decode(kajo_proto::DESCRIPTORS)?;
    let questionnaire: Questionnaire = read(&pool, "Questionnaire", case.get("questionnaire"))?;
    let answers: Answers = read(&pool, "Answers", case.get("answers"))?;
    let today: Date = case.get("today").and_then(Value::as_str).context("no day")?.parse()?;
    let enabled = questionnaire::evaluate(&questionnaire, &answers, today).enabled_link_ids.len();
    ensure!(enabled == 200, "{enabled} items are enabled");
    let mut times = Histogram::<u64>::new(3)?;
    for _ in 0..TIMES {
        let begin = Instant::now();
        black_box(questionnaire::evaluate(black_box(&questionnaire), black_box(&answers), today));
        times.record(u64::try_from(begin.elapsed().as_nanos())?)?;
    }
    report.remark(format!("200 items evaluated: p50 {:.3} ms, p99 {:.3} ms", millis(&times, 0.5), millis(&times, 0.99)));
    report.add(Line {
        what: "evaluate 200 items, p50".to_owned(),
        figure: millis(&times, 0.5),
        limit: LIMIT,
        against: "told by the design".to_owned(),
        unit: "ms",
        goal: Goal::Within,
    });
    Ok(())
}
