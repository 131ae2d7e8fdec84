//! One line per goal: what was measured, what it is measured against, the ratio, and whether the goal is met.

use std::fmt::Write;

use serde::Serialize;

/// A figure beside its limit.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    /// What was measured.
    pub(crate) what: String,
    /// The figure, in `unit`.
    pub(crate) figure: f64,
    /// The limit from the same run, in `unit`.
    pub(crate) limit: f64,
    /// Name of the limit.
    pub(crate) against: String,
    /// Unit of both.
    pub(crate) unit: &'static str,
    /// What the goal says of the two.
    pub(crate) goal: Goal,
}

/// How a figure should stand to its limit.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) enum Goal {
    /// Figure divided by limit is at least this.
    AtLeast(f64),
    /// Figure divided by limit is at most this.
    AtMost(f64),
    /// Figure is at most the limit (which already holds the allowance).
    Within,
}

impl Line {
    fn ratio(&self) -> f64 {
        self.figure / self.limit
    }

    fn met(&self) -> bool {
        match self.goal {
            Goal::AtLeast(bound) => self.ratio() >= bound,
            Goal::AtMost(bound) => self.ratio() <= bound,
            Goal::Within => self.figure <= self.limit,
        }
    }
}

/// All lines of a run.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    lines: Vec<Line>,
    remarks: Vec<String>,
}

impl Report {
    /// Adds a line and prints it.
    #[expect(clippy::print_stdout, reason = "the report is what this program is for")]
    pub(crate) fn add(&mut self, line: Line) {
        println!("{}", row(&line));
        self.lines.push(line);
    }

    /// Adds something worth knowing that is no goal.
    #[expect(clippy::print_stdout, reason = "the report is what this program is for")]
    pub(crate) fn remark(&mut self, remark: impl Into<String>) {
        let remark = remark.into();
        println!("  {remark}");
        self.remarks.push(remark);
    }

    /// How many goals were met and missed.
    pub(crate) fn summary(&self) -> String {
        let met = self.lines.iter().filter(|line| line.met()).count();
        format!("{met} of {} goals met", self.lines.len())
    }
}

fn row(line: &Line) -> String {
    let goal = match line.goal {
        Goal::AtLeast(bound) => format!("goal >= {bound}"),
        Goal::AtMost(bound) => format!("goal <= {bound}"),
        Goal::Within => "goal: within".to_owned(),
    };
    let mut text = String::new();
    let verdict = if line.met() { "met   " } else { "MISSED" };
    let _ = write!(
        text,
        "{verdict} {:<58} {:>10} against {:>10} {} ({}): ratio {:.2}, {goal}",
        line.what,
        number(line.figure),
        number(line.limit),
        line.unit,
        line.against,
        line.ratio(),
    );
    text
}

fn number(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}
