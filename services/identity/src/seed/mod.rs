//! Makes the demo's roles, role groups, locations, care teams, residents and professionals known. Runs at every start in demo mode and
//! changes nothing the second time.

use chassis::{
    Kernel,
    store::{CommandMeta, Versioned},
};
use chassis_domain::{Taken, Uuid};

mod residents;

use crate::{
    care_team::{self, CareTeam, CareTeamId},
    demo::{self, DemoLevel, InRegister},
    location::{self, Details, Location, LocationId},
    patient::{self, Standing},
    practitioner::{Command, Level, Practitioner, PractitionerId, Register},
    registration,
    resident::ServiceAreaId,
    role::{self, RoleId},
    role_group::{self, Around, RoleGroup, RoleGroupId},
    ssn::Ssn,
};

/// Seeds.
///
/// # Errors
/// When the store fails.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    // A fresh key each time: what is known already makes no event.
    let meta = || CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    for (key, [fi, sv, en]) in demo::ROLES {
        let names = [("fi", fi), ("sv", sv), ("en", en)].map(|(language, name)| (language.to_owned(), name.to_owned())).into();
        kernel.store.execute(RoleId::from_uuid(demo::role_id(key)), role::Define { names }, meta()).await?;
    }
    for (role, name, directory_group) in demo::ROLE_GROUPS {
        let id = RoleGroupId::from_uuid(demo::role_group_id(role));
        // What an administrator has made of it since stays.
        let Versioned { version, .. } = kernel.store.load::<RoleGroup>(id).await?;
        if version > 0 {
            continue;
        }
        let role = RoleId::from_uuid(demo::role_id(role));
        let details = role_group::Details { name: name.to_owned(), directory_group: directory_group.to_owned(), role };
        let around = Around { role_known: true, ..Around::default() };
        kernel.store.execute(id, role_group::Command::Save { details, taken: Taken::default(), around }, meta()).await?;
    }
    for (key, name, municipality, oid, external_id, source_system) in demo::LOCATIONS {
        let id = LocationId::from_uuid(demo::location_id(key));
        // What an administrator has made of it since stays.
        let Versioned { state, .. } = kernel.store.load(id).await?;
        if matches!(state, Location::Kept(ref details) if !details.oid.is_empty()) || state == Location::Removed {
            continue;
        }
        let municipality = Some(ServiceAreaId::from_uuid(demo::service_area_id(municipality)));
        let [name, oid, external_id, source_system] = [name, oid, external_id, source_system].map(str::to_owned);
        let details = Details { name, municipality, external_id, oid, source_system, ..Details::default() };
        let around = location::Around { area_known: true, ..location::Around::default() };
        kernel.store.execute(id, location::Command::Save { details, taken: Taken::default(), around }, meta()).await?;
    }
    for (key, name, description, service_area, enabled) in demo::CARE_TEAMS {
        let id = CareTeamId::from_uuid(demo::care_team_id(key));
        // What an administrator has made of it since stays.
        let Versioned { version, .. } = kernel.store.load::<CareTeam>(id).await?;
        if version > 0 {
            continue;
        }
        let service_area = Some(ServiceAreaId::from_uuid(demo::service_area_id(service_area)));
        let (name, description) = (name.to_owned(), description.to_owned());
        let details = care_team::Details { name, description, service_area, enabled };
        let around = care_team::Around { name_taken: false, area_known: true };
        kernel.store.execute(id, care_team::Command::Save { details, taken: Taken::default(), around }, meta()).await?;
    }
    for resident in demo::RESIDENTS {
        let (InRegister::Yes, Some(ssn)) = (resident.register, Ssn::parse(resident.ssn)) else { continue };
        let register = patient::Register {
            person: resident.person.person_id(),
            ssn,
            first_name: resident.person.given.to_owned(),
            last_name: resident.person.family.to_owned(),
            // Whoever has everything before them has not accepted anything yet.
            standing: if resident.is_new { Standing::NoConsent } else { Standing::ConsentGiven },
        };
        registration::register(&kernel, register).await?;
    }
    residents::seed(&kernel).await?;
    for practitioner in demo::PRACTITIONERS {
        let level = match practitioner.level {
            DemoLevel::Practitioner => Level::Practitioner,
            DemoLevel::ResponsibleUser => Level::ResponsibleUser,
            DemoLevel::Administrator => Level::Administrator,
            DemoLevel::None => continue,
        };
        let ids = |keys: &[&str], id: fn(&str) -> Uuid| keys.iter().map(|key| id(key)).collect::<Vec<_>>();
        let person = practitioner.person.person_id();
        let register = Register {
            person,
            name: format!("{} {}", practitioner.person.given, practitioner.person.family),
            level,
            locations: ids(practitioner.locations, demo::location_id).into_iter().map(LocationId::from_uuid).collect(),
            groups: practitioner.directory_groups().into_iter().map(str::to_owned).collect(),
        };
        kernel.store.execute::<Practitioner>(PractitionerId::from_uuid(person.uuid()), Command::Register(register), meta()).await?;
    }
    Ok(())
}
