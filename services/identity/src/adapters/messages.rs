//! Messages to residents: where somebody can be reached says which way they go.

use chassis::messages::{Messages, NotSent};

use crate::resident::Point;

/// Sends by e-mail or as a text message, which has no subject.
///
/// # Errors
/// When the mail server or the SMS gateway does not take it.
pub async fn send(messages: &Messages, point: Point, to: &str, subject: &str, text: &str) -> Result<(), NotSent> {
    match point {
        Point::Email => messages.email(to, subject, text).await,
        Point::Phone => messages.sms(to, text).await,
    }
}
