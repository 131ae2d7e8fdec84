import { intentStorage } from "@kajo/shared/drafts";
import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Questionnaire, type QuestionnaireProps } from "@kajo/shared/questionnaire";
import { isFault, useIntent } from "@kajo/shared/rpc";
import { Card } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useToday } from "../filling/use-today";
import { useSendMyAnswersMutation } from "./api";
import { type AnswersJson, type Begun, draftOf, stepOf } from "./begun";
import { KeptLine } from "./KeptLine";
import { useKeptAnswers } from "./use-kept-answers";

export interface FillProps {
  readonly surveyActivationId: string;
  readonly there: Begun;
  /** It cannot be sent, and why. */
  readonly onRefused: (error: unknown) => void;
}

const none: NonNullable<QuestionnaireProps["problems"]> = [];

/** The intro has the same address but for this. */
const guarded = ["fill"];

/** The questions, one step at a time from where one was; sent once and for ever. */
export function Fill({ surveyActivationId, there, onRefused }: FillProps) {
  const t = useText();
  const navigate = useNavigate();
  const intent = useIntent(intentStorage(draftOf(surveyActivationId)));
  const [kept, keptAnswers] = useKeptAnswers(surveyActivationId, there);
  const [problems, setProblems] = useState(none);
  const [begins] = useState(() => stepOf(kept.begun.questionnaire, kept.begun.answers));
  const [send, { error, isLoading }] = useSendMyAnswersMutation();
  const today = useToday();
  const line = useRef<HTMLDivElement>(null);
  const { questionnaire, publishedVersion, answers } = kept.begun;

  const press = async (counted: AnswersJson, release: () => void) => {
    const request = { surveyActivationId, answers: counted, publishedVersion };
    // What there is to choose from first stands there.
    if (!(await keptAnswers.rest())) return line.current?.focus();
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      if (isFault(asFailure(answer.error))) return keptAnswers.resume();
      intent.settle();
      await keptAnswers.refused(answer.error);
      return onRefused(answer.error);
    }
    intent.settle();
    const found = answer.data.problems ?? none;
    if (found.length > 0) {
      setProblems(found);
      return keptAnswers.resume();
    }
    keptAnswers.end();
    release();
    const params = { surveyId: surveyActivationId };
    await navigate({ to: "/surveys/omavointi/$surveyId", params, search: { sent: true }, replace: true });
  };

  return (
    <>
      <KeptLine answers={keptAnswers} kept={kept} place={line} />
      <Card>
        <Questionnaire
          answers={answers}
          dirty={kept.saving === "failed" || kept.elsewhere !== undefined}
          failure={error}
          guarded={guarded}
          isSending={isLoading}
          onChange={(next) => keptAnswers.change(next)}
          onSend={press}
          problems={problems}
          questionnaire={questionnaire}
          sendLabel={t("survey.send")}
          startAt={begins}
          today={today}
        />
      </Card>
    </>
  );
}
