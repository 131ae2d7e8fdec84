import { dateTimeText, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import type { MySurveyJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { textsOf } from "../filling/words";
import styles from "../inbox/InboxPage.module.css";
import { useLeftText } from "./words";

/** A survey in a list: what it is called, who asks, and how long one can answer; of one that is over, what became of it. */
export function SurveyRow({ survey }: { readonly survey: MySurveyJson }) {
  return (
    <Link
      className={styles.row}
      params={{ surveyId: survey.surveyActivationId ?? "" }}
      to="/surveys/omavointi/$surveyId"
    >
      <span className={styles.topic}>
        <LocalizedLine texts={[textsOf(survey.title)]} />
      </span>
      <span className={styles.tags}>
        <SurveyState survey={survey} />
      </span>
      <span className={styles.where} translate="no">
        {survey.activatedByName}
      </span>
      <span className={styles.time}>
        <SurveyWhen survey={survey} />
      </span>
    </Link>
  );
}

/** What became of it; of one to answer, whether that has been begun. */
export function SurveyState({ survey: { state, begun } }: { readonly survey: MySurveyJson }) {
  const t = useText();
  switch (state) {
    case "SURVEY_ACTIVATION_STATE_ANSWERED":
      return <StatusTag tone="success">{t("survey.state.answered")}</StatusTag>;
    case "SURVEY_ACTIVATION_STATE_EXPIRED":
      return <StatusTag>{t("survey.state.expired")}</StatusTag>;
    case "SURVEY_ACTIVATION_STATE_WITHDRAWN":
      return <StatusTag>{t("survey.state.withdrawn")}</StatusTag>;
    case "SURVEY_ACTIVATION_STATE_OPEN":
    case "SURVEY_ACTIVATION_STATE_PLANNED":
    case "SURVEY_ACTIVATION_STATE_UNSPECIFIED":
    case undefined:
      return <StatusTag tone="info">{t(begun ? "survey.begun" : "survey.one")}</StatusTag>;
    default:
      return <StatusTag>{t("unknown.value")}</StatusTag>;
  }
}

/** When it was answered, or how long one can answer. */
export function SurveyWhen({ survey }: { readonly survey: MySurveyJson }) {
  const language = useLanguage();
  const leftText = useLeftText();
  if (survey.answeredAt) return dateTimeText(language, new Date(survey.answeredAt));
  if (survey.state !== "SURVEY_ACTIVATION_STATE_OPEN" || survey.daysLeft === undefined) return null;
  return <StatusTag tone={survey.daysLeft <= 1 ? "warning" : "info"}>{leftText(survey)}</StatusTag>;
}
