//! Inside an open transaction nothing touches the database by another way: not in a function that joins one, not in the closure of
//! a unit of work. A write beside the transaction stands when the transaction does not.

use syn::{
    Expr, ExprClosure, ExprField, ExprMethodCall, File, FnArg, ImplItemFn, ItemFn, Member, Signature, Type,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::Finding;

/// Ways past the transaction that a value called `store` offers.
const BESIDE: [&str; 6] = ["execute", "transact", "load", "history", "read_log", "head"];

pub(crate) fn check(name: &str, file: &File) -> Vec<Finding> {
    let mut walk = Walk { name, inside: false, findings: Vec::new() };
    walk.visit_file(file);
    walk.findings
}

struct Walk<'a> {
    name: &'a str,
    inside: bool,
    findings: Vec<Finding>,
}

impl Walk<'_> {
    fn within(&mut self, inside: bool, visit: impl FnOnce(&mut Self)) {
        let before = self.inside;
        self.inside = before || inside;
        visit(self);
        self.inside = before;
    }

    fn report(&mut self, at: &impl Spanned, what: &str) {
        let reason = format!("{what} inside an open transaction: go through the transaction, or do it before or after");
        self.findings.push(Finding { file: self.name.to_owned(), line: at.span().start().line, reason });
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.within(joins(&function.sig), |walk| visit::visit_item_fn(walk, function));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.within(joins(&function.sig), |walk| visit::visit_impl_item_fn(walk, function));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if self.inside && call.method == "acquire" {
            self.report(call, "another connection");
        }
        if self.inside && BESIDE.iter().any(|method| call.method == method) && is_store(&call.receiver) {
            self.report(call, "the event store");
        }
        self.visit_expr(&call.receiver);
        for argument in &call.args {
            let unit = call.method == "transact" && matches!(argument, Expr::Closure(ExprClosure { .. }));
            self.within(unit, |walk| walk.visit_expr(argument));
        }
    }

    fn visit_expr_field(&mut self, field: &'ast ExprField) {
        if self.inside && matches!(&field.member, Member::Named(member) if member == "pool") {
            self.report(field, "the pool");
        }
        visit::visit_expr_field(self, field);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if self.inside && path.path.is_ident("pool") {
            self.report(path, "the pool");
        }
        visit::visit_expr_path(self, path);
    }
}

/// Named so, or handed a unit of work.
fn joins(signature: &Signature) -> bool {
    let handed = signature.inputs.iter().any(|input| {
        let FnArg::Typed(argument) = input else { return false };
        let Type::Reference(reference) = argument.ty.as_ref() else { return false };
        matches!(reference.elem.as_ref(), Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "UnitOfWork"))
    });
    handed || signature.ident.to_string().ends_with("_in_tx")
}

fn is_store(receiver: &Expr) -> bool {
    match receiver {
        Expr::Field(field) => matches!(&field.member, Member::Named(member) if member == "store"),
        Expr::Path(path) => path.path.is_ident("store"),
        Expr::Paren(inner) => is_store(&inner.expr),
        Expr::Reference(inner) => is_store(&inner.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> syn::Result<Vec<usize>> {
        Ok(check("a.rs", &syn::parse_file(text)?).into_iter().map(|finding| finding.line).collect())
    }

    #[test]
    fn a_write_beside_the_open_transaction_is_found() -> syn::Result<()> {
        let function = "async fn put_in_tx(&self, tx: &mut Tx<'_>) {\n sqlx::query(\"..\").execute(&mut **tx).await;\n sqlx::query(\"..\").execute(&self.pool).await;\n}";
        assert_eq!(lines(&format!("impl A {{\n{function}\n}}"))?, [4]);
        let unit = "fn a() {\n store.transact(meta, move |unit| {\n let known = kernel.store.load(id);\n unit.execute(id, &command)\n });\n store.load(id);\n}";
        assert_eq!(lines(unit)?, [3]);
        assert_eq!(lines("async fn send(unit: &mut UnitOfWork) { let c = pool.acquire(); }")?.len(), 2);
        Ok(())
    }

    #[test]
    fn outside_a_transaction_the_pool_is_at_hand() -> syn::Result<()> {
        assert!(lines("async fn page(pool: &PgPool) { sqlx::query(\"..\").fetch_all(pool).await; }")?.is_empty());
        Ok(())
    }
}
