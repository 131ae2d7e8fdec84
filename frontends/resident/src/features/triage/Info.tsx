import { ChatQueueStatus } from "@kajo/shared/chat-queue";
import { languageConfig, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { extentOf } from "@kajo/shared/questionnaire";
import type { AssessmentJson, GetAssessmentResponseJson } from "@kajo/shared/rpc";
import { Banner, Bullets, Card, Checkbox, LinkButton, Phones } from "@kajo/shared/ui";
import { useState } from "react";
import styles from "../filling/Filling.module.css";
import { useAhead } from "../filling/use-ahead";
import { textsOf, useLangOf } from "../filling/words";
import { fetchFill } from "./fetch-fill";
import { useTimeText, useValid } from "./use-valid";

type Questionnaire = NonNullable<GetAssessmentResponseJson["questionnaire"]>;

const noQuestions: Questionnaire = {};

export interface InfoProps {
  readonly chatQueueId: string;
  readonly there: GetAssessmentResponseJson;
  /** What they have sent before. */
  readonly completed: AssessmentJson | undefined;
  /** They have consented. */
  readonly onBegin: () => unknown;
}

/** Before the first question: whom to call instead, how long it takes, who reads it, and the consent. */
export function Info({ chatQueueId, there, completed, onBegin }: InfoProps) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const isValid = useValid(completed);
  const { description, questionnaire = noQuestions, standing } = there;
  const text = localized(language, textsOf(description));
  const isForeign = languageConfig[language].surveysLanguage !== language;
  useAhead(questionnaire, fetchFill);
  return (
    <>
      {isValid && completed ? <Before chatQueueId={chatQueueId} completed={completed} /> : null}
      <Banner tone="warning">
        <p>
          <strong>{t("triage.notEmergency")}</strong>
        </p>
        <p>
          <Phones>{t("triage.numbers")}</Phones>
        </p>
      </Banner>
      <Card>
        <ChatQueueStatus standing={standing} />
        {text ? (
          <p className={styles.description} lang={langOf(description)}>
            {text}
          </p>
        ) : null}
        {isForeign ? <p>{t("triage.inFinnish")}</p> : null}
        <h2>{t("triage.about")}</h2>
        <Bullets
          items={[
            ["time", t("triage.about.time")],
            ["unkept", t("triage.about.unkept")],
            ["steps", t("triage.about.steps", { n: extentOf(questionnaire).steps })],
            ["who", t("triage.about.who")],
            ["valid", t("triage.about.valid")],
            ["freeText", t("triage.freeText")],
          ]}
        />
        <Consent onBegin={onBegin} submit={isValid ? t("triage.startAnew") : t("triage.start")} />
      </Card>
    </>
  );
}

interface ConsentProps {
  readonly submit: string;
  readonly onBegin: () => unknown;
}

function Consent({ submit, onBegin }: ConsentProps) {
  const t = useText();
  const [isGiven, setGiven] = useState(false);
  return (
    <Form
      brief
      fields={{ consent: t("triage.consent") }}
      onSubmit={onBegin}
      problems={{ consent: isGiven ? undefined : t("triage.consent.missing") }}
      submit={submit}
    >
      {(field) => <Checkbox {...field("consent")} isRequired isSelected={isGiven} onChange={setGiven} />}
    </Form>
  );
}

interface BeforeProps {
  readonly chatQueueId: string;
  readonly completed: AssessmentJson;
}

/** They have one that they can join with. */
function Before({ chatQueueId, completed: { completedAt, validUntil } }: BeforeProps) {
  const t = useText();
  const time = useTimeText();
  return (
    <Banner
      action={
        <LinkButton kind="secondary" params={{ chatQueueId }} search={{ step: "result" }} to="/triage/$chatQueueId">
          {t("triage.toResult")}
        </LinkButton>
      }
      tone="info"
    >
      {t("triage.completed", { time: time(completedAt), until: time(validUntil) })}
    </Banner>
  );
}
