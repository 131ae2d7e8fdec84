//! Whose answers the caller reads (SUR-05): by what the survey says itself, otherwise by what its domain does.

use std::collections::{HashMap, HashSet};

use chassis::{Kernel, access::Rpc, admin_record};
use chassis_domain::{Matter, Uuid};
use tonic::Status;

use crate::survey_access::{DOMAINS, Details, of_domain};

/// Whether somebody reads who works in this role at this location. Who has not said where they work reads nothing.
pub(crate) fn reads(details: &Details, role: Option<Uuid>, location: Option<Uuid>) -> bool {
    role.zip(location).is_some_and(|(role, location)| details.admits(role, location))
}

/// Of these surveys, each with its domain, those whose answers the caller reads, in the role and at the location in which they work now.
///
/// # Errors
/// When the database fails.
pub(crate) async fn readable(kernel: &Kernel, rpc: &Rpc, surveys: impl IntoIterator<Item = (Uuid, Matter)>) -> Result<HashSet<Uuid>, Status> {
    let surveys: Vec<_> = surveys.into_iter().collect();
    let ids: Vec<_> = surveys.iter().map(|(survey, _)| *survey).chain(DOMAINS.map(|(_, domain)| domain)).collect();
    let kept = admin_record::details_of::<Details>(&kernel.pool, &ids).await?;
    let kept = kept.into_iter().filter(|(_, _, is_cleared)| !is_cleared).map(|(id, details, _)| (id, details)).collect();
    let (role, location) = (rpc.caller.role(), rpc.caller.location());
    Ok(read_of(&kept, &surveys, role, location))
}

/// Of these surveys, those that are read by somebody in this role at this location, of all that is said and not cleared.
fn read_of(kept: &HashMap<Uuid, Details>, surveys: &[(Uuid, Matter)], role: Option<Uuid>, location: Option<Uuid>) -> HashSet<Uuid> {
    let in_charge = |survey: &Uuid, matter: Matter| kept.get(survey).or_else(|| kept.get(&of_domain(matter)?));
    let is_read = |(survey, matter): &&(Uuid, Matter)| in_charge(survey, *matter).is_some_and(|details| reads(details, role, location));
    surveys.iter().filter(is_read).map(|(survey, _)| *survey).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NURSE: Uuid = Uuid::from_u128(1);
    const SOCIAL_WORKER: Uuid = Uuid::from_u128(2);
    const HERE: Uuid = Uuid::from_u128(3);
    const THERE: Uuid = Uuid::from_u128(4);
    const SURVEY: Uuid = Uuid::from_u128(5);

    fn details(role: Uuid, location: Uuid) -> Details {
        Details { roles: [role].into(), locations: [location].into(), ..Details::default() }
    }

    fn is_read(kept: &[(Uuid, Details)], matter: Matter, role: Option<Uuid>, location: Option<Uuid>) -> bool {
        !read_of(&kept.iter().cloned().collect(), &[(SURVEY, matter)], role, location).is_empty()
    }

    #[test]
    fn sur_05_a_survey_says_who_reads_it_or_its_domain_does_or_nobody_reads_it() {
        let [health, social] = DOMAINS.map(|(_, id)| id);
        let domains = vec![(health, details(NURSE, HERE)), (social, details(SOCIAL_WORKER, HERE))];
        let own = [domains.clone(), vec![(SURVEY, details(NURSE, THERE))]].concat();
        let nobody = [domains.clone(), vec![(SURVEY, Details::default())]].concat();
        for (kept, matter, role, location, expected) in [
            // By the domain.
            (&domains, Matter::Health, Some(NURSE), Some(HERE), true),
            (&domains, Matter::Health, Some(NURSE), Some(THERE), false),
            (&domains, Matter::Health, Some(SOCIAL_WORKER), Some(HERE), false),
            (&domains, Matter::Social, Some(SOCIAL_WORKER), Some(HERE), true),
            (&domains, Matter::Social, Some(NURSE), Some(HERE), false),
            (&domains, Matter::Unsaid, Some(NURSE), Some(HERE), false),
            // By itself: whoever reads its domain reads it no more.
            (&own, Matter::Health, Some(NURSE), Some(THERE), true),
            (&own, Matter::Health, Some(NURSE), Some(HERE), false),
            (&nobody, Matter::Health, Some(NURSE), Some(HERE), false),
            // Without a role or a location, and where nobody has said anything.
            (&domains, Matter::Health, None, Some(HERE), false),
            (&domains, Matter::Health, Some(NURSE), None, false),
            (&Vec::new(), Matter::Health, Some(NURSE), Some(HERE), false),
        ] {
            assert_eq!(is_read(kept, matter, role, location), expected, "{kept:?} {matter:?} {role:?} {location:?}");
        }
    }
}
