//! What the contract limits by address, whoever calls: forms that are sent anonymously (SUR-07). Each kind is counted on its own.

use std::net::IpAddr;

use chassis::Clock;
use kajo_proto::options::v1::AddressLimit;
use tonic::Code;

use crate::{by_address::ByAddress, limits::Limits, refusal::Refusal};

/// Counts the calls of methods that are limited by address.
pub(crate) struct AddressLimits {
    forms_opened: ByAddress,
    forms_sent: ByAddress,
}

impl AddressLimits {
    pub(crate) fn new(clock: &Clock, limits: &Limits) -> Self {
        let counter = |most| ByAddress::new(clock.clone(), most);
        Self { forms_opened: counter(limits.forms_opened_per_address), forms_sent: counter(limits.forms_sent_per_address) }
    }

    /// Counts one more call of a method with this limit. From where it comes is asked for only when it has one.
    ///
    /// # Errors
    /// When so many came from the address lately.
    pub(crate) fn count(&self, limit: AddressLimit, from: impl FnOnce() -> Option<IpAddr>) -> Result<(), Refusal> {
        let counter = match limit {
            AddressLimit::Unspecified => return Ok(()),
            AddressLimit::FormOpened => &self.forms_opened,
            AddressLimit::FormSent => &self.forms_sent,
        };
        if counter.may(from()) { Ok(()) } else { Err(Refusal::new(Code::ResourceExhausted, "form_busy")) }
    }
}

#[cfg(test)]
mod tests {
    use kajo_proto::methods::METHODS;

    use super::*;

    #[test]
    fn sur_07_what_is_limited_by_address_is_opening_and_sending_an_anonymous_form() {
        let limited: Vec<_> = METHODS
            .iter()
            .filter(|method| method.address_limit() != AddressLimit::Unspecified)
            .map(|method| (method.path, method.address_limit()))
            .collect();
        let expected = [
            ("/kajo.survey.v1.PublicFormService/GetPublicForm", AddressLimit::FormOpened),
            ("/kajo.survey.v1.PublicFormService/SendPublicForm", AddressLimit::FormSent),
        ];
        assert_eq!(limited, expected);
    }

    #[test]
    fn sur_07_opening_and_sending_are_counted_apart_and_nothing_else_is() {
        let told = Limits { forms_opened_per_address: 2, forms_sent_per_address: 1, ..Limits::default() };
        let limits = AddressLimits::new(&Clock::system(), &told);
        let reason = |limit| limits.count(limit, || "192.0.2.1".parse().ok()).err().map(|refusal| refusal.reason());
        let busy = || Some("form_busy".to_owned());
        let opened: Vec<_> = (0..3).map(|_| reason(AddressLimit::FormOpened)).collect();
        assert_eq!(opened, [None, None, busy()]);
        let sent: Vec<_> = (0..2).map(|_| reason(AddressLimit::FormSent)).collect();
        assert_eq!(sent, [None, busy()]);
        assert!((0..5).all(|_| reason(AddressLimit::Unspecified).is_none()));
    }
}
