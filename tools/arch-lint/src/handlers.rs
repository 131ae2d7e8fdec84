//! A handler turns a request into a command, or a query into an answer. What may be done is decided in the aggregate: a handler
//! asks a loaded state by its methods, and never looks into its fields to decide. It knows no SQL: tables have files of their own.

use syn::{
    Expr, ExprIf, ExprMatch, ExprMethodCall, File, Member,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::Finding;

pub(crate) fn check(name: &str, file: &File) -> Vec<Finding> {
    if !name.starts_with("services/") || !name.contains("/src/grpc/") {
        return Vec::new();
    }
    let mut walk = Walk { name, deciding: false, findings: Vec::new() };
    walk.visit_file(file);
    walk.findings
}

struct Walk<'a> {
    name: &'a str,
    deciding: bool,
    findings: Vec<Finding>,
}

impl Walk<'_> {
    fn decide_on(&mut self, expression: &Expr) {
        let before = std::mem::replace(&mut self.deciding, true);
        self.visit_expr(expression);
        self.deciding = before;
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.decide_on(&branch.cond);
        self.visit_block(&branch.then_branch);
        if let Some((_, otherwise)) = &branch.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_match(&mut self, choice: &'ast ExprMatch) {
        self.decide_on(&choice.expr);
        for arm in &choice.arms {
            self.visit_arm(arm);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        // `aggregate.state.may(..)` asks; `aggregate.state.owner.is_some()` looks.
        if !(self.deciding && is_state(&call.receiver)) {
            self.visit_expr(&call.receiver);
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let words: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if matches!(words.as_slice(), [first, second, ..] if first == "sqlx" && second.starts_with("query")) {
            self.findings.push(Finding {
                file: self.name.to_owned(),
                line: path.span().start().line,
                reason: "a handler knows no SQL: read and write a table where its file is".to_owned(),
            });
        }
    }

    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        if self.deciding && is_state(&field.base) {
            self.findings.push(Finding {
                file: self.name.to_owned(),
                line: field.span().start().line,
                reason: "a handler decides nothing: ask the aggregate by a method, or let `decide` refuse".to_owned(),
            });
        }
        visit::visit_expr_field(self, field);
    }
}

fn is_state(expression: &Expr) -> bool {
    matches!(expression, Expr::Field(field) if matches!(&field.member, Member::Named(member) if member == "state"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sql_in_a_handler_is_found() -> syn::Result<()> {
        let file = syn::parse_file("async fn a(pool: &Pool) {\n sqlx::query(\"delete from a\").execute(pool).await;\n}")?;
        let found: Vec<_> = check("services/identity/src/grpc/session.rs", &file).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [2]);
        assert!(check("services/identity/src/own_sessions.rs", &file).is_empty());
        Ok(())
    }

    #[test]
    fn a_handler_that_decides_is_found() -> syn::Result<()> {
        let text = "fn a() {\n if known.state.owner.is_some() { refuse() }\n if known.state.may_write(by) { go() }\n view(known.state.entries)\n}";
        let file = syn::parse_file(text)?;
        let found: Vec<_> = check("services/conversations/src/grpc/task.rs", &file).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [2]);
        assert!(check("services/conversations/src/conversation/decide.rs", &file).is_empty());
        Ok(())
    }
}
