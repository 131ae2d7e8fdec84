//! The demo's documents: a privacy policy in six languages, in the words that stand in the residents' app without one. Of the others nothing is
//! written, so that the app's own words hold.

use chassis::Kernel;
use chassis_domain::PublicationCommand;

use super::meta;
use crate::document::{Body, Document, DocumentWords, Kind, Languages};

/// What administrators have made of it since stays.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    let id = Kind::PrivacyPolicy.id();
    if kernel.store.load::<Document>(id).await?.version == 0 {
        kernel.store.execute::<Document>(id, PublicationCommand::Publish { body: privacy_policy() }, meta(kernel)).await?;
    }
    Ok(())
}

fn privacy_policy() -> Body {
    let languages = Languages {
        fi: words("Tietosuoja", "Hyvinvointialueen tietosuojaseloste julkaistaan tässä, ennen kuin palvelu avataan asukkaille."),
        sv: words("Dataskydd", "Välfärdsområdet publicerar sin dataskyddsbeskrivning här innan tjänsten öppnas för invånarna."),
        en: words("Data protection", "The wellbeing services county publishes its privacy notice here before the service opens to residents."),
        sme: words("Diehtosuodji", "Buresbirgenguovllu diehtosuodječilgehus almmuhuvvo dás ovdal go bálvalus rahppojuvvo ássiide."),
        smn: words("Tiätusyeji", "Pyereestvaijeemkuávlu tiätusyejičielgiittâs almostittoo täst ovdil ko palvâlus lekkâstuvvoo aassâid."),
        sms: words("Teâttsueʹjj", "Pueʹrrvââjjamvuuʹd teâttsuejjčiõʹlǧǧõs õlmstâtt täʹst ouddâl ko kääzzkõs ääʹveet aassjid."),
    };
    Body { kind: Kind::PrivacyPolicy, languages }
}

fn words(title: &str, text: &str) -> DocumentWords {
    DocumentWords { title: title.to_owned(), text: text.to_owned(), ..DocumentWords::default() }
}

#[cfg(test)]
mod tests {
    use chassis_domain::PublicationBody;

    use super::*;

    #[test]
    fn cms_03_what_the_demo_publishes_breaks_no_rule() {
        assert_eq!(privacy_policy().check(), Ok(()));
    }
}
