//! A public function that joins a transaction says so in its name.

use syn::{File, FnArg, Item, Signature, Type, Visibility};

use crate::{Finding, line_of};

pub(crate) fn check(name: &str, text: &str, file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for item in &file.items {
        let Item::Fn(function) = item else { continue };
        if matches!(function.vis, Visibility::Inherited) || !takes_transaction(&function.sig) {
            continue;
        }
        if !function.sig.ident.to_string().ends_with("_in_tx") {
            findings.push(Finding {
                file: name.to_owned(),
                line: line_of(text, &format!("fn {}", function.sig.ident)),
                reason: format!("`{}` joins a transaction: its name ends in _in_tx", function.sig.ident),
            });
        }
    }
    findings
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
        let text = "pub async fn save(tx: &mut Tx<'_>) {}\npub fn save_in_tx(tx: &mut Tx<'_>) {}\nfn own(tx: &mut Tx<'_>) {}";
        assert_eq!(check("a.rs", text, &syn::parse_file(text)?).len(), 1);
        Ok(())
    }
}
