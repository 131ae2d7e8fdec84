//! Keyset paging: a page goes on behind the last row that was seen, however far down the list that is.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis_domain::{Refusal, RefusalKind, Timestamp};
use uuid::Uuid;

/// The last row of the page before, of a list in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeCursor {
    /// Its time.
    pub at: Timestamp,
    /// Its id.
    pub id: Uuid,
}

/// The last row of the page before, of a list in the order of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameCursor {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: Uuid,
}

/// A page request's token could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the page token is not one of ours")]
pub struct PageToken;

impl Refusal for PageToken {
    fn code(&self) -> &'static str {
        "invalid_page_token"
    }

    fn field(&self) -> Option<&'static str> {
        Some("page.token")
    }

    fn kind(&self) -> RefusalKind {
        RefusalKind::Input
    }
}

impl TimeCursor {
    /// As it travels in a request; an empty token is the first page.
    ///
    /// # Errors
    /// When the token is none of ours.
    pub fn parse(token: &str) -> Result<Option<Self>, PageToken> {
        let Some(bytes) = decoded(token)? else { return Ok(None) };
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

impl NameCursor {
    /// As it travels in a request; an empty token is the first page.
    ///
    /// # Errors
    /// When the token is none of ours.
    pub fn parse(token: &str) -> Result<Option<Self>, PageToken> {
        let Some(bytes) = decoded(token)? else { return Ok(None) };
        let (id, name) = bytes.split_first_chunk::<16>().ok_or(PageToken)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| PageToken)?;
        Ok(Some(Self { name, id: Uuid::from_bytes(*id) }))
    }

    /// As it travels in an answer. For names of things, not of people: whoever asks can read it.
    pub fn token(&self) -> String {
        URL_SAFE_NO_PAD.encode([self.id.as_bytes(), self.name.as_bytes()].concat())
    }
}

fn decoded(token: &str) -> Result<Option<Vec<u8>>, PageToken> {
    if token.is_empty() { Ok(None) } else { URL_SAFE_NO_PAD.decode(token).map(Some).map_err(|_| PageToken) }
}

/// How many rows a page has: what was asked for, 50 when nothing was, never more than 200.
pub fn size(asked: u32) -> usize {
    match asked {
        0 => 50,
        asked => asked.min(200) as usize,
    }
}

/// Takes off what was read beyond the page only to know that it is there: then the token of the last row, by which the next page
/// goes on; otherwise an empty one.
pub fn cut<Row>(rows: &mut Vec<Row>, size: usize, token: impl FnOnce(&Row) -> String) -> String {
    if rows.len() <= size {
        return String::new();
    }
    rows.truncate(size);
    rows.last().map(token).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_comes_back_as_it_went() {
        let cursor = TimeCursor { at: Timestamp::from_microsecond(1_764_000_000_123_456).expect("in range"), id: Uuid::from_u128(7) };
        assert_eq!(TimeCursor::parse(&cursor.token()), Ok(Some(cursor)));
        let cursor = NameCursor { name: "Äänekoski".to_owned(), id: Uuid::from_u128(7) };
        assert_eq!(NameCursor::parse(&cursor.token()), Ok(Some(cursor)));
        assert_eq!((TimeCursor::parse(""), NameCursor::parse("")), (Ok(None), Ok(None)));
        for nonsense in ["nonsense", "!", "AAAA"] {
            assert_eq!((TimeCursor::parse(nonsense), NameCursor::parse(nonsense)), (Err(PageToken), Err(PageToken)), "{nonsense}");
        }
    }

    #[test]
    fn a_page_has_a_token_only_when_there_is_more() {
        for (read, size, left, token) in [(vec![1, 2, 3], 2, vec![1, 2], "2"), (vec![1, 2], 2, vec![1, 2], ""), (vec![], 2, vec![], "")] {
            let mut rows = read;
            assert_eq!((cut(&mut rows, size, i32::to_string), rows), (token.to_owned(), left));
        }
    }
}
