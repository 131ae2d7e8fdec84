//! How people are reached: the form of e-mail addresses and phone numbers, whoever writes them down (PRO-02, SCH-18).

/// Most letters of an e-mail address, and of what stands before its @ (RFC 5321).
const EMAIL_MAX: usize = 254;
const LOCAL_MAX: usize = 64;
/// Country code of every phone number (PRO-02).
const COUNTRY: &str = "+358";
/// Digits after it: no Finnish number has fewer or more.
const DIGITS: std::ops::RangeInclusive<usize> = 5..=12;

/// One @, something before it, a name with a dot behind it. Whether anybody reads there, the code proves.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let of_local = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.len() <= EMAIL_MAX
        && (1..=LOCAL_MAX).contains(&local.len())
        && local.split('.').all(|part| !part.is_empty())
        && local.bytes().all(of_local)
        && domain.contains('.')
        && domain.split('.').all(label)
        && !domain.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `+358` and digits, without what people write between them.
pub fn e164(text: &str) -> Option<String> {
    let written: String = text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '(' | ')' | '\u{2013}' | '/')).collect();
    let rest = written.strip_prefix(COUNTRY)?;
    let is_number = DIGITS.contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_digit()) && !rest.starts_with('0');
    is_number.then_some(written)
}
