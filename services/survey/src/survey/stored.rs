//! A survey's words, as they are stored.

use chassis_domain::{DecodeError, Matter, stored::Reader};
use kajo_proto::survey::store::v1 as store;

use super::{Body, SurveyType};

pub(super) fn of(body: &Body) -> store::SurveyBody {
    let Body { title, description, survey_type, matter, questionnaire } = body.clone();
    store::SurveyBody {
        title: Some(title.into()),
        description: Some(description.into()),
        r#type: survey_type.number(),
        matter: matter.number(),
        questionnaire: Some(questionnaire),
    }
}

pub(super) fn body(stored: store::SurveyBody, reader: &Reader<'_>) -> Result<Body, DecodeError> {
    let store::SurveyBody { title, description, r#type, matter, questionnaire } = stored;
    Ok(Body {
        title: title.into(),
        description: description.into(),
        survey_type: reader.known(SurveyType::from_number(r#type))?,
        matter: reader.known(Matter::from_number(matter))?,
        questionnaire: questionnaire.unwrap_or_default(),
    })
}
