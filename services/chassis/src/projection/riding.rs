//! Read models that an event changes by one statement at the most: it rides along with the append of the event, in the same statement.
//! A command that changes no other read model then needs no transaction around it, and goes to the database once.

use std::sync::Arc;

use futures::future::BoxFuture;
use sqlx::{AssertSqlSafe, Encode, PgConnection, Postgres, Type, postgres::PgArguments, query::Query};

use super::{InlineProjection, ProjectionError, ReadModel};
use crate::{
    database::Tx,
    store::{RawRecorded, StoreError},
};

type PgQuery<'q> = Query<'q, Postgres, PgArguments>;
type Bind = Box<dyn for<'q> FnOnce(PgQuery<'q>) -> PgQuery<'q> + Send>;

/// A statement with its values.
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

    async fn execute(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
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
pub struct Riding<P>(pub P);

/// What a read model does about events that are about to be appended.
pub enum Ride {
    /// Nothing.
    Nothing,
    /// One statement, which may be part of the append.
    Along(Statement),
    /// What has to follow the append, in its transaction.
    Apart,
}

impl Ride {
    /// Of a read model that takes events of these categories in its own way.
    pub(super) fn apart(categories: &[&str], events: &[RawRecorded]) -> Self {
        if events.iter().any(|event| categories.contains(&event.category.as_str())) { Self::Apart } else { Self::Nothing }
    }
}

impl<P: OneStatement> InlineProjection for Riding<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn version(&self) -> u32 {
        P::VERSION
    }

    fn tables(&self) -> &'static [&'static str] {
        P::TABLES
    }

    fn ride(&self, events: &[RawRecorded]) -> Result<Ride, ProjectionError> {
        let mut along = Ride::Nothing;
        for event in events.iter().filter(|event| P::CATEGORIES.contains(&event.category.as_str())) {
            let Some(statement) = P::statement(event)? else { continue };
            // Parts of one statement do not see what the others write.
            if matches!(along, Ride::Along(_)) {
                return Ok(Ride::Apart);
            }
            along = Ride::Along(statement);
        }
        Ok(along)
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

/// What rides along with the append of `events`, and the read models that have to follow it.
pub(crate) fn riders<'i>(
    inline: &'i [Arc<dyn InlineProjection>],
    events: &[RawRecorded],
) -> Result<(Vec<Statement>, Vec<&'i dyn InlineProjection>), StoreError> {
    let (mut along, mut apart) = (Vec::new(), Vec::new());
    for projection in inline {
        match projection.ride(events).map_err(|error| StoreError::Projection(projection.name(), error))? {
            Ride::Nothing => {}
            Ride::Along(statement) => along.push(statement),
            Ride::Apart => apart.push(projection.as_ref()),
        }
    }
    Ok((along, apart))
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
