//! Read models, one file each: table, fold, queries.

pub(crate) mod execution_pages;
pub(crate) mod executions;
pub(crate) mod paths_of_categories;
