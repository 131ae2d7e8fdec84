import { asFailure } from "@kajo/shared/errors";
import { dayKey, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form, QueryView } from "@kajo/shared/patterns";
import { type ActivatableSurveyJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, ComboBox, ConfirmDialog, DateField, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { InPlace } from "../editing/InPlace";
import { textsOf } from "../survey-results/texts";
import { useActivateSurveyMutation, useListActivatableSurveysQuery } from "./api";
import { problemsOf } from "./days";

interface ActivateSurveyProps {
  readonly patientId: string;
  readonly onClose: () => void;
}

/** A survey for a patient, from a day on and until another. */
export function ActivateSurvey(props: ActivateSurveyProps) {
  const t = useText();
  const query = useListActivatableSurveysQuery({});
  return (
    <QueryView query={query}>
      {({ surveys = [] }) =>
        surveys.length > 0 ? (
          <InPlace>
            <SurveyForm {...props} surveys={surveys} />
          </InPlace>
        ) : (
          <Banner
            action={
              <Button kind="secondary" onPress={props.onClose}>
                {t("ui.close")}
              </Button>
            }
            announce="polite"
            tone="info"
          >
            {t("patientSurvey.noSurveys")}
          </Banner>
        )
      }
    </QueryView>
  );
}

interface SurveyFormProps extends ActivateSurveyProps {
  readonly surveys: readonly ActivatableSurveyJson[];
}

interface Chosen {
  readonly surveyId: string | null;
  readonly from: string | null;
  readonly answerBy: string | null;
}

function SurveyForm({ patientId, onClose, surveys }: SurveyFormProps) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const [activate, { error, reset, isLoading }] = useActivateSurveyMutation();
  const [today] = useState(() => dayKey(new Date()));
  const [chosen, setChosen] = useState<Chosen>({ surveyId: null, from: today, answerBy: null });
  const survey = surveys.find(({ surveyId }) => surveyId === chosen.surveyId);
  // Asked about, and no failure: the patient has the same survey to answer.
  const isOpenAlready = error !== undefined && asFailure(error).reason === "already_open";
  const edit = (part: Partial<Chosen>) => {
    setChosen((before) => ({ ...before, ...part }));
    // What the server said was said of what stood there.
    if (error) reset();
  };
  const send = async (again: boolean) => {
    const request = {
      patientId,
      surveyId: survey?.surveyId ?? "",
      fromDate: chosen.from ?? "",
      answerByDate: chosen.answerBy ?? "",
      again,
    };
    const answer = await activate({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("patientSurvey.activated"));
    onClose();
  };
  const problems = problemsOf(chosen, today);
  return (
    <>
      <Form
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
        }
        failure={isOpenAlready ? undefined : error}
        fields={{
          survey_id: t("patientSurvey.survey"),
          from_date: t("patientSurvey.from"),
          answer_by_date: t("patientSurvey.answerBy"),
        }}
        isPending={isLoading}
        onSubmit={() => send(false)}
        problems={{
          survey_id: survey ? undefined : t("field.required"),
          from_date: problems.from && t(problems.from),
          answer_by_date: problems.answerBy && t(problems.answerBy),
        }}
        submit={t("patientSurvey.activate")}
      >
        {(field) => (
          <>
            <ComboBox
              {...field("survey_id")}
              hint={t("patientSurvey.survey.hint")}
              onChange={(surveyId) => edit({ surveyId })}
              options={surveys.map(({ surveyId = "", title, description }) => ({
                id: surveyId,
                label: localized(language, textsOf(title)),
                description: localized(language, textsOf(description)),
              }))}
              value={chosen.surveyId}
            />
            {survey && !survey.mayRead ? (
              <Banner announce="polite" tone="warning">
                {t("patientSurvey.willNotRead")}
              </Banner>
            ) : null}
            <DateField
              {...field("from_date")}
              hint={t("patientSurvey.from.hint")}
              onChange={(from) => edit({ from })}
              value={chosen.from}
            />
            <DateField
              {...field("answer_by_date")}
              hint={t("patientSurvey.answerBy.hint")}
              onChange={(answerBy) => edit({ answerBy })}
              optional
              value={chosen.answerBy}
            />
          </>
        )}
      </Form>
      <ConfirmDialog
        confirm={t("patientSurvey.again")}
        isOpen={isOpenAlready}
        onClose={reset}
        onConfirm={() => void send(true)}
        title={t("patientSurvey.again.title")}
      >
        <p>{t("patientSurvey.again.text", { title: localized(language, textsOf(survey?.title)) })}</p>
      </ConfirmDialog>
    </>
  );
}
