//! One sync of one integration: what its source says comes to the service or the content, and how it went is kept, in one transaction.

use chassis::{
    Kernel,
    admin_record::{self, AdminKind},
    database,
    publication::PublicationKind,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
    telemetry::metrics,
};
use chassis_domain::{AdminDetails, AdminRecord, PublicationBody, PublicationCommand, Refusal, Uuid, rich_text, timestamp};
use kajo_proto::{
    content::v1::{SyncContentIntegrationResponse, SyncFailure},
    rules::{Checked, Violations},
};

use crate::{
    adapters::Source,
    content_integration::{ContentIntegration, ContentIntegrationId, Details, Mode, Refused, Target},
    grpc::{ServiceContents, Services},
    service::{self, Service, ServiceId},
    service_content::{ServiceContent, ServiceContentId},
    sync::{
        CONTENT, Entry, Failed, Failing, Failure, Part, SERVICE, SyncState, Texts, is_being_written, lacking, of_content, of_service, taken,
        with_content_texts, with_service_texts,
    },
    sync_table,
};

/// What a source said when it was asked for one id.
pub(crate) type Heard = Result<Entry, Failed>;

type InUnit<T> = Result<T, WorkError<Refused>>;

/// What came of a source's words.
struct Written {
    texts: Texts,
    lacking: Vec<&'static str>,
    changed: usize,
    is_in_force: bool,
}

/// What of an answer is about this id.
pub(crate) fn heard(answer: &Result<Vec<Entry>, Failed>, id: Uuid) -> Heard {
    answer.as_ref().map_err(Failed::clone)?.iter().find(|entry| entry.id == id).cloned().ok_or(Failed::Gone)
}

/// Asks a source for one id.
pub(crate) async fn ask(source: &impl Source, id: Uuid) -> Heard {
    heard(&source.fetch(&[id]).await, id)
}

/// Takes what was heard of an id at the source. `asked` are the texts that somebody wants to be taken whatever stands here. An integration
/// that is about another id by now waits for its own sync.
pub(crate) async fn take(
    kernel: &Kernel,
    meta: CommandMeta,
    id: ContentIntegrationId,
    of: Uuid,
    heard: Heard,
    asked: Vec<String>,
) -> Result<SyncContentIntegrationResponse, ExecuteError<Refused>> {
    let done = kernel
        .store
        .transact(meta, move |unit| {
            let (heard, asked) = (heard.clone(), asked.clone());
            Box::pin(async move {
                // Two at once would each take the other's words for an editor's.
                database::one_at_a_time_in_tx(unit.tx(), "integration_syncs").await.map_err(StoreError::from)?;
                let details = match unit.load::<ContentIntegration>(id).await?.state {
                    AdminRecord::Kept(details) => details,
                    AdminRecord::Archived(_) => return Err(WorkError::Refused(Refused::Archived)),
                    AdminRecord::Unknown | AdminRecord::Removed => return Err(WorkError::Refused(Refused::NotFound)),
                };
                if details.guid() == Some(of) {
                    take_in_unit(unit, id, &details, heard, &asked).await
                } else {
                    Ok(SyncContentIntegrationResponse::default())
                }
            })
        })
        .await?;
    if let Some(failure) = &done.failure {
        tell(id, failure);
    }
    Ok(done)
}

async fn take_in_unit(
    unit: &mut UnitOfWork,
    id: ContentIntegrationId,
    details: &Details,
    heard: Heard,
    asked: &[String],
) -> InUnit<SyncContentIntegrationResponse> {
    let now = unit.context().now;
    let mut states = sync_table::some(&mut **unit.tx(), &[(id.uuid(), details)]).await.map_err(StoreError::from)?;
    let before = states.remove(&id.uuid()).unwrap_or_default();
    let written = match heard {
        Ok(entry) => write(unit, details, &before, &entry, asked).await?,
        Err(failed) => Err(Failure::of(&failed)),
    };
    let (state, answer) = match written {
        Ok(Written { texts, lacking, changed, is_in_force }) => {
            let changed_count = u32::try_from(changed).unwrap_or(u32::MAX);
            let answer = SyncContentIntegrationResponse { changed_count, published: is_in_force, failure: None };
            (before.succeeded(texts, &lacking, now), answer)
        }
        Err(failure) => {
            let state = before.failed(failure, now);
            let failure = state.failing.as_ref().map(told);
            (state, SyncContentIntegrationResponse { failure, ..SyncContentIntegrationResponse::default() })
        }
    };
    sync_table::save(&mut **unit.tx(), id.uuid(), details, &state).await.map_err(StoreError::from)?;
    Ok(answer)
}

/// A row of failures, as it is answered.
pub(crate) fn told(Failing { failure, since, in_a_row }: &Failing) -> SyncFailure {
    let Failure { reason, field, params } = failure.clone();
    SyncFailure { reason, field, params: params.into_iter().collect(), since: Some(timestamp(*since)), in_a_row: *in_a_row }
}

/// Those who run the platform hear of each failure in the log, and of a row of them once as of something that stays.
fn tell(id: ContentIntegrationId, failure: &SyncFailure) {
    let SyncFailure { reason, field, in_a_row, .. } = failure;
    metrics::count("kajo_content_sync_failures_total", "content", "service_register");
    if SyncState::alerts_at(*in_a_row) {
        metrics::count("kajo_content_sync_alerts_total", "content", "service_register");
        tracing::error!(%id, reason, field, in_a_row, "content_integration.fails_again_and_again");
    } else {
        tracing::warn!(%id, reason, field, in_a_row, "content_integration.failed");
    }
}

async fn write(unit: &mut UnitOfWork, details: &Details, before: &SyncState, entry: &Entry, asked: &[String]) -> InUnit<Result<Written, Failure>> {
    match details.target {
        Target::Service(Some(service)) => to_service(unit, service, details.mode, before, entry, asked).await,
        Target::ServiceContent(Some(content)) => to_content(unit, content, details.mode, before, entry, asked).await,
        Target::Service(None) | Target::ServiceContent(None) => Ok(Err(Failure::of(&Failed::TargetGone))),
    }
}

/// A service has no drafts: what waits stands beside it, until somebody asks for it.
async fn to_service(
    unit: &mut UnitOfWork,
    id: ServiceId,
    mode: Mode,
    before: &SyncState,
    entry: &Entry,
    asked: &[String],
) -> InUnit<Result<Written, Failure>> {
    let texts = entry.texts(&SERVICE);
    let lacking = lacking(&SERVICE, &texts);
    let follows = mode == Mode::Publish;
    if follows && asked.is_empty() && !lacking.is_empty() {
        return Ok(Err(Failure::of(&Failed::LanguageMissing { languages: lacking })));
    }
    // Nobody saves a service from here on, so what is taken is taken from what stands there.
    database::one_at_a_time_in_tx(unit.tx(), service::Details::CATEGORY).await.map_err(StoreError::from)?;
    let kept = unit.load::<Service>(id).await?.state;
    let Some(details) = kept.details() else { return Ok(Err(Failure::of(&Failed::TargetGone))) };
    let new = taken(&of_service(details), &before.texts, &texts, asked, follows);
    let changed = new.len();
    if changed > 0 {
        let details = with_service_texts(details.clone(), &new);
        if let Some(failed) = too_long(&Services::message(details.clone()), &new) {
            return Ok(Err(Failure::of(&failed)));
        }
        // Whoever asks for a name sees it, and that another service has it is no fault.
        let same_name_confirmed = !asked.is_empty();
        if let Err(failure) = refused(admin_record::change_in_unit::<Services>(unit, id, |_| details, same_name_confirmed).await)? {
            return Ok(Err(failure));
        }
    }
    Ok(Ok(Written { texts, lacking, changed, is_in_force: changed > 0 }))
}

async fn to_content(
    unit: &mut UnitOfWork,
    id: ServiceContentId,
    mode: Mode,
    before: &SyncState,
    entry: &Entry,
    asked: &[String],
) -> InUnit<Result<Written, Failure>> {
    let texts = entry.texts(&CONTENT);
    let lacking = lacking(&CONTENT, &texts);
    let kept = unit.load::<ServiceContent>(id).await?;
    let Some(body) = kept.state.body() else { return Ok(Err(Failure::of(&Failed::TargetGone))) };
    let new = taken(&of_content(body), &before.texts, &texts, asked, true);
    let next = with_content_texts(body.clone(), &new).kept_after(Some(body));
    if let Some(failed) = misformatted(&new).or_else(|| too_long(&ServiceContents::message(next.clone()), &new)) {
        return Ok(Err(Failure::of(&failed)));
    }
    let is_ready = lacking.is_empty() && next.check().is_ok() && !is_being_written(&kept.state, &before.texts);
    let is_in_force = mode == Mode::Publish && is_ready && kept.state.published() != Some(&next);
    let changed = new.len();
    if is_in_force || changed > 0 {
        let command = if is_in_force { PublicationCommand::Publish { body: next } } else { PublicationCommand::SaveDraft { body: next } };
        if let Err(failure) = refused(unit.execute_expecting(id, &command, Some(kept.version)).await)? {
            return Ok(Err(failure));
        }
    }
    Ok(Ok(Written { texts, lacking, changed, is_in_force }))
}

/// A rule of what is filled says no: that is a failure of the sync, and nothing else goes back. Whoever was faster lets it begin anew.
fn refused<T, R: Refusal>(written: Result<T, WorkError<R>>) -> InUnit<Result<T, Failure>> {
    match written {
        Ok(done) => Ok(Ok(done)),
        Err(WorkError::Refused(refusal)) => Ok(Err(Failure::of(&refusal))),
        Err(WorkError::Stale { .. } | WorkError::Conflict) => Err(WorkError::Conflict),
        Err(WorkError::Store(error)) => Err(WorkError::Store(error)),
    }
}

/// The first of these texts that people could not write so long either.
fn too_long(message: &impl Checked, new: &Texts) -> Option<Failed> {
    let mut violations = Violations::default();
    message.check(&mut violations);
    violations.into_inner().into_iter().find_map(|violation| {
        let (field, _) = new.get_key_value(violation.field.as_str())?;
        Some(Failed::TooLong { field, max: violation.bound? })
    })
}

/// The first of these texts that could not be published as it is formatted. Titles are not formatted.
fn misformatted(new: &Texts) -> Option<Failed> {
    CONTENT.iter().filter(|field| field.part == Part::Description).find_map(|field| {
        let refused = rich_text(new.get(field.name)?).err()?;
        Some(Failed::Markdown { field: field.name, line: refused.line })
    })
}
