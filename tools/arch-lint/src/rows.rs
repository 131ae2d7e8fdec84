//! What the code adds has its row where people look for it: a refusal its text in the apps' catalogue, a read model its line in
//! the README of its service.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use syn::{
    ExprCall, ExprLit, File, ImplItem, ItemImpl, Lit, LitStr,
    visit::{self, Visit},
};

use crate::{Finding, services::Services};

/// The reference language: the catalogues' own check holds the other languages against it.
const CATALOGUE: &str = "frontends/shared/lang/fi.json";
/// A reason that one app alone can meet has its text there.
const OF_ONE_APP: [&str; 2] = ["frontends/resident/lang/fi.json", "frontends/practitioner/lang/fi.json"];

/// Reasons that no app can meet, or none yet, and why.
const NOT_MET: [(&str, &str); 6] = [
    ("category_archived", "no RPC changes categories yet"),
    ("queue_without_access", "no RPC changes categories yet"),
    ("name_missing", "no RPC changes categories yet"),
    ("required", "a reason of a field, shown as field.required"),
    ("imported_otherwise", "told to integrators alone, in FHIR's words"),
    ("other_patient", "told to integrators alone, in FHIR's words"),
];

/// Functions that make a refusal out of a reason, with the place of the reason among their arguments.
const MAKERS: [(&str, usize); 4] = [("status", 1), ("new", 1), ("outright", 2), ("forbidden", 0)];

/// What stands in the repository beside the code.
pub(crate) struct Rows {
    /// Path and text of each catalogue.
    catalogues: Vec<(String, String)>,
    readmes: Vec<(String, String)>,
}

impl Rows {
    pub(crate) fn read(root: &Path, services: &Services) -> Result<Self> {
        let mut readmes = Vec::new();
        for service in &services.owners {
            readmes.push((service.clone(), fs::read_to_string(root.join(format!("services/{service}/README.md")))?));
        }
        let mut catalogues = Vec::new();
        for path in [CATALOGUE].iter().chain(&OF_ONE_APP) {
            catalogues.push(((*path).to_owned(), fs::read_to_string(root.join(path))?));
        }
        Ok(Self { catalogues, readmes })
    }

    pub(crate) fn check(&self, name: &str, file: &File) -> Vec<Finding> {
        // What a test makes up is met by nobody.
        let is_of_tests = name.contains("/simulators/") || name.contains("/testkit/") || name.ends_with("/tests.rs");
        if !name.starts_with("services/") || !name.contains("/src/") || is_of_tests {
            return Vec::new();
        }
        let mut walk = Walk::default();
        walk.visit_file(file);
        let reasons = walk.reasons.iter().filter(|reason| !self.has_text(&reason.value())).map(|reason| Finding {
            file: name.to_owned(),
            line: reason.span().start().line,
            reason: format!("`{}` has no text: add error.reason.{} to {CATALOGUE} and its sisters", reason.value(), reason.value()),
        });
        let read_models = walk.read_models.iter().filter(|model| !self.is_listed(name, &model.value())).map(|model| Finding {
            file: name.to_owned(),
            line: model.span().start().line,
            reason: format!("the read model `{}` has no line in the README of its service", model.value()),
        });
        reasons.chain(read_models).collect()
    }

    fn has_text(&self, reason: &str) -> bool {
        let id = format!("\"error.reason.{reason}\"");
        NOT_MET.iter().any(|(known, _)| *known == reason) || self.catalogues.iter().any(|(_, texts)| texts.contains(&id))
    }

    /// A reason says the same wherever it is met: what two catalogues say of it is two texts, of which one is soon wrong for its field.
    pub(crate) fn check_catalogues(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut seen = BTreeSet::new();
        for (file, texts) in &self.catalogues {
            for (index, line) in texts.lines().enumerate() {
                let id = line.trim_start().strip_prefix("\"error.reason.").and_then(|rest| rest.split('"').next());
                if let Some(id) = id.filter(|id| !seen.insert((*id).to_owned())) {
                    let reason = format!("the reason `{id}` has a text in another catalogue: both apps meet it, so it stands in {CATALOGUE} alone");
                    findings.push(Finding { file: file.clone(), line: index + 1, reason });
                }
            }
        }
        findings
    }

    fn is_listed(&self, name: &str, model: &str) -> bool {
        self.readmes
            .iter()
            .find(|(service, _)| name.starts_with(&format!("services/{service}/")))
            .is_none_or(|(_, readme)| readme.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == model))
    }
}

/// Reasons and names of read models, as they stand in one file.
#[derive(Default)]
struct Walk {
    reasons: Vec<LitStr>,
    read_models: Vec<LitStr>,
    seen: BTreeSet<String>,
}

impl Walk {
    fn reason(&mut self, reason: &LitStr) {
        let value = reason.value();
        let is_code = !value.is_empty() && value.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
        if is_code && self.seen.insert(value) {
            self.reasons.push(reason.clone());
        }
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()).map(|segment| segment.ident.to_string());
        match of.as_deref() {
            Some("Refusal") => {
                let codes = item.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(function) if function.sig.ident == "code" => Some(&function.block),
                    _ => None,
                });
                for block in codes {
                    let mut texts = Texts::default();
                    texts.visit_block(block);
                    texts.0.iter().for_each(|text| self.reason(text));
                }
            }
            Some("ReadModel") => {
                for item in &item.items {
                    if let ImplItem::Const(constant) = item
                        && constant.ident == "NAME"
                    {
                        let mut texts = Texts::default();
                        texts.visit_expr(&constant.expr);
                        self.read_models.append(&mut texts.0);
                    }
                }
            }
            _ => {}
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        if called.path.segments.last().is_some_and(|name| name.ident == "refusals") {
            let mut codes = Vec::new();
            codes_of(called.tokens.clone(), &mut codes);
            for code in &codes {
                self.reason(code);
            }
        }
        visit::visit_macro(self, called);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let syn::Expr::Path(path) = call.func.as_ref()
            && let Some(function) = path.path.segments.last()
            && let Some((_, place)) = MAKERS.iter().find(|(maker, _)| function.ident == maker)
            && (function.ident != "new" || path.path.segments.iter().any(|segment| segment.ident == "Refusal"))
            && let Some(syn::Expr::Lit(ExprLit { lit: Lit::Str(reason), .. })) = call.args.iter().nth(*place)
        {
            self.reason(reason);
        }
        visit::visit_expr_call(self, call);
    }
}

/// The codes in the lines of `refusals!`: each text behind an arrow.
fn codes_of(tokens: TokenStream, codes: &mut Vec<LitStr>) {
    let mut behind_arrow = false;
    let mut before = None;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => codes_of(group.stream(), codes),
            TokenTree::Literal(literal) if behind_arrow => codes.extend(syn::parse_str::<LitStr>(&literal.to_string()).ok().map(|mut code| {
                code.set_span(literal.span());
                code
            })),
            TokenTree::Literal(_) | TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
        let sign = if let TokenTree::Punct(sign) = &token { Some(sign.as_char()) } else { None };
        behind_arrow = before == Some('=') && sign == Some('>');
        before = sign;
    }
}

#[derive(Default)]
struct Texts(Vec<LitStr>);

impl<'ast> Visit<'ast> for Texts {
    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.0.push(text.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        let readmes = vec![("conversations".to_owned(), "| task_inbox | file |".to_owned())];
        let text = "{\n  \"error.reason.not_owner\": {}\n}".to_owned();
        Rows { catalogues: vec![(CATALOGUE.to_owned(), text)], readmes }
    }

    #[test]
    fn a_reason_with_two_texts_is_found() {
        let mut rows = rows();
        assert!(rows.check_catalogues().is_empty());
        rows.catalogues.push((OF_ONE_APP[0].to_owned(), "{\n  \"error.reason.too_late\": {},\n  \"error.reason.not_owner\": {}\n}".to_owned()));
        let found: Vec<_> = rows.check_catalogues().into_iter().map(|finding| (finding.file, finding.line)).collect();
        assert_eq!(found, [(OF_ONE_APP[0].to_owned(), 3)]);
    }

    #[test]
    fn a_refusal_without_a_text_is_found() -> syn::Result<()> {
        let code = "impl Refusal for R {\n fn code(&self) -> &'static str {\n match self {\n A => \"not_owner\",\n B => \"too_late\",\n }\n }\n}";
        let made = "fn a() { let _ = Refusal::new(Code::Internal, \"broken\"); let _ = Tower::new(1, \"high\"); }";
        let lines =
            "refusals! { R {\n Self::A => \"not_owner\", State;\n Self::B { max } => \"too_long\", Input, field \"a\", params [(\"max\", max)];\n} }";
        let file = syn::parse_file(&format!("{code}\n{made}\n{lines}"))?;
        let found: Vec<_> = rows().check("services/conversations/src/a.rs", &file).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [5, 9, 12]);
        Ok(())
    }

    #[test]
    fn a_read_model_that_no_readme_knows_is_found() -> syn::Result<()> {
        let text =
            "impl ReadModel for A { const NAME: &'static str = \"task_inbox\"; }\nimpl ReadModel for B { const NAME: &'static str = \"tasks\"; }";
        let file = syn::parse_file(text)?;
        let found: Vec<_> = rows().check("services/conversations/src/projections/a.rs", &file).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [2]);
        Ok(())
    }
}
