//! A page of 50 from the inbox, with a thousand tasks in it and with a million.

use std::time::Instant;

use anyhow::{Context, Result};
use kajo_proto::{
    common::v1::PageRequest,
    conversations::v1::{ListTasksRequest, ListTasksResponse, Tab},
};
use sqlx::{AssertSqlSafe, PgPool};

use crate::{
    calibration::{histogram, micros, millis},
    report::{Goal, Line, Report},
    web::Browser,
    world::World,
};

const PAGES: usize = 200;
const FEW: i64 = 1_000;
const MANY: i64 = 1_000_000;

/// Measures.
pub(crate) async fn run(world: &World, report: &mut Report) -> Result<()> {
    let browser = world.practitioner().await?;
    let pool = world.database("kajo_conversations").await?;
    fill(&pool, FEW).await?;
    let few = page(&browser).await?;
    fill(&pool, MANY).await?;
    let many = page(&browser).await?;
    report.add(Line {
        what: "inbox page of 50 at 1,000,000 tasks, p50".to_owned(),
        figure: many,
        limit: few,
        against: "at 1,000 tasks".to_owned(),
        unit: "ms",
        goal: Goal::AtMost(1.2),
    });
    pool.close().await;
    Ok(())
}

/// Copies of a queued task, under ids of their own, until there are so many.
async fn fill(pool: &PgPool, until: i64) -> Result<()> {
    let there: i64 = sqlx::query_scalar("select count(*) from tasks").fetch_one(pool).await?;
    let columns = "kind, state, resident_id, resident_name, topic, category_id, subcategory_id, owner_id, owner_name, arrived_at";
    sqlx::query(AssertSqlSafe(format!(
        "insert into tasks (conversation_id, {columns}, last_activity_at, entries, messages, has_attachments)
         select gen_random_uuid(), {columns}, last_activity_at - number * interval '1 second', entries, messages, has_attachments
         from (select * from tasks where state = 1 order by last_activity_at desc limit 1) as one cross join generate_series(1, $1) as number"
    )))
    .bind((until - there).max(0))
    .execute(pool)
    .await?;
    sqlx::query("vacuum analyze tasks").execute(pool).await?;
    Ok(())
}

async fn page(browser: &Browser) -> Result<f64> {
    let request =
        ListTasksRequest { tab: Tab::New.into(), page: Some(PageRequest { size: 50, token: String::new() }), ..ListTasksRequest::default() };
    let mut times = histogram()?;
    for _ in 0..PAGES {
        let begun = Instant::now();
        let page: ListTasksResponse = browser.call("/kajo.conversations.v1.TaskService/ListTasks", &request).await?;
        times.record(micros(begun))?;
        page.tasks.last().filter(|_| page.tasks.len() == 50).context("not a full page")?;
    }
    Ok(millis(&times, 0.5))
}
