//! A notification goes by e-mail and as a text message (CMS-05), to an address of the resident's that identity knows. It is asked at each try and
//! kept nowhere.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    messages::{Fate, MessageSettings, Messages, NotSent},
};

use super::{again, way::Way};
use crate::{
    adapters::contact_points::{Point, Reached},
    notification::{Channel, Outcome},
    notification_template::filling::Filled,
};

/// Tells by e-mail.
pub(crate) async fn mail(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let Some(Begun { way, messages, address, words }) = begin(&kernel, &effect, Channel::Email, |reached| reached.email).await? else {
        return Ok(());
    };
    end(&way, messages.email(&address, &words.subject, &words.email).await).await
}

/// Tells by text message.
pub(crate) async fn sms(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let Some(Begun { way, messages, address, words }) = begin(&kernel, &effect, Channel::Sms, |reached| reached.sms).await? else {
        return Ok(());
    };
    end(&way, messages.sms_once(&address, &words.sms, way.id.uuid()).await).await
}

/// What is to be sent now.
struct Begun<'a> {
    way: Way<'a>,
    messages: Messages,
    address: String,
    words: Filled,
}

/// `None`: nothing is.
async fn begin<'a>(kernel: &'a Kernel, effect: &'a Effect, channel: Channel, point: fn(Reached) -> Point) -> Result<Option<Begun<'a>>, EffectError> {
    let Some(way) = Way::open(kernel, effect, channel).await? else { return Ok(None) };
    let messages = Messages::of(&kernel.settings.part::<MessageSettings>().map_err(again)?).map_err(again)?;
    let reached = way.reached().await?;
    let language = reached.language;
    let address = match point(reached) {
        Point::Ready(address) => Ok(address),
        Point::NotChosen => Err(Outcome::NotChosen),
        Point::Missing => Err(Outcome::Missing),
        Point::Unverified => Err(Outcome::Unverified),
    };
    let address = match address {
        Ok(address) => address,
        Err(outcome) => return way.settle(outcome).await.map(|()| None),
    };
    let words = way.words(language).await?;
    if !way.begins().await? {
        return Ok(None);
    }
    Ok(Some(Begun { way, messages, address, words }))
}

/// Says how that ended.
async fn end(way: &Way<'_>, sent: Result<(), NotSent>) -> Result<(), EffectError> {
    let Err(not_sent) = sent else { return way.settle(Outcome::Sent).await };
    match not_sent.fate() {
        Fate::Refused => way.settle(Outcome::Refused).await,
        Fate::Unsure => way.settle(Outcome::Unsure).await,
        Fate::NotTaken => way.not_taken(not_sent.to_string()).await,
    }
}
