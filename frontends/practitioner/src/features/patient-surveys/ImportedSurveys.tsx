import { dateTimeText, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ImportedSurveyJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { textsOf } from "../survey-results/texts";
import styles from "./PatientSurveys.module.css";

interface ImportedSurveysProps {
  readonly surveys: readonly ImportedSurveyJson[];
  readonly patientId: string;
  readonly conversationId: string | undefined;
}

/** Surveys that a patient answered in another system: the way to the newest answers to each. */
export function ImportedSurveys({ surveys, patientId, conversationId }: ImportedSurveysProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <ul aria-label={t("patientSurvey.imported")} className={styles.imported}>
      {surveys.map(({ surveyId = "", surveyResponseId = "", title, answeredAt, onBehalf }) => (
        <li className={styles.survey} key={surveyId}>
          <div className={styles.head}>
            <Link
              className={styles.title}
              params={{ patientId, surveyId, responseId: surveyResponseId }}
              search={conversationId ? { activeConversationId: conversationId } : {}}
              to="/surveys/$patientId/responses/$surveyId/$responseId"
            >
              <Localized text={textsOf(title)} />
            </Link>
            <StatusTag>{t("surveyResult.imported")}</StatusTag>
          </div>
          {answeredAt ? (
            <p>
              {t(onBehalf ? "patientSurvey.answeredOnBehalf" : "patientSurvey.answered", {
                when: dateTimeText(language, new Date(answeredAt)),
              })}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
