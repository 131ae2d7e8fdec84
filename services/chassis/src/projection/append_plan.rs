//! What read models do about an event, where it can be part of the statement that appends the event: a command that changes no other
//! read model then needs no transaction around it, and goes to the database once. Also those that an event changes by one statement at
//! the most, whatever it says, so that nothing has to be read before.

use std::sync::Arc;

use futures::future::{BoxFuture, try_join_all};
use sqlx::{AssertSqlSafe, Encode, PgConnection, Postgres, Type, postgres::PgArguments, query::Query};

use super::{InlineProjection, ProjectionError, ReadModel};
use crate::{
    database::{Pool, Tx},
    store::{RawRecorded, StoreError},
};

type PgQuery<'q> = Query<'q, Postgres, PgArguments>;
type Bind = Box<dyn for<'q> FnOnce(PgQuery<'q>) -> PgQuery<'q> + Send>;

/// A statement, or a condition, with its values.
pub struct Statement {
    sql: &'static str,
    values: Vec<Bind>,
}

impl Statement {
    /// A statement whose parameters are `$1` and so on. It sees the database as it was before the event was appended.
    pub const fn new(sql: &'static str) -> Self {
        Self { sql, values: Vec::new() }
    }

    /// The value of the next parameter.
    #[must_use]
    pub fn bind<T>(mut self, value: T) -> Self
    where
        T: for<'q> Encode<'q, Postgres> + Type<Postgres> + Send + 'static,
    {
        self.values.push(Box::new(move |query| query.bind(value)));
        self
    }

    /// How many parameters it has.
    pub(crate) const fn parameters(&self) -> usize {
        self.values.len()
    }

    /// The same statement with its first parameter at number `first`, for a part of a larger one.
    pub(crate) fn sql_from(&self, first: usize) -> String {
        let mut parts = self.sql.split('$');
        let mut sql = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.len() - part.trim_start_matches(|each: char| each.is_ascii_digit()).len();
            let (number, rest) = part.split_at(digits);
            let number = number.parse::<usize>().map_or_else(|_| number.to_owned(), |number| (number + first - 1).to_string());
            sql.extend(["$", &number, rest]);
        }
        sql
    }

    /// The values, behind those that the query has already.
    pub(crate) fn bind_to(self, query: PgQuery<'_>) -> PgQuery<'_> {
        self.values.into_iter().fold(query, |query, bind| bind(query))
    }

    pub(crate) async fn execute(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let sql = self.sql;
        self.bind_to(sqlx::query(AssertSqlSafe(sql))).execute(connection).await?;
        Ok(())
    }
}

/// A read model that each event changes by one statement at the most, which reads nothing that the same command writes.
pub trait OneStatement: ReadModel {
    /// What an event does to the tables; `None`: nothing. The event has no number of its fact yet.
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError>;
}

/// A [`OneStatement`] read model, as the service takes it.
pub struct InStatement<P>(pub P);

/// What is part of an append.
#[derive(Default)]
pub struct AppendPlan {
    /// None of them sees what another one writes.
    pub statements: Vec<Statement>,
    /// What must hold at the append, which is otherwise a conflict: begun anew.
    pub provided: Vec<Statement>,
}

/// What is known only when something was read.
pub type Reading<'e> = Box<dyn FnOnce(&'e Pool) -> BoxFuture<'e, Result<AppendPlan, ProjectionError>> + Send + 'e>;

/// What a read model does about events that are about to be appended.
pub enum Plan<'e> {
    /// Nothing.
    Nothing,
    /// What may be part of the append.
    InStatement(AppendPlan),
    /// The same, behind a reading. In a transaction, which may have written already, it follows the append.
    AfterRead(Reading<'e>),
    /// What has to follow the append, in its transaction.
    InTransaction,
}

impl Plan<'_> {
    /// Of a read model that takes events of these categories in its own way.
    pub(super) fn in_transaction(categories: &[&str], events: &[RawRecorded]) -> Self {
        if events.iter().any(|event| categories.contains(&event.category.as_str())) { Self::InTransaction } else { Self::Nothing }
    }
}

impl<P: OneStatement> InlineProjection for InStatement<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn version(&self) -> u32 {
        P::VERSION
    }

    fn tables(&self) -> &'static [&'static str] {
        P::TABLES
    }

    fn categories(&self) -> &'static [&'static str] {
        P::CATEGORIES
    }

    fn ddl(&self) -> Option<&'static str> {
        P::DDL
    }

    fn plan<'e>(&self, events: &'e [RawRecorded]) -> Result<Plan<'e>, ProjectionError> {
        let mut plan = AppendPlan::default();
        for event in events.iter().filter(|event| P::CATEGORIES.contains(&event.category.as_str())) {
            plan.statements.extend(P::statement(event)?);
        }
        Ok(match plan.statements.len() {
            0 => Plan::Nothing,
            1 => Plan::InStatement(plan),
            // Parts of one statement do not see what the others write.
            _ => Plan::InTransaction,
        })
    }

    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>> {
        Box::pin(async move {
            for event in events.iter().filter(|event| P::CATEGORIES.contains(&event.category.as_str())) {
                if let Some(statement) = P::statement(event)? {
                    statement.execute(tx).await?;
                }
            }
            Ok(())
        })
    }
}

/// What the read models of a service do about events that are about to be appended.
#[derive(Default)]
pub(crate) struct Plans<'i, 'e> {
    plan: AppendPlan,
    after_read: Vec<(&'i dyn InlineProjection, Reading<'e>)>,
    in_transaction: Vec<&'i dyn InlineProjection>,
}

impl<'i, 'e> Plans<'i, 'e> {
    pub(crate) fn of(inline: &'i [Arc<dyn InlineProjection>], events: &'e [RawRecorded]) -> Result<Self, StoreError> {
        let mut plans = Self::default();
        for projection in inline {
            match projection.plan(events).map_err(|error| StoreError::Projection(projection.name(), error))? {
                Plan::Nothing => {}
                Plan::InStatement(plan) => plans.plan.extend(plan),
                Plan::AfterRead(reading) => plans.after_read.push((projection.as_ref(), reading)),
                Plan::InTransaction => plans.in_transaction.push(projection.as_ref()),
            }
        }
        Ok(plans)
    }

    /// All of what they do; `None` when one of them has to follow the append.
    pub(crate) async fn read(self, pool: &'e Pool) -> Result<Option<AppendPlan>, StoreError> {
        if !self.in_transaction.is_empty() {
            return Ok(None);
        }
        let mut plan = self.plan;
        let read = self
            .after_read
            .into_iter()
            .map(|(projection, reading)| async move { reading(pool).await.map_err(|error| StoreError::Projection(projection.name(), error)) });
        for more in try_join_all(read).await? {
            plan.extend(more);
        }
        Ok(Some(plan))
    }

    /// What is part of an append in a transaction, and who follows it there.
    pub(crate) fn in_tx(self) -> (AppendPlan, Vec<&'i dyn InlineProjection>) {
        let mut in_transaction = self.in_transaction;
        in_transaction.extend(self.after_read.into_iter().map(|(projection, _)| projection));
        (self.plan, in_transaction)
    }
}

impl AppendPlan {
    fn extend(&mut self, more: Self) {
        self.statements.extend(more.statements);
        self.provided.extend(more.provided);
    }
}

#[cfg(test)]
mod tests {
    use super::Statement;

    #[test]
    fn a_part_of_a_larger_statement_counts_its_parameters_on() {
        let statement = Statement::new("update t set a = $1, b = $10 where c = $2::uuid and d = '$'").bind(1_i64);
        assert_eq!(statement.sql_from(18), "update t set a = $18, b = $27 where c = $19::uuid and d = '$'");
        assert_eq!(statement.sql_from(1), statement.sql);
        assert_eq!(statement.parameters(), 1);
    }
}
