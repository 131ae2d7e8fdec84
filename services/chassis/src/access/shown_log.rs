//! What a person is shown of a service's access log, and what those read and decide who may withhold rows of it from them (Act 703/2023,
//! section 11). A service says which rows it shows and what they tell, in an [`AccessTable`]; its RPCs only put that into their words.

use chassis_domain::{PersonId, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::common::v1::{AccessLogProof, PageRequest, WithheldEntry, WithholdingGround as GroundView};
use prost::Message;
use sqlx::{Row as _, postgres::PgRow};
use tonic::{Code, Status};
use uuid::Uuid;

use super::{Rpc, WithholdingGround, proof, withholding};
use crate::{
    grpc,
    page::{self, TimeCursor},
    service::Kernel,
};

/// What the log calls reading itself.
const LOG: &str = "access_log";

/// Which rows a person is shown, and what they tell.
#[derive(Debug)]
pub struct AccessTable<Category: 'static> {
    /// Of what professionals do.
    pub professionals: Shows<Category>,
    /// Of what is done on the person's behalf.
    pub on_behalf: Shows<Category>,
}

/// Rows of one kind of doer.
#[derive(Debug)]
pub struct Shows<Category: 'static> {
    /// On these grounds alone; on any when there are none.
    pub grounds: &'static [&'static str],
    /// What a method does, by its name without the service.
    pub methods: &'static [(&'static str, Category)],
    /// What every other method does. `None`: no other is shown.
    pub others: Option<Category>,
}

impl<Category: Copy> Shows<Category> {
    fn category(&self, method: &str) -> Option<Category> {
        self.methods.iter().find(|(name, _)| *name == method).map(|(_, category)| *category).or(self.others)
    }

    /// As a condition on a row; every word of it stands in the code.
    fn sql(&self) -> String {
        let among = |column: &str, words: Vec<&str>| format!(" and {column} in ('{}')", words.join("','"));
        let methods: Vec<_> = self.methods.iter().map(|(name, _)| *name).collect();
        let grounds = if self.grounds.is_empty() { String::new() } else { among("l.ground", self.grounds.to_vec()) };
        let methods = if self.others.is_some() { String::new() } else { among("split_part(l.method, '/', 3)", methods) };
        grounds + &methods
    }
}

/// A row that is shown to the person whom it is about, unless it is withheld.
#[derive(Clone, Debug)]
pub struct ShownRow<Category> {
    /// Which.
    pub entry_id: Uuid,
    /// When.
    pub at: Timestamp,
    /// What was done.
    pub category: Category,
    /// The professional who did it.
    pub professional: Option<Uuid>,
    /// In which role.
    pub role: Option<Uuid>,
    /// Where.
    pub location: Option<Uuid>,
    /// Who did it on the person's behalf.
    pub representative: Option<Uuid>,
    /// On what ground.
    pub ground: String,
    /// To what. `None`: no single thing.
    pub object: Option<Uuid>,
    /// Who acted, also in whose name.
    actor: Option<Uuid>,
}

/// A page of a person's own log.
#[derive(Clone, Debug)]
pub struct OwnPage<Category> {
    /// What is shown, the newest first.
    pub rows: Vec<ShownRow<Category>>,
    /// Empty: there are no more.
    pub next_page_token: String,
    /// What is not among them, on the first page.
    pub withheld: Vec<WithheldEntry>,
}

/// A row as those see it who may withhold it.
#[derive(Clone, Debug)]
pub struct ReviewedRow<Category> {
    /// The row.
    pub row: ShownRow<Category>,
    /// `None`: the person sees it.
    pub withheld: Option<WithheldEntry>,
    /// Why, in the words of who decided it.
    pub reason: String,
    /// Whether the caller may decide about it: nobody decides about their own doing.
    pub may_withhold: bool,
}

/// A person's record that the caller may read, and so may see who has read it.
#[derive(Clone, Debug)]
pub struct ReadRecord {
    /// Whose it is.
    pub subject: PersonId,
    /// Which, as the log names it.
    pub id: Uuid,
    /// By what right the caller reads it.
    pub right: &'static str,
    /// The objects that belong to it; `None`: all about the person.
    pub objects: Option<Vec<Uuid>>,
}

/// The access log of a service, as it is shown.
#[derive(Clone)]
pub struct ShownLog<Category: 'static> {
    kernel: Kernel,
    table: &'static AccessTable<Category>,
}

impl<Category: Copy + Send + Sync> ShownLog<Category> {
    /// What a service shows of its log.
    pub fn new(kernel: Kernel, table: &'static AccessTable<Category>) -> Self {
        Self { kernel, table }
    }

    /// A page of what the caller is shown about themselves, of the last two years: what is older is given on a special reason alone.
    ///
    /// # Errors
    /// For who acts on another's behalf, for a wrong token, or when the database fails.
    pub async fn own(&self, rpc: &Rpc, page: Option<PageRequest>) -> Result<OwnPage<Category>, Status> {
        let person = in_own_name(rpc)?;
        let is_first = page.as_ref().is_none_or(|page| page.token.is_empty());
        let (rows, next_page_token) = self.page(person, None, false, page).await?;
        let withheld = if is_first { withholding::withheld_from(&self.kernel, person).await.map_err(grpc::fault)? } else { Vec::new() };
        rpc.log_access(&self.kernel, Some(person), (LOG, None), "own").await?;
        Ok(OwnPage { rows, next_page_token, withheld })
    }

    /// Every row about the caller of the last two years, with the proof that it stands in the log unchanged.
    ///
    /// # Errors
    /// As [`Self::own`].
    pub async fn prove(&self, rpc: &Rpc, page_token: &str) -> Result<AccessLogProof, Status> {
        let person = in_own_name(rpc)?;
        rpc.log_access(&self.kernel, Some(person), (LOG, None), "own").await?;
        proof::prove(&self.kernel, person, page_token).await
    }

    /// Who has read a record: what its person is shown, and what is withheld from them. With the token of the next page.
    ///
    /// # Errors
    /// For a wrong token, or when the database fails, or the keys.
    pub async fn of_record(&self, rpc: &Rpc, record: ReadRecord, page: Option<PageRequest>) -> Result<(Vec<ReviewedRow<Category>>, String), Status> {
        let reader = rpc.person()?;
        let (rows, next) = self.page(record.subject, record.objects.as_deref(), true, page).await?;
        rpc.log_access(&self.kernel, Some(record.subject), (LOG, Some(record.id)), record.right).await?;
        let mut withheld = withholding::withheld_among(&self.kernel, &rows.iter().map(|row| row.entry_id).collect::<Vec<_>>()).await?;
        let reviewed = rows.into_iter().map(|row| {
            let decided = withheld.remove(&row.entry_id);
            let (withheld, reason) = decided.map(|found| (Some(found.told), found.reason)).unwrap_or_default();
            let may_withhold = row.decided(record.subject).may_be_withheld_by(reader);
            ReviewedRow { row, withheld, reason, may_withhold }
        });
        Ok((reviewed.collect(), next))
    }

    /// Withholds an entry about a record from its person, on a ground of the law and for a reason, or changes these.
    ///
    /// # Errors
    /// When there is no such entry, for one's own doing, or when the store fails.
    pub async fn withhold(
        &self,
        rpc: &Rpc,
        request: &impl Message,
        (record, entry_id): (ReadRecord, &str),
        ground: GroundView,
        reason: &str,
    ) -> Result<(), Status> {
        let ground = WithholdingGround::from_view(ground).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        self.decide(rpc, request, (record, entry_id), Some(ground), reason).await
    }

    /// Shows an entry about a record again.
    ///
    /// # Errors
    /// As [`Self::withhold`].
    pub async fn show(&self, rpc: &Rpc, request: &impl Message, entry: (ReadRecord, &str)) -> Result<(), Status> {
        self.decide(rpc, request, entry, None, "").await
    }

    /// Who of these people have acted on a person's behalf.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn have_acted(&self, person: Uuid, people: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
        sqlx::query_scalar("select distinct impersonator_id from access_log where subject_id = $1 and impersonator_id = any ($2)")
            .bind(person)
            .bind(people)
            .fetch_all(&self.kernel.pool)
            .await
    }

    async fn decide(
        &self,
        rpc: &Rpc,
        request: &impl Message,
        (record, entry_id): (ReadRecord, &str),
        ground: Option<WithholdingGround>,
        reason: &str,
    ) -> Result<(), Status> {
        let entry = Uuid::try_parse(entry_id).map_err(|_| grpc::not_found())?;
        let found = self.find(&record, entry).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        withholding::decide(&self.kernel, rpc, request, (found.decided(record.subject), record.right), ground, reason).await
    }

    async fn page(
        &self,
        person: PersonId,
        objects: Option<&[Uuid]>,
        with_withheld: bool,
        page: Option<PageRequest>,
    ) -> Result<(Vec<ShownRow<Category>>, String), Status> {
        let page = page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "{} and l.at >= $3 and ($4::timestamptz is null or (l.at, l.entry_id) < ($4, $5))
               and ($6 or not exists (select from access_withheld w where w.entry_id = l.entry_id))
             order by l.at desc, l.entry_id desc limit $7",
            self.select()
        )))
        .bind(person.uuid())
        .bind(objects)
        .bind(proof::shown_since(self.kernel.clock.now()).to_sqlx())
        .bind(after.map(|after| after.at.to_sqlx()))
        .bind(after.map(|after| after.id))
        .bind(with_withheld)
        .bind(i64::try_from(size + 1).unwrap_or(i64::MAX))
        .fetch_all(&self.kernel.pool)
        .await
        .map_err(grpc::fault)?;
        let mut rows = rows.iter().map(|row| self.read(row)).collect::<Result<Vec<_>, _>>().map_err(grpc::fault)?;
        let next = page::cut(&mut rows, size, |row| TimeCursor { at: row.at, id: row.entry_id }.token());
        Ok((rows, next))
    }

    /// One of them, withheld or not, however old.
    async fn find(&self, record: &ReadRecord, entry: Uuid) -> Result<Option<ShownRow<Category>>, sqlx::Error> {
        let row = sqlx::query(sqlx::AssertSqlSafe(format!("{} and l.entry_id = $3", self.select())))
            .bind(record.subject.uuid())
            .bind(record.objects.as_deref())
            .bind(entry)
            .fetch_optional(&self.kernel.pool)
            .await?;
        row.as_ref().map(|row| self.read(row)).transpose()
    }

    /// Rows about a person, by the first value, and about some objects alone, by the second.
    fn select(&self) -> String {
        let AccessTable { professionals, on_behalf } = self.table;
        format!(
            "select l.entry_id, l.at, split_part(l.method, '/', 3) as method, l.actor_id, l.role_id, l.location_id, l.object_id, l.ground,
                    l.impersonator_id
             from access_log l where l.subject_id = $1 and ($2::uuid[] is null or l.object_id = any ($2))
               and ((l.actor_kind = 'practitioner'{}) or (l.impersonator_id is not null{}))",
            professionals.sql(),
            on_behalf.sql()
        )
    }

    fn read(&self, row: &PgRow) -> Result<ShownRow<Category>, sqlx::Error> {
        let representative: Option<Uuid> = row.try_get("impersonator_id")?;
        let shows = if representative.is_some() { &self.table.on_behalf } else { &self.table.professionals };
        let actor: Option<Uuid> = row.try_get("actor_id")?;
        let of_professional = |id: Option<Uuid>| id.filter(|_| representative.is_none());
        Ok(ShownRow {
            entry_id: row.try_get("entry_id")?,
            at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff(),
            category: shows.category(row.try_get("method")?).ok_or(sqlx::Error::RowNotFound)?,
            professional: of_professional(actor),
            role: of_professional(row.try_get("role_id")?),
            location: of_professional(row.try_get("location_id")?),
            representative,
            ground: row.try_get("ground")?,
            object: row.try_get("object_id")?,
            actor,
        })
    }
}

impl<Category> ShownRow<Category> {
    /// As what may be withheld.
    const fn decided(&self, subject: PersonId) -> withholding::Shown {
        withholding::Shown { entry: self.entry_id, subject, doers: [self.actor, self.representative] }
    }
}

/// The caller in their own name. Who looked at a represented person concerns health and social matters alike, and that person alone.
///
/// # Errors
/// `PERMISSION_DENIED` for who acts on another's behalf.
pub fn in_own_name(rpc: &Rpc) -> Result<PersonId, Status> {
    if rpc.caller.impersonator().is_some() { Err(grpc::status(Code::PermissionDenied, "mandate_missing", &[])) } else { rpc.person() }
}
