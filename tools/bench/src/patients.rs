//! A register of patients, the same in every run: artificial personal identity codes, kept as identity keeps them, so that its own lookup
//! finds them.

use anyhow::{Context, Result};
use chassis::{
    clock::Ids,
    sealing::{Keyring, Needs, Sealing, to_column},
};
use chassis_domain::{PersonId, RetentionClass, Sealer};
use jiff::{ToSpan, civil::date};
use sqlx::PgPool;
use uuid::Uuid;

/// Individual numbers from here on are given to nobody real.
const FIRST_ARTIFICIAL: u32 = 900;
const ARTIFICIAL: u32 = 100;
/// What the check character is taken from: the nine digits modulo 31.
const CHECK: &[u8; 31] = b"0123456789ABCDEFHJKLMNPRSTUVWXY";
/// Patients written in one go.
const BATCH: u32 = 10_000;
/// As many as there are codes for, all of them born before any demo person is.
pub(crate) const MOST: u32 = 1_500_000;
/// Consent is given.
const STANDING: i16 = 1;

/// The code of the patient of this number, from 0 on.
pub(crate) fn code(number: u32) -> Result<String> {
    let born = date(1895, 1, 1).checked_add(i64::from(number / ARTIFICIAL).days())?;
    let separator = if born.year() < 1900 { '+' } else { '-' };
    let (day, month, year, individual) = (born.day(), born.month(), born.year() % 100, FIRST_ARTIFICIAL + number % ARTIFICIAL);
    let digits: u32 = format!("{day:02}{month:02}{year:02}{individual}").parse()?;
    let check = char::from(*CHECK.get((digits % 31) as usize).context("a check character")?);
    Ok(format!("{day:02}{month:02}{year:02}{separator}{individual}{check}"))
}

/// Who has it.
pub(crate) fn person(number: u32) -> PersonId {
    PersonId::from_uuid(Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + u128::from(number)))
}

/// Adds the patients from number `from` up to `until`.
pub(crate) async fn add(pool: &PgPool, keyring: &Keyring, from: u32, until: u32) -> Result<()> {
    let (ids, index) = (Ids::system(), keyring.blind_index());
    for begin in (from..until).step_by(BATCH as usize) {
        let numbers = begin..until.min(begin + BATCH);
        let needs: Needs = numbers.clone().map(|number| (person(number), RetentionClass::CareRecord)).collect();
        let keys = keyring.seal(&needs).await?;
        let mut sealing = Sealing::new(&keys, &ids);
        let (mut people, mut hashes, mut codes, mut first_names, mut last_names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for number in numbers {
            let (person, code) = (person(number), code(number)?);
            let mut sealed = |text: &str| to_column(&sealing.seal(person, RetentionClass::CareRecord, text.as_bytes()));
            people.push(person.uuid());
            hashes.push(index.exact("ssn", &code));
            codes.push(sealed(&code));
            first_names.push(sealed("Patient"));
            last_names.push(sealed(&format!("Number {number}")));
        }
        sqlx::query(
            "with hashed as (insert into patient_ssns (ssn_hash, patient_id) select * from unnest($2::bytea[], $1::uuid[]))
             insert into patients (patient_id, ssn, first_name, last_name, standing)
             select patient_id, ssn, first_name, last_name, $6
             from unnest($1::uuid[], $3::bytea[], $4::bytea[], $5::bytea[]) as new (patient_id, ssn, first_name, last_name)",
        )
        .bind(people)
        .bind(hashes)
        .bind(codes)
        .bind(first_names)
        .bind(last_names)
        .bind(STANDING)
        .execute(pool)
        .await?;
    }
    for table in ["patient_ssns", "patients", "subject_keys"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("vacuum analyze {table}"))).execute(pool).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_valid_artificial_and_different() {
        // The generator's own rule is not what it is held against.
        let valid = |number: u32| identity::ssn::Ssn::parse(&code(number).unwrap()).map(|ssn| ssn.as_str().to_owned());
        let found: HashSet<String> = (0..MOST).step_by(997).chain(0..1_000).filter_map(valid).collect();
        assert_eq!(found.len(), (0..MOST).step_by(997).chain(0..1_000).collect::<HashSet<_>>().len());
        assert_eq!(code(0).unwrap(), "010195+9000");
    }
}
