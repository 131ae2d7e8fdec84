//! For whom a service is: of which age, sex and area, and whether they find it themselves.

use chassis_domain::Uuid;

use super::{Availability, Details, SexFilter};

/// Somebody, as far as services care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Someone {
    /// In full years; `None`: not known.
    pub age: Option<u32>,
    /// [`SexFilter::All`]: not known.
    pub sex: SexFilter,
    /// Where they live; `None`: not known.
    pub area: Option<Uuid>,
}

/// For whom a service is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Not for them, or for nobody now.
    Nobody,
    /// They find it themselves.
    Resident,
    /// It is for people like them, and professionals find it for them.
    Professional,
}

impl Details {
    /// Whether the service is for somebody. What is not known of them is not what a service asks for.
    pub fn admits(&self, someone: &Someone) -> Admission {
        let old_enough = self.age_min.is_none_or(|min| someone.age.is_some_and(|age| age >= min));
        let young_enough = self.age_max.is_none_or(|max| someone.age.is_some_and(|age| age <= max));
        let of_sex = self.sex == SexFilter::All || self.sex == someone.sex;
        let of_area = self.area.is_none_or(|area| someone.area == Some(area));
        match self.availability {
            _ if !(old_enough && young_enough && of_sex && of_area) => Admission::Nobody,
            Availability::All => Admission::Resident,
            Availability::Professionals => Admission::Professional,
            Availability::Nobody => Admission::Nobody,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Uuid = Uuid::from_u128(1);

    #[test]
    fn svc_02_a_service_is_for_those_of_its_ages_sex_and_area() {
        let service = Details { age_min: Some(12), age_max: Some(17), sex: SexFilter::Female, area: Some(HERE), ..Details::default() };
        let girl = Someone { age: Some(12), sex: SexFilter::Female, area: Some(HERE) };
        for (someone, admission) in [
            (girl, Admission::Resident),
            (Someone { age: Some(17), ..girl }, Admission::Resident),
            (Someone { age: Some(11), ..girl }, Admission::Nobody),
            (Someone { age: Some(18), ..girl }, Admission::Nobody),
            (Someone { age: None, ..girl }, Admission::Nobody),
            (Someone { sex: SexFilter::Male, ..girl }, Admission::Nobody),
            (Someone { sex: SexFilter::All, ..girl }, Admission::Nobody),
            (Someone { area: Some(Uuid::from_u128(2)), ..girl }, Admission::Nobody),
            (Someone { area: None, ..girl }, Admission::Nobody),
        ] {
            assert_eq!(service.admits(&someone), admission, "{someone:?}");
        }
        let unknown = Someone { age: None, sex: SexFilter::All, area: None };
        assert_eq!(Details::default().admits(&unknown), Admission::Resident, "what asks for nothing is for everybody");
    }

    #[test]
    fn svc_02_who_finds_a_service_is_said_by_its_availability() {
        let someone = Someone { age: Some(40), sex: SexFilter::Male, area: None };
        let found = |availability| Details { availability, ..Details::default() }.admits(&someone);
        assert_eq!(found(Availability::All), Admission::Resident);
        assert_eq!(found(Availability::Professionals), Admission::Professional);
        assert_eq!(found(Availability::Nobody), Admission::Nobody);
    }
}
