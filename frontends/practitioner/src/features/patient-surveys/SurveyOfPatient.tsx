import { dateTimeText, dayText, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import { known, type PatientSurveyJson, type SurveyActivationStateJson, unknownState } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { textsOf } from "../survey-results/texts";
import styles from "./PatientSurveys.module.css";
import { WithdrawSurvey } from "./WithdrawSurvey";

const states = {
  SURVEY_ACTIVATION_STATE_UNSPECIFIED: ["patientSurvey.state.open", "info"],
  SURVEY_ACTIVATION_STATE_PLANNED: ["patientSurvey.state.planned", "neutral"],
  SURVEY_ACTIVATION_STATE_OPEN: ["patientSurvey.state.open", "info"],
  SURVEY_ACTIVATION_STATE_ANSWERED: ["patientSurvey.state.answered", "success"],
  SURVEY_ACTIVATION_STATE_EXPIRED: ["patientSurvey.state.expired", "warning"],
  SURVEY_ACTIVATION_STATE_WITHDRAWN: ["patientSurvey.state.withdrawn", "neutral"],
} as const satisfies Record<SurveyActivationStateJson, readonly [string, string]>;

/** There is nothing to read of them, and there will not be. */
const unanswered: readonly unknown[] = ["SURVEY_ACTIVATION_STATE_EXPIRED", "SURVEY_ACTIVATION_STATE_WITHDRAWN"];

interface SurveyOfPatientProps {
  readonly survey: PatientSurveyJson;
  readonly patientId: string;
  readonly conversationId: string | undefined;
}

/** A survey of a patient: how it stands, in which days, who gave it, and the way to what was answered. */
export function SurveyOfPatient({ survey, patientId, conversationId }: SurveyOfPatientProps) {
  const t = useText();
  const language = useLanguage();
  const [state, tone] = known(states, survey.state ?? "SURVEY_ACTIVATION_STATE_UNSPECIFIED") ?? unknownState;
  const {
    surveyActivationId,
    surveyId = "",
    surveyResponseId = "",
    activatedAt,
    activatedByName: name,
    answeredAt,
  } = survey;
  const at = (time: string) => dateTimeText(language, new Date(time));
  return (
    <div className={styles.survey} data-row={surveyActivationId}>
      <div className={styles.head}>
        {surveyResponseId ? (
          <Link
            className={styles.title}
            params={{ patientId, surveyId, responseId: surveyResponseId }}
            search={conversationId ? { activeConversationId: conversationId } : {}}
            to="/surveys/$patientId/responses/$surveyId/$responseId"
          >
            <Localized text={textsOf(survey.title)} />
          </Link>
        ) : (
          <span className={styles.title}>
            <Localized text={textsOf(survey.title)} />
          </span>
        )}
        <StatusTag tone={tone}>{t(state)}</StatusTag>
      </div>
      <Days survey={survey} />
      {answeredAt ? (
        <p>
          {t(survey.onBehalf ? "patientSurvey.answeredOnBehalf" : "patientSurvey.answered", { when: at(answeredAt) })}
        </p>
      ) : null}
      {survey.mayRead || unanswered.includes(survey.state) ? null : (
        <p className={styles.line}>{t("patientSurvey.notRead")}</p>
      )}
      {activatedAt ? (
        <p className={styles.line}>
          {name
            ? t("patientSurvey.given", { when: at(activatedAt), name })
            : t("patientSurvey.givenAt", { when: at(activatedAt) })}
        </p>
      ) : null}
      {survey.mayWithdraw ? <WithdrawSurvey survey={survey} /> : null}
    </div>
  );
}

/** From which day on it can be answered, and until which. */
function Days({ survey: { fromDate, answerByDate } }: { readonly survey: PatientSurveyJson }) {
  const t = useText();
  const language = useLanguage();
  const day = (date: string) => dayText(language, new Date(`${date}T12:00:00Z`));
  if (!fromDate) return null;
  const from = day(fromDate);
  return (
    <p>
      {answerByDate
        ? t("patientSurvey.days", { from, until: day(answerByDate) })
        : t("patientSurvey.daysFrom", { from })}
    </p>
  );
}
