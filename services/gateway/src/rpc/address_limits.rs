//! What the contract limits by address, whoever calls: forms that are sent anonymously (SUR-07). Each kind is counted on its own.

use std::{collections::HashMap, net::IpAddr};

use chassis::Clock;
use kajo_proto::options::v1::AddressLimit;
use prost::{DecodeError, Message};
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

/// The limits that methods declare, by path. They are read off the descriptors with messages of their own: those of `prost_types` keep no option
/// of ours.
///
/// # Errors
/// When the descriptors cannot be read: no limit is taken for none.
pub(super) fn declared() -> Result<HashMap<String, AddressLimit>, DecodeError> {
    let mut limits = HashMap::new();
    for file in Files::decode(kajo_proto::DESCRIPTORS)?.file {
        for service in file.service {
            for method in service.method {
                let declared = method.options.map(|options| options.address_limit).unwrap_or_default();
                let limit = AddressLimit::try_from(declared).unwrap_or_default();
                if limit != AddressLimit::Unspecified {
                    limits.insert(format!("/{}.{}/{}", file.package, service.name, method.name), limit);
                }
            }
        }
    }
    Ok(limits)
}

/// Of `google.protobuf.FileDescriptorSet` and what is in it, as much as is needed.
#[derive(Clone, PartialEq, Message)]
struct Files {
    #[prost(message, repeated, tag = "1")]
    file: Vec<File>,
}

#[derive(Clone, PartialEq, Message)]
struct File {
    #[prost(string, tag = "2")]
    package: String,
    #[prost(message, repeated, tag = "6")]
    service: Vec<Service>,
}

#[derive(Clone, PartialEq, Message)]
struct Service {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, repeated, tag = "2")]
    method: Vec<Method>,
}

#[derive(Clone, PartialEq, Message)]
struct Method {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(message, optional, tag = "4")]
    options: Option<Options>,
}

#[derive(Clone, PartialEq, Message)]
struct Options {
    /// `kajo.options.v1.address_limit`.
    #[prost(int32, tag = "50004")]
    address_limit: i32,
}

#[cfg(test)]
mod tests {
    use kajo_proto::methods;

    use super::*;

    #[test]
    fn sur_07_what_is_limited_by_address_is_opening_and_sending_an_anonymous_form() {
        let limited = [("GetPublicForm", AddressLimit::FormOpened), ("SendPublicForm", AddressLimit::FormSent)];
        let limited = limited.map(|(name, limit)| (format!("/kajo.survey.v1.PublicFormService/{name}"), limit));
        let declared = declared().unwrap();
        assert_eq!(declared, HashMap::from(limited));
        assert!(declared.keys().all(|path| methods::find(path).is_some()), "paths as the table of methods has them");
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
