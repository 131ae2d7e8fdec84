//! Statements name the columns that they read. One that asks for all of them fails in every connection that has it prepared, once a rolling
//! upgrade has given the table another column.

use syn::{
    File, LitStr,
    visit::{self, Visit},
};

use crate::Finding;

pub(crate) fn check(name: &str, file: &File) -> Vec<Finding> {
    if !name.starts_with("services/") || !name.contains("/src/") {
        return Vec::new();
    }
    let mut walk = Walk { name, findings: Vec::new() };
    walk.visit_file(file);
    walk.findings
}

struct Walk<'a> {
    name: &'a str,
    findings: Vec<Finding>,
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        if asks_for_all(&text.value()) {
            self.findings.push(Finding {
                file: self.name.to_owned(),
                line: text.span().start().line,
                reason: "a statement names the columns that it reads, not `*`".to_owned(),
            });
        }
    }
}

/// What a statement answers is what it begins with, or what it ends with. Whatever stands between has no say in it.
fn asks_for_all(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    let selects = matches!(words.as_slice(), [first, "*", "from", ..] if first.eq_ignore_ascii_case("select"));
    let returns = matches!(words.as_slice(), [.., last, all] if last.eq_ignore_ascii_case("returning") && all.ends_with('*'));
    selects || returns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r_14_a_statement_that_asks_for_all_columns_is_found() {
        for found in ["select * from a where b = $1", "\n  SELECT *\n from a", "update a set b = 1 returning *", "delete from a returning a.*"] {
            assert!(asks_for_all(found), "{found}");
        }
        for fine in ["select a, b from c", "select count(*) from a", "insert into a (b) select * from unnest($1::int[])", "* from a", ""] {
            assert!(!asks_for_all(fine), "{fine}");
        }
    }
}
