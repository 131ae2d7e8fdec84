//! Questionnaires as data (SUR-01): what stands against publishing one ([`check()`]), and what follows from answers to it ([`evaluate()`]):
//! which items are enabled, which answers count, what is wrong with them, what the scores come to. The browser has a twin of this
//! (`frontends/shared/src/questionnaire`), and both are held to the same `vectors/`. Nothing here does IO, reads a clock or knows a float.

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
mod walk;

pub use check::check;
pub use evaluate::evaluate;
