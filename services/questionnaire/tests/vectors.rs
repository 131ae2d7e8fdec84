//! What this engine finds is what the vectors say, which the one in the browser is held to as well (SUR-01): `vectors/evaluate`,
//! `vectors/check`, written by hand, `vectors/random.json`, and `vectors/large.json`, of which `./just bench questionnaire` tells the time.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use chassis_domain::Date;
use kajo_proto::survey::v1::{Answers, Evaluation, ItemProblem, Questionnaire};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};
use serde_json::Value;

/// The contract, by which protobuf's JSON is read.
struct Contract(DescriptorPool);

impl Contract {
    fn new() -> Result<Self> {
        Ok(Self(DescriptorPool::decode(kajo_proto::DESCRIPTORS)?))
    }

    /// What is left out says nothing.
    fn read<M: Message + Default>(&self, name: &str, json: Option<&Value>) -> Result<M> {
        let Some(json) = json else { return Ok(M::default()) };
        let descriptor = self.0.get_message_by_name(&format!("kajo.survey.v1.{name}")).context("no such message")?;
        let message = DynamicMessage::deserialize(descriptor, json).with_context(|| format!("no {name}"))?;
        Ok(message.transcode_to()?)
    }

    fn evaluates(&self, case: &Value) -> Result<Option<String>> {
        let questionnaire: Questionnaire = self.read("Questionnaire", case.get("questionnaire"))?;
        let answers: Answers = self.read("Answers", case.get("answers"))?;
        let expected: Evaluation = self.read("Evaluation", Some(case.get("evaluation").context("no evaluation")?))?;
        let today: Date = case.get("today").and_then(Value::as_str).context("no day")?.parse()?;
        let found = questionnaire::evaluate(&questionnaire, &answers, today);
        Ok((found != expected).then(|| format!("expected {expected:#?}\nfound {found:#?}")))
    }

    fn checks(&self, case: &Value) -> Result<Option<String>> {
        let questionnaire: Questionnaire = self.read("Questionnaire", case.get("questionnaire"))?;
        let problems = case.get("problems").and_then(Value::as_array).context("no problems")?;
        let expected = problems.iter().map(|problem| self.read::<ItemProblem>("ItemProblem", Some(problem))).collect::<Result<Vec<_>>>()?;
        let found = questionnaire::check(&questionnaire);
        Ok((found != expected).then(|| format!("expected {expected:#?}\nfound {found:#?}")))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

fn read(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    serde_json::from_str(&text).with_context(|| file.display().to_string())
}

/// The cases of all files in a folder, each with its name.
fn by_hand(kind: &str) -> Result<Vec<(String, Value)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder().join(kind)).with_context(|| format!("no vectors/{kind}"))? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let Value::Array(of_file) = read(&file)? else { bail!("{}: no array", file.display()) };
        let file = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let named = |(case, place): (Value, u32)| (name_of(&format!("{kind}/{file}"), place, &case), case);
        cases.extend(of_file.into_iter().zip(0..).map(named));
    }
    Ok(cases)
}

fn name_of(file: &str, place: u32, case: &Value) -> String {
    let name = case.get("name").and_then(Value::as_str).unwrap_or("without a name");
    format!("{file} {place}: {name}")
}

/// Of each case that does not hold its name, what it expects and what was found.
fn failures(cases: &[(String, Value)], holds: impl Fn(&Value) -> Result<Option<String>>) -> Vec<String> {
    let differs = |case: &Value| holds(case).unwrap_or_else(|error| Some(format!("{error:#}")));
    cases.iter().filter_map(|(name, case)| Some(format!("{name}\n{}", differs(case)?))).collect()
}

fn told(failures: &[String], of: usize) -> String {
    let names: Vec<_> = failures.iter().filter_map(|failure| failure.lines().next()).collect();
    format!("{} of {of} fail:\n{}\n\n{}", failures.len(), names.join("\n"), failures.join("\n\n"))
}

#[test]
fn sur_01_what_follows_from_answers_and_what_stands_against_publishing_is_what_the_vectors_say() -> Result<()> {
    let contract = Contract::new()?;
    let (evaluations, checks) = (by_hand("evaluate")?, by_hand("check")?);

    let mut failing = failures(&evaluations, |case| contract.evaluates(case));
    failing.extend(failures(&checks, |case| contract.checks(case)));

    let all = evaluations.len() + checks.len();
    assert!(failing.is_empty(), "{}", told(&failing, all));
    assert!(all >= 80, "{all} vectors by hand are too few");
    Ok(())
}

/// Those of one file, each with its name.
fn cases_of(file: &str) -> Result<Vec<(String, Value)>> {
    let all = read(&folder().join(format!("{file}.json")))?;
    let cases = all.get("cases").and_then(Value::as_array).context("no cases")?;
    Ok(cases.iter().zip(0..).map(|(case, place)| (name_of(file, place, case), case.clone())).collect())
}

#[test]
fn sur_01_random_answers_to_random_questionnaires_come_to_the_same_as_in_the_browser() -> Result<()> {
    let contract = Contract::new()?;
    let cases = cases_of("random")?;

    let failing = failures(&cases, |case| contract.evaluates(case));

    assert!(failing.is_empty(), "{}", told(&failing, cases.len()));
    assert!(cases.len() >= 400, "{} random vectors are too few", cases.len());
    Ok(())
}

#[test]
fn sur_01_a_questionnaire_as_long_as_any_comes_to_the_same_as_in_the_browser() -> Result<()> {
    let contract = Contract::new()?;
    let cases = cases_of("large")?;

    let failing = failures(&cases, |case| contract.evaluates(case));

    assert!(failing.is_empty(), "{}", told(&failing, cases.len()));
    Ok(())
}
