//! Keyset paging: a page goes on behind the last row that was seen, however far down the list that is.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis_domain::{Timestamp, Uuid};

/// The last row of the page before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Its time of activity.
    pub at: Timestamp,
    /// Its conversation.
    pub id: Uuid,
}

/// A page request's token could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the page token is not one of ours")]
pub struct PageToken;

impl chassis_domain::Refusal for PageToken {
    fn code(&self) -> &'static str {
        "invalid_page_token"
    }

    fn field(&self) -> Option<&'static str> {
        Some("page.token")
    }

    fn kind(&self) -> chassis_domain::RefusalKind {
        chassis_domain::RefusalKind::Input
    }
}

impl Cursor {
    /// As it travels in a request; an empty token is the first page.
    pub fn parse(token: &str) -> Result<Option<Self>, PageToken> {
        if token.is_empty() {
            return Ok(None);
        }
        let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| PageToken)?;
        let (at, id) = bytes.split_first_chunk::<8>().ok_or(PageToken)?;
        let at = Timestamp::from_microsecond(i64::from_be_bytes(*at)).map_err(|_| PageToken)?;
        Ok(Some(Self { at, id: Uuid::from_slice(id).map_err(|_| PageToken)? }))
    }

    /// As it travels in an answer. Postgres keeps microseconds, and so does the token.
    pub fn token(&self) -> String {
        let mut bytes = self.at.as_microsecond().to_be_bytes().to_vec();
        bytes.extend_from_slice(self.id.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }
}

/// How many rows a page has: what was asked for, 50 when nothing was, never more than 200.
pub(crate) fn size(asked: u32) -> usize {
    match asked {
        0 => 50,
        asked => asked.min(200) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_comes_back_as_it_went() {
        let cursor = Cursor { at: Timestamp::from_microsecond(1_764_000_000_123_456).expect("in range"), id: Uuid::from_u128(7) };
        assert_eq!(Cursor::parse(&cursor.token()), Ok(Some(cursor)));
        assert_eq!(Cursor::parse(""), Ok(None));
        assert_eq!(Cursor::parse("nonsense"), Err(PageToken));
    }
}
