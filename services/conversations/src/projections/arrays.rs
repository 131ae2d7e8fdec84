//! Arrays of numbers within arrays: Postgres has no arrays of arrays of different lengths, so they travel as its literals.

/// `{1,2,3}`.
pub(super) fn literal(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn a_literal_is_what_postgres_writes() {
        assert_eq!((literal(&[]), literal(&[7]), literal(&[1, 22])), ("{}".to_owned(), "{7}".to_owned(), "{1,22}".to_owned()));
    }
}
