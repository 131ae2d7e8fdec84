//! Rows that are not shown to the person whose data they are about (Act 703/2023, section 11). Decisions are added, never changed: the
//! newest of a row counts. The access log says who decided; the reason is sealed with the person's record.

use std::collections::HashMap;

use chassis_domain::{Blob, Opener, PersonId, Refusal, RefusalKind, RetentionClass, Sealer, Timestamp, timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::common::v1::{WithheldEntry, WithholdingGround as GroundView};
use prost::Message;
use sqlx::Row;
use tonic::Status;
use uuid::Uuid;

use super::{Rpc, proof::shown_since};
use crate::{
    database::Tx,
    grpc,
    sealing::{Needs, Sealing, from_column, to_column},
    service::Kernel,
    store::{StoreError, WorkError},
};

/// As many as the person is told of at once.
const TOLD: i64 = 200;

/// On what ground of the law a row is withheld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithholdingGround {
    /// It would seriously endanger the person's health or care.
    Health,
    /// It would seriously endanger the rights of somebody else.
    RightsOfOthers,
}

impl WithholdingGround {
    /// From the contract.
    pub const fn from_view(view: GroundView) -> Option<Self> {
        match view {
            GroundView::Unspecified => None,
            GroundView::Health => Some(Self::Health),
            GroundView::RightsOfOthers => Some(Self::RightsOfOthers),
        }
    }

    const fn view(self) -> GroundView {
        match self {
            Self::Health => GroundView::Health,
            Self::RightsOfOthers => GroundView::RightsOfOthers,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Health => "health",
            Self::RightsOfOthers => "rights_of_others",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::Health, Self::RightsOfOthers].into_iter().find(|ground| ground.name() == name)
    }
}

/// A row that is shown to the person whom it is about, unless it is withheld.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// Which.
    pub(super) entry: Uuid,
    /// Whom it is about.
    pub(super) subject: PersonId,
    /// Whose doing it was: who acted, and who really did when that was on behalf.
    pub(super) doers: [Option<Uuid>; 2],
}

impl Shown {
    /// Nobody decides whether their own doing is seen.
    pub(super) fn may_be_withheld_by(&self, person: PersonId) -> bool {
        !self.doers.contains(&Some(person.uuid()))
    }
}

/// A refusal of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Refused {
    #[error("nobody decides about their own entry")]
    OwnEntry,
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::OwnEntry => "own_access_entry",
        }
    }

    fn kind(&self) -> RefusalKind {
        RefusalKind::Forbidden
    }
}

/// Withholds a row that the caller may read, on the `right` by which they may, or without a ground shows it again. Stands in the access log
/// in the same transaction.
///
/// # Errors
/// `PERMISSION_DENIED` for one's own doing; when the database fails, or the keys.
pub(super) async fn decide(
    kernel: &Kernel,
    rpc: &Rpc,
    request: &impl Message,
    (row, right): (Shown, &'static str),
    ground: Option<WithholdingGround>,
    reason: &str,
) -> Result<(), Status> {
    let by = rpc.person()?;
    if !row.may_be_withheld_by(by) {
        return Err(grpc::refused(&Refused::OwnEntry));
    }
    let decision = Decision::new(kernel, by, row.subject, row.entry, ground, reason).await?;
    let meta = rpc.command(request)?.with_access(rpc.entry(Some(row.subject), decision.object(), right));
    let decided = kernel.store.transact(meta, move |unit| {
        let decision = decision.clone();
        Box::pin(async move {
            decision.insert_in_tx(unit.tx()).await.map_err(StoreError::from)?;
            Ok::<(), WorkError<Refused>>(())
        })
    });
    Ok(decided.await?)
}

/// A decision about one row.
#[derive(Clone, Debug)]
pub struct Decision {
    entry: Uuid,
    subject: PersonId,
    /// `None`: it is shown again.
    ground: Option<WithholdingGround>,
    /// Why, sealed.
    reason: Vec<u8>,
    id: Uuid,
    by: PersonId,
    at: Timestamp,
}

/// What holds of a row that is withheld.
#[derive(Clone, Debug)]
pub(super) struct Withheld {
    /// As the person is told.
    pub(super) told: WithheldEntry,
    /// Why, in the words of who decided it.
    pub(super) reason: String,
}

impl Decision {
    /// Not to show a row, for a reason; without a ground: to show it again.
    ///
    /// # Errors
    /// When the reason cannot be sealed.
    pub async fn new(
        kernel: &Kernel,
        by: PersonId,
        subject: PersonId,
        entry: Uuid,
        ground: Option<WithholdingGround>,
        reason: &str,
    ) -> Result<Self, Status> {
        let keys = kernel.keyring.seal(&Needs::from([(subject, RetentionClass::CareRecord)])).await.map_err(grpc::fault)?;
        let sealed: Blob = Sealing::new(&keys, &kernel.ids).seal(subject, RetentionClass::CareRecord, reason.trim().as_bytes());
        let at = kernel.clock.now();
        Ok(Self { entry, subject, ground, reason: to_column(&sealed), id: kernel.ids.v7(at), by, at })
    }

    /// As the access log names it. Not by the row: a row's id tells its time, and the person reads who decided.
    fn object(&self) -> (&'static str, Option<Uuid>) {
        ("access_withholding", Some(self.id))
    }

    /// Writes it down.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn insert_in_tx(&self, tx: &mut Tx<'_>) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into access_withholdings (decision_id, entry_id, subject_id, ground, reason, decided_by, decided_at)
             values ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(self.id)
        .bind(self.entry)
        .bind(self.subject.uuid())
        .bind(self.ground.map(WithholdingGround::name))
        .bind(&self.reason)
        .bind(self.by.uuid())
        .bind(self.at.to_sqlx())
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// What a person is told of the rows of the last two years that they are not shown.
///
/// # Errors
/// When the database fails.
pub(super) async fn withheld_from(kernel: &Kernel, person: PersonId) -> Result<Vec<WithheldEntry>, sqlx::Error> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select w.ground, w.decided_at from access_withheld w join access_log l using (entry_id)
         where w.subject_id = $1 and l.at >= $2 order by w.decision_id desc limit {TOLD}"
    )))
    .bind(person.uuid())
    .bind(shown_since(kernel.clock.now()).to_sqlx())
    .fetch_all(&kernel.pool)
    .await?;
    rows.iter().map(|row| told(row.try_get("ground")?, row.try_get::<SqlTimestamp, _>("decided_at")?.to_jiff())).collect()
}

fn told(ground: &str, at: Timestamp) -> Result<WithheldEntry, sqlx::Error> {
    let ground = WithholdingGround::from_name(ground).ok_or(sqlx::Error::RowNotFound)?;
    Ok(WithheldEntry { ground: ground.view().into(), decided_at: Some(timestamp(at)) })
}

/// Those of the rows that are withheld, with the reason: for who may decide it.
///
/// # Errors
/// When the database fails, or the keys.
pub(super) async fn withheld_among(kernel: &Kernel, entries: &[Uuid]) -> Result<HashMap<Uuid, Withheld>, Status> {
    let rows = sqlx::query("select entry_id, ground, reason, decided_at from access_withheld where entry_id = any ($1)").bind(entries);
    let rows = rows.fetch_all(&kernel.pool).await.map_err(grpc::fault)?;
    let mut found = Vec::new();
    for row in &rows {
        let read = || -> Result<_, sqlx::Error> {
            let told = told(row.try_get("ground")?, row.try_get::<SqlTimestamp, _>("decided_at")?.to_jiff())?;
            Ok((row.try_get::<Uuid, _>("entry_id")?, told, from_column(row.try_get("reason")?)))
        };
        found.push(read().map_err(grpc::fault)?);
    }
    let needs: Needs = found.iter().filter_map(|(_, _, reason)| reason.as_ref()).map(|blob| (blob.subject, blob.class)).collect();
    let keys = kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
    let withheld = found.into_iter().map(|(entry, told, reason)| {
        let reason = reason.and_then(|blob| keys.open(&blob)).unwrap_or_default();
        (entry, Withheld { told, reason: String::from_utf8(reason).unwrap_or_default() })
    });
    Ok(withheld.collect())
}
