//! A problem before it is said whose it is.

use std::collections::HashMap;

use kajo_proto::survey::v1::ItemProblem;

pub(crate) struct Problem {
    code: &'static str,
    params: HashMap<String, String>,
}

impl Problem {
    pub(crate) fn new(code: &'static str) -> Self {
        Self { code, params: HashMap::new() }
    }

    /// The problem, where there is one.
    pub(crate) fn when(is_there: bool, code: &'static str) -> Option<Self> {
        is_there.then(|| Self::new(code))
    }

    pub(crate) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    pub(crate) fn at(self, link_id: &str) -> ItemProblem {
        ItemProblem { link_id: link_id.to_owned(), code: self.code.to_owned(), params: self.params }
    }
}
