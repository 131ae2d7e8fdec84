//! What a score comes to: the sum, the mean or the count over items before it that are enabled, in millionths.

use kajo_proto::survey::v1::{Item, ScoreKind, answer_value::Value};

use crate::{
    decimal,
    enabled::{Answered, Enabled},
    kept::is_choice,
};

/// Of a score that is enabled. None where an item that it needs is not answered, where none counts, and beyond what the contract can say.
pub(crate) fn value(item: &Item, before: &Enabled<'_>) -> Option<i64> {
    let score = item.score.as_ref()?;
    let named: Vec<_> = score.link_ids.iter().filter_map(|link_id| before.find(link_id)).collect();
    if !score.partial && named.iter().any(|answered| answered.values.is_empty()) {
        return None;
    }
    let value = match score.kind() {
        ScoreKind::Unspecified => None,
        ScoreKind::Sum => total(&named).map(|(sum, _)| sum),
        ScoreKind::Mean => total(&named).map(|(sum, items)| decimal::mean(sum, items, score.decimals)),
        ScoreKind::Count => (!named.is_empty()).then(|| named.iter().map(|answered| count(answered)).sum()),
    };
    value.and_then(|value| i64::try_from(value).ok())
}

/// The last of its bands that begins at the value or below, counted from 0.
pub(crate) fn band(item: &Item, value: i64) -> Option<u32> {
    let bands = item.score.iter().flat_map(|score| &score.bands);
    (0..).zip(bands).filter(|(_, band)| band.from <= value).map(|(place, _)| place).last()
}

/// The sum of amounts, and how many items have one.
fn total(named: &[&Answered<'_>]) -> Option<(i128, i128)> {
    let amounts = named.iter().filter_map(|answered| amount(answered));
    amounts.map(|amount| (amount, 1)).reduce(|(sum, items), (amount, one)| (sum + amount, items + one))
}

/// What an item gives. Options without ordinal give nothing, and so do texts, days and times.
fn amount(answered: &Answered<'_>) -> Option<i128> {
    let of_value = |value: &Value| match value {
        Value::Boolean(yes) => Some(if *yes { decimal::ONE } else { 0 }),
        Value::Integer(_) | Value::Decimal(_) => decimal::of_number(value),
        Value::Code(code) => answered.item.options.iter().find(|option| option.code == *code)?.ordinal.map(i128::from),
        Value::Text(_) | Value::Date(_) | Value::Time(_) | Value::Other(_) => None,
    };
    answered.values.iter().filter_map(of_value).reduce(|sum, amount| sum + amount)
}

/// Whether it is answered; of a choice, how many are chosen.
fn count(answered: &Answered<'_>) -> i128 {
    let most = if is_choice(answered.item.r#type()) { usize::MAX } else { 1 };
    answered.values.iter().take(most).map(|_| decimal::ONE).sum()
}

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::{Band, ItemType, Score};

    use super::*;

    fn item(link_id: &str, kind: ItemType) -> Item {
        Item { link_id: link_id.to_owned(), r#type: kind.into(), ..Item::default() }
    }

    fn choice(link_id: &str) -> Item {
        let option = |code: &str, ordinal| kajo_proto::survey::v1::Option { code: code.to_owned(), ordinal, ..Default::default() };
        Item { options: vec![option("a", Some(1_000_000)), option("b", Some(-2_500_000)), option("c", None)], ..item(link_id, ItemType::Choice) }
    }

    fn codes(codes: &[&str]) -> Vec<Value> {
        codes.iter().map(|code| Value::Code((*code).to_owned())).collect()
    }

    /// A score over these items, all of them enabled.
    fn score(kind: ScoreKind, partial: bool, answered: &[(Item, Vec<Value>)]) -> Option<i64> {
        let mut before = Enabled::default();
        for (item, values) in answered {
            before.add(item, values.clone());
        }
        let link_ids = answered.iter().map(|(item, _)| item.link_id.clone()).chain(["unknown".to_owned()]).collect();
        let score = Score { kind: kind.into(), link_ids, decimals: 1, partial, ..Score::default() };
        value(&Item { score: Some(score), ..item("score", ItemType::Score) }, &before)
    }

    #[test]
    fn sur_01_numbers_count_by_their_value_and_choices_by_their_ordinals() {
        let answered = [
            (item("integer", ItemType::Integer), vec![Value::Integer(3)]),
            (item("decimal", ItemType::Decimal), vec![Value::Decimal(250_000)]),
            (item("yes", ItemType::Boolean), vec![Value::Boolean(true)]),
            (choice("choice"), codes(&["a", "b", "c"])),
            (item("text", ItemType::Text), vec![Value::Text("5".to_owned())]),
        ];
        assert_eq!(score(ScoreKind::Sum, false, &answered), Some(2_750_000));
        assert_eq!(score(ScoreKind::Mean, false, &answered), Some(700_000), "2.75 / 4: the text gives nothing");
        assert_eq!(score(ScoreKind::Count, false, &answered), Some(7_000_000), "each of what is chosen");
        assert_eq!(score(ScoreKind::Unspecified, false, &answered), None);
    }

    #[test]
    fn sur_01_a_score_waits_for_every_item_unless_it_is_partial() {
        let answered = [(item("a", ItemType::Integer), vec![Value::Integer(3)]), (item("b", ItemType::Integer), vec![])];
        for (kind, expected) in [(ScoreKind::Sum, 3_000_000), (ScoreKind::Mean, 3_000_000), (ScoreKind::Count, 1_000_000)] {
            assert_eq!(score(kind, false, &answered), None);
            assert_eq!(score(kind, true, &answered), Some(expected));
        }
    }

    #[test]
    fn sur_01_without_anything_that_counts_there_is_no_value() {
        let without_ordinal = [(choice("choice"), codes(&["c"]))];
        assert_eq!(score(ScoreKind::Sum, false, &without_ordinal), None);
        assert_eq!(score(ScoreKind::Count, false, &without_ordinal), Some(1_000_000));
        let unanswered = [(item("a", ItemType::Integer), vec![])];
        assert_eq!((score(ScoreKind::Mean, true, &unanswered), score(ScoreKind::Count, true, &unanswered)), (None, Some(0)));
        assert_eq!((score(ScoreKind::Sum, true, &[]), score(ScoreKind::Count, true, &[])), (None, None));
        let beyond = [(item("a", ItemType::Integer), vec![Value::Integer(i64::MAX)])];
        assert_eq!(score(ScoreKind::Sum, false, &beyond), None);
    }

    #[test]
    fn sur_01_a_band_begins_at_its_first_value() {
        let bands = [-1_000_000, 0, 4_500_000].map(|from| Band { from, ..Band::default() }).to_vec();
        let item = Item { score: Some(Score { bands, ..Score::default() }), ..item("score", ItemType::Score) };
        for (value, expected) in [(-1_000_001, None), (-1_000_000, Some(0)), (-1, Some(0)), (0, Some(1)), (4_499_999, Some(1)), (4_500_000, Some(2))]
        {
            assert_eq!(band(&item, value), expected, "{value}");
        }
    }
}
