import { languageConfig, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { MySurveyJson } from "@kajo/shared/rpc";
import { Card, LinkButton, StatusTag } from "@kajo/shared/ui";
import styles from "../filling/Filling.module.css";
import { textsOf, useLangOf } from "../filling/words";
import surveyStyles from "./Survey.module.css";
import { useLastDayText, useLeftText } from "./words";

/** Before the first question: what it is about, who asks, and until when. */
export function Intro({ survey }: { readonly survey: MySurveyJson }) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const leftText = useLeftText();
  const lastDayText = useLastDayText();
  const { surveyActivationId = "", description, activatedByName, daysLeft, begun } = survey;
  const text = localized(language, textsOf(description));
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
