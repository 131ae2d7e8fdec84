//! A language model by the interface that most of them have (OpenAI's chat completions). It is handed what was written in a chat, without who people
//! are, and what goes there and comes back stands in no log, trace or error.

use chassis::http_client;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;

use crate::{
    chat_summary::Failure,
    settings::SummarySettings,
    summarising::{Spoken, answer, prompt},
};

/// Far more than the longest summary.
const LONGEST_ANSWER: usize = 1024 * 1024;

/// A language model. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Summariser {
    url: String,
    key: SecretString,
    model: String,
    http: reqwest::Client,
}

/// What is read of an answer.
#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
}

#[derive(Deserialize)]
struct Said {
    /// A model that says no says it elsewhere, and leaves this empty.
    content: Option<String>,
}

impl Summariser {
    /// The model at `KAJO_SUMMARY_URL`; `None`: there is none.
    ///
    /// # Errors
    /// When what is written in chats would go to another machine in clear, or no client can be made.
    pub(crate) fn of(settings: &SummarySettings) -> anyhow::Result<Option<Self>> {
        settings.refuse_cleartext()?;
        let Some(base) = settings.url() else { return Ok(None) };
        let http = http_client::outgoing(settings.patience())?;
        let url = format!("{}/v1/chat/completions", base.trim_end_matches('/'));
        Ok(Some(Self { url, key: settings.summary_key.clone(), model: settings.summary_model.clone(), http }))
    }

    /// The sentences of a summary, each with the messages that it stands on, and whether these do not bear it out.
    ///
    /// # Errors
    /// When the model does not answer, or not with a summary, also when it is asked once more: some are busy for a moment, and some say another
    /// thing the second time.
    pub(crate) async fn ask(&self, messages: &[Spoken]) -> Result<Vec<(String, Vec<u32>, bool)>, Failure> {
        match self.ask_once(messages).await {
            Ok(sentences) => Ok(sentences),
            Err(_) => self.ask_once(messages).await,
        }
    }

    async fn ask_once(&self, messages: &[Spoken]) -> Result<Vec<(String, Vec<u32>, bool)>, Failure> {
        let answered = self.answer(messages).await?;
        let read = || {
            let completion: Completion = serde_json::from_slice(&answered).ok()?;
            let content = completion.choices.into_iter().next()?.message.content?;
            answer::read(&content, messages)
        };
        // What is wrong with it is not told: that would quote it.
        read().ok_or_else(|| unreadable("no summary"))
    }

    async fn answer(&self, messages: &[Spoken]) -> Result<Vec<u8>, Failure> {
        let asked = json!({
            "model": self.model,
            "temperature": 0,
            "response_format": {"type": "json_object"},
            "messages": [
                {"role": "system", "content": prompt::INSTRUCTIONS},
                {"role": "user", "content": prompt::handed(messages)},
            ],
        });
        let asked = self.http.post(&self.url).bearer_auth(self.key.expose_secret()).json(&asked);
        let mut answer = asked.send().await.map_err(no_answer)?;
        let status = answer.status();
        if !status.is_success() {
            tracing::warn!(%status, "summariser.no_answer");
            return Err(Failure::NoAnswer);
        }
        let mut body = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(no_answer)? {
            if body.len() + part.len() > LONGEST_ANSWER {
                return Err(unreadable("endless"));
            }
            body.extend_from_slice(&part);
        }
        Ok(body)
    }
}

fn no_answer(error: reqwest::Error) -> Failure {
    tracing::warn!(error = %error.without_url(), "summariser.no_answer");
    Failure::NoAnswer
}

fn unreadable(what: &'static str) -> Failure {
    tracing::warn!(what, "summariser.unreadable");
    Failure::Unreadable
}

#[cfg(test)]
mod tests {
    use simulators::{Config, Fault, Running, openai};

    use super::*;
    use crate::chat::Side;

    fn settings(url: &str, key: &str) -> SummarySettings {
        SummarySettings {
            summary_url: Some(url.to_owned()),
            summary_key: key.into(),
            summary_model: "kajo-summary".to_owned(),
            summary_patience_seconds: 1,
        }
    }

    async fn beside() -> (Running, Summariser) {
        let running = simulators::start(Config::for_tests()).await.unwrap();
        let summariser = Summariser::of(&settings(&running.openai(), openai::KEY)).unwrap().unwrap();
        (running, summariser)
    }

    fn chat() -> [Spoken; 2] {
        let said = |number, side, text: &str| Spoken { number, side, text: text.to_owned() };
        [said(1, Side::Customer, "Lääkkeeni loppuu huomenna."), said(2, Side::Practitioner, "Uusin reseptin.")]
    }

    fn made() -> (String, Vec<u32>, bool) {
        ("Lääkkeeni loppuu huomenna.".to_owned(), vec![1], false)
    }

    #[tokio::test]
    async fn cha_10_a_model_is_asked_once_when_it_answers_and_handed_the_chat_alone() {
        let (running, summariser) = beside().await;
        assert_eq!(summariser.ask(&chat()).await, Ok(vec![made()]));
        let asked = running.summaries_asked();
        assert_eq!(asked.len(), 1);
        assert_eq!((&asked[0]["model"], &asked[0]["temperature"]), (&json!("kajo-summary"), &json!(0)));
        assert_eq!(asked[0]["response_format"], json!({"type": "json_object"}));
        assert_eq!(asked[0]["messages"][1]["content"], json!(prompt::handed(&chat())));
    }

    #[tokio::test]
    async fn cha_10_a_model_that_fails_is_silent_or_answers_with_no_summary_is_asked_once_more() {
        let (running, summariser) = beside().await;
        for (fault, expected) in
            [(Fault::SummaryFails, Failure::NoAnswer), (Fault::SummarySilent, Failure::NoAnswer), (Fault::SummaryMalformed, Failure::Unreadable)]
        {
            let before = running.summaries_asked().len();
            running.fail(fault);
            assert_eq!(summariser.ask(&chat()).await, Err(expected), "{fault:?}");
            assert_eq!(running.summaries_asked().len() - before, 2, "{fault:?}");
        }
        running.fail(Fault::None);
        assert_eq!(summariser.ask(&chat()).await, Ok(vec![made()]));
        let stranger = Summariser::of(&settings(&running.openai(), "another key")).unwrap().unwrap();
        assert_eq!(stranger.ask(&chat()).await, Err(Failure::NoAnswer));
        let nobody = Summariser::of(&settings("http://127.0.0.1:1", openai::KEY)).unwrap().unwrap();
        assert_eq!(nobody.ask(&chat()).await, Err(Failure::NoAnswer));
    }

    #[tokio::test]
    async fn cha_10_a_sentence_about_a_message_that_there_is_not_is_marked() {
        let (running, summariser) = beside().await;
        running.fail(Fault::SummaryInvents);
        let sentences = summariser.ask(&chat()).await.unwrap();
        assert_eq!(sentences.first(), Some(&made()));
        assert!(sentences.iter().any(|(_, messages, unsupported)| messages.is_empty() && *unsupported), "{sentences:?}");
    }

    #[test]
    fn cha_10_without_an_address_there_is_no_model_and_none_is_asked_in_clear() {
        let of = |url: &str| Summariser::of(&settings(url, openai::KEY));
        assert!(of("").unwrap().is_none());
        assert!(of("https://model.example").unwrap().is_some());
        let told = of("http://model.example").err().unwrap().to_string();
        assert!(told.contains("KAJO_SUMMARY_URL") && !told.contains("example"), "{told}");
    }
}
