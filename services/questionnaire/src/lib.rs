//! Questionnaires as data (SUR-01): what stands against publishing one ([`check()`]), and what follows from answers to it ([`evaluate()`]):
//! which items are enabled, which answers count, what is wrong with them, what the scores come to. The browser has a twin of these two
//! (`frontends/shared/src/questionnaire`), and both are held to the same `vectors/`. Services that have questionnaires answered also share here what
//! whoever answers is told of scores ([`shown()`], [`without_hidden_findings()`]), and what of answers was asked elsewhere ([`answers_another()`]).
//! Nothing here does IO, reads a clock or knows a float.

mod asked;
mod check;
mod condition;
mod decimal;
mod enabled;
mod evaluate;
mod kept;
#[cfg(test)]
mod laws;
mod limits;
mod problem;
mod score;
mod shown;
mod walk;

pub use asked::{answers_another, in_order};
pub use check::check;
pub use evaluate::evaluate;
pub use shown::{shown, without_hidden_findings};
