import { languageConfig, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { QuestionnaireProps } from "@kajo/shared/questionnaire";
import type { MySurveyJson } from "@kajo/shared/rpc";
import { Card, LinkButton, StatusTag } from "@kajo/shared/ui";
import styles from "../filling/Filling.module.css";
import { useAhead } from "../filling/use-ahead";
import { textsOf, useLangOf } from "../filling/words";
import { fetchFill } from "./fetch-fill";
import surveyStyles from "./Survey.module.css";
import { useLastDayText, useLeftText } from "./words";

interface IntroProps {
  readonly survey: MySurveyJson;
  readonly questionnaire: QuestionnaireProps["questionnaire"];
}

/** Before the first question: what it is about, who asks, and until when. */
export function Intro({ survey, questionnaire }: IntroProps) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const leftText = useLeftText();
  const lastDayText = useLastDayText();
  const { surveyActivationId = "", description, activatedByName, daysLeft, begun } = survey;
  const text = localized(language, textsOf(description));
  useAhead(questionnaire, fetchFill);
  const isForeign = languageConfig[language].surveysLanguage !== language;
  return (
    <Card>
      {text ? (
        <p className={styles.description} lang={langOf(description)}>
          {text}
        </p>
      ) : null}
      {isForeign ? <p>{t("survey.inFinnish")}</p> : null}
      <dl className={styles.facts}>
        {activatedByName ? (
          <div>
            <dt>{t("survey.asked")}</dt>
            <dd translate="no">{activatedByName}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t("survey.until")}</dt>
          {daysLeft === undefined ? (
            <dd>{t("survey.until.none")}</dd>
          ) : (
            <dd className={surveyStyles.until}>
              <span>{lastDayText(survey)}</span>
              <StatusTag tone={daysLeft <= 1 ? "warning" : "info"}>{leftText(survey)}</StatusTag>
            </dd>
          )}
        </div>
      </dl>
      <p>{t("survey.kept.self")}</p>
      <div>
        <LinkButton params={{ surveyId: surveyActivationId }} search={{ fill: true }} to="/surveys/omavointi/$surveyId">
          {t(begun ? "survey.goOn" : "survey.start")}
        </LinkButton>
      </div>
    </Card>
  );
}
