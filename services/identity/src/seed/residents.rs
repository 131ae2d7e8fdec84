//! The demo's terms of use, and what its residents have told of themselves and accepted.

use chassis::{
    Kernel,
    store::{CommandMeta, Versioned},
};
use chassis_domain::PublicationCommand;

use crate::{
    demo::{self, DemoResident, InRegister},
    resident::{Channel, Command, ContactInfo, Language, Resident, ResidentId, ServiceAreaId},
    terms::{Body, TERMS, Terms},
};

/// Seeds. What somebody has made of it since stays.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    let meta = || CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    let Versioned { version, .. } = kernel.store.load::<Terms>(TERMS).await?;
    if version == 0 {
        let body = Body { texts: demo::TERMS.map(|(language, text)| (language.to_owned(), text.to_owned())).into() };
        kernel.store.execute(TERMS, PublicationCommand::Publish { body }, meta()).await?;
    }
    for resident in demo::RESIDENTS {
        let id = ResidentId::from_uuid(resident.person.person_id().uuid());
        let Versioned { version, .. } = kernel.store.load::<Resident>(id).await?;
        if version > 0 || resident.is_new || resident.register != InRegister::Yes {
            continue;
        }
        for command in told(&resident) {
            kernel.store.execute(id, command, meta()).await?;
        }
    }
    Ok(())
}

/// The whole way in. Their addresses are theirs to prove.
fn told(resident: &DemoResident) -> [Command; 5] {
    let person = resident.person.person_id();
    let login = resident.person.login_hint;
    let contact_info = ContactInfo {
        usual_name: String::new(),
        home_address: "Esimerkkitie 1, 99999 Lehtola".to_owned(),
        email: format!("{login}@kajo.example"),
        phone: "+358 45 700 0100".to_owned(),
    };
    let service_area = ServiceAreaId::from_uuid(demo::service_area_id("lehtola"));
    [
        Command::SaveContactInfo { person, contact_info, revision: 0, fresh: true },
        Command::SaveNotifications { channel: Channel::Email, revision: 0 },
        Command::SaveServiceArea { service_area, is_known: true, revision: 0 },
        Command::SaveLanguage { language: Language::from_code(resident.person.language).unwrap_or(Language::Finnish) },
        Command::AcceptTerms { version: 1, in_force: 1 },
    ]
}
