//! A function that joins a transaction and can be called from elsewhere says so in its name: free ones, methods, and those that a
//! trait asks for.

use syn::{
    File, FnArg, ImplItemFn, ItemFn, Signature, TraitItemFn, Type, Visibility,
    visit::{self, Visit},
};

use crate::Finding;

pub(crate) fn check(name: &str, file: &File) -> Vec<Finding> {
    let mut walk = Walk { name, findings: Vec::new() };
    walk.visit_file(file);
    walk.findings
}

struct Walk<'a> {
    name: &'a str,
    findings: Vec<Finding>,
}

impl Walk<'_> {
    fn look(&mut self, signature: &Signature) {
        if takes_transaction(signature) && !signature.ident.to_string().ends_with("_in_tx") {
            self.findings.push(Finding {
                file: self.name.to_owned(),
                line: signature.ident.span().start().line,
                reason: format!("`{}` joins a transaction: its name ends in _in_tx", signature.ident),
            });
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if !matches!(function.vis, Visibility::Inherited) {
            self.look(&function.sig);
        }
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        if !matches!(function.vis, Visibility::Inherited) {
            self.look(&function.sig);
        }
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.look(&function.sig);
    }
}

fn takes_transaction(signature: &Signature) -> bool {
    signature.inputs.iter().any(|input| {
        let FnArg::Typed(argument) = input else { return false };
        let Type::Reference(reference) = argument.ty.as_ref() else { return false };
        let Type::Path(path) = reference.elem.as_ref() else { return false };
        path.path.segments.last().is_some_and(|segment| segment.ident == "Tx")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_hides_its_transaction_is_found() -> syn::Result<()> {
        let free = "pub async fn save(tx: &mut Tx<'_>) {}\npub fn save_in_tx(tx: &mut Tx<'_>) {}\nfn own(tx: &mut Tx<'_>) {}";
        let methods =
            "impl A {\n pub fn put(&self, tx: &mut Tx<'_>) {}\n fn own(&self, tx: &mut Tx<'_>) {}\n}\ntrait B {\n fn keep(tx: &mut Tx<'_>);\n}";
        let found: Vec<_> = check("a.rs", &syn::parse_file(&format!("{free}\n{methods}"))?).into_iter().map(|finding| finding.line).collect();
        assert_eq!(found, [1, 5, 9]);
        Ok(())
    }
}
