//! Refusals, a line each.

/// Says of every variant of an enum what it is as a [`Refusal`](crate::Refusal): its code and kind, then the field at fault, the values of
/// its text where it has any, and what is in the way ([`Uses`](crate::Uses)). A variant that is left out does not compile.
///
/// ```
/// use chassis_domain::Refusal as _;
///
/// #[derive(Debug, thiserror::Error)]
/// enum Refused {
///     #[error("there is no such thing")]
///     NotFound,
///     #[error("the name is too long")]
///     TooLong { max: u32 },
/// }
///
/// chassis_domain::refusals! { Refused {
///     Self::NotFound => "not_found", Hidden;
///     Self::TooLong { max } => "too_long", Input, field "name", params [("max", max.to_string())];
/// } }
///
/// let refused = Refused::TooLong { max: 40 };
/// assert_eq!((refused.code(), refused.field(), refused.params()), ("too_long", Some("name"), vec![("max", "40".to_owned())]));
/// ```
#[macro_export]
macro_rules! refusals {
    ($refusal:ty { $($variant:pat => $code:literal, $kind:ident $(, field $field:expr)? $(, params [$($param:expr),+ $(,)?])? $(, uses $uses:expr)?;)+ }) => {
        impl $refusal {
            fn told(&self) -> (&'static str, $crate::RefusalKind, Option<&'static str>, Vec<(&'static str, String)>) {
                match self {
                    $($variant => ($code, $crate::RefusalKind::$kind, $crate::refusals!(@field $($field)?), vec![$($($param),+)?].into_iter()$(.chain($uses.params()))?.collect()),)+
                }
            }
        }

        impl $crate::Refusal for $refusal {
            fn code(&self) -> &'static str {
                self.told().0
            }

            fn field(&self) -> Option<&'static str> {
                self.told().2
            }

            fn params(&self) -> Vec<(&'static str, String)> {
                self.told().3
            }

            fn kind(&self) -> $crate::RefusalKind {
                self.told().1
            }
        }
    };
    (@field) => { None };
    (@field $field:expr) => { Some($field) };
}
