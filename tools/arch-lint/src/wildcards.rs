//! Rules name every case: a variant that is added to an enum of the domain does not slip into `_`, it asks what becomes of it.

use syn::{
    Arm, ExprMatch, File, Pat, Path,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::{Finding, purity::is_domain, services::Services};

pub(crate) fn check(name: &str, file: &File, services: &Services) -> Vec<Finding> {
    if !is_domain(name, services) {
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

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        let over_variants = choice.arms.iter().any(|arm| names_variant(&arm.pat));
        for arm in choice.arms.iter().filter(|arm| over_variants && takes_the_rest(arm)) {
            self.findings.push(Finding {
                file: self.name.to_owned(),
                line: arm.pat.span().start().line,
                reason: "rules name every case: write out what `_` stands for here".to_owned(),
            });
        }
        visit::visit_expr_match(self, choice);
    }
}

fn takes_the_rest(arm: &Arm) -> bool {
    arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_))
}

/// `Self::Open`, `Event::Ended { .. }`, `Kind::Message | Kind::Consultation(_)`: what is matched is the enum itself.
fn names_variant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Path(path) => is_variant(&path.path),
        Pat::Struct(fields) => is_variant(&fields.path),
        Pat::TupleStruct(fields) => is_variant(&fields.path),
        Pat::Or(either) => either.cases.iter().any(names_variant),
        Pat::Reference(inner) => names_variant(&inner.pat),
        Pat::Paren(inner) => names_variant(&inner.pat),
        _ => false,
    }
}

/// Of an enum: a name of a type and a name in it.
fn is_variant(path: &Path) -> bool {
    let words: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(words.as_slice(), [.., of, variant] if starts_large(of) && starts_large(variant) && variant.chars().any(char::is_lowercase))
}

fn starts_large(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_of_variants_is_found_and_a_rest_of_numbers_is_none() -> syn::Result<()> {
        let kind = "fn kind(&self) -> K {\n match self {\n Self::NotFound => K::Hidden,\n _ => K::State,\n }\n}";
        let read = "fn read(number: u32) -> Option<Self> { match number { 1 => Some(Self::A), MAX => None, _ => None } }";
        let both = "fn both(a: bool, b: bool) { match (a, b) { (true, true) => {}, _ => {} } }";
        let guarded = "fn some(of: Of) { match of { Of::One => {}, _ if late() => {}, Of::Two => {} } }";
        let file = syn::parse_file(&format!("impl R {{\n{kind}\n{read}\n}}\n{both}\n{guarded}"))?;
        let services = Services { owners: ["conversations".to_owned()].into(), crates: [].into() };
        let found: Vec<_> = check("services/conversations/src/category/mod.rs", &file, &services).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [5]);
        assert!(check("services/conversations/src/grpc/task.rs", &file, &services).is_empty());
        Ok(())
    }
}
