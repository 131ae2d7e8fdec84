import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { fitting, Questionnaire, type QuestionnaireProps } from "@kajo/shared/questionnaire";
import { type GetFormResponseJson, useIntent } from "@kajo/shared/rpc";
import { useUnkept } from "@kajo/shared/session";
import { Banner, Card } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import styles from "../surveys/Survey.module.css";
import { useToday } from "../surveys/use-today";
import { useSendFormMutation } from "./api";
import { GuardiansChoice } from "./GuardiansChoice";

type AnswersJson = QuestionnaireProps["answers"];

export interface FillProps {
  readonly categoryId: string;
  readonly subcategoryId: string;
  /** As it was when one began. */
  readonly there: GetFormResponseJson;
  /** Fetches it anew. */
  readonly onRenew: () => PromiseLike<{ readonly data?: GetFormResponseJson | undefined; readonly error?: unknown }>;
}

const none: NonNullable<QuestionnaireProps["problems"]> = [];

/** What it is about has the same address but for these. */
const guarded = ["form", "step"];

/** The questions, one step at a time, in one sitting: what is answered is on this page and nowhere else until it is sent. */
export function Fill({ categoryId, subcategoryId, there, onRenew }: FillProps) {
  const t = useText();
  const navigate = useNavigate();
  const intent = useIntent();
  const [form, setForm] = useState(there);
  const [answers, setAnswers] = useState<AnswersJson>({});
  const [guardians, setGuardians] = useState(false);
  const [problems, setProblems] = useState(none);
  const [failure, setFailure] = useState<unknown>();
  const [isChanged, setChanged] = useState(false);
  const [send, { isLoading }] = useSendFormMutation();
  const today = useToday();
  const line = useRef<HTMLDivElement>(null);
  const { questionnaire = {}, publishedVersion = 0, teenager = false } = form;
  const isAnswered = (answers.answers ?? []).some(({ values = [] }) => values.length > 0);
  useUnkept(isAnswered);

  /** It was published anew: asked again, with what was answered to the questions that are still the same. */
  const renew = async () => {
    const { data, error } = await onRenew();
    if (error || !data) return setFailure(error);
    setForm(data);
    setAnswers(fitting(data.questionnaire ?? {}, answers));
    setProblems(none);
    setChanged(true);
    // The button that was pressed goes.
    line.current?.focus();
  };

  const press = async (counted: AnswersJson, release: () => void) => {
    const visibleToGuardians = teenager && guardians;
    const request = { subcategoryId, answers: counted, publishedVersion, visibleToGuardians };
    setFailure(undefined);
    // Whatever fails, it may have arrived: the same once more is the same try.
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      const failed = asFailure(answer.error);
      if (failed.reason === "stale_version") return renew();
      // It was there when it was opened: its queue takes nothing in any more.
      return setFailure(failed.reason === "not_found" ? { ...failed, reason: "form_closed" } : failed);
    }
    intent.settle();
    const { problems: found = [], conversationId = "" } = answer.data;
    if (found.length > 0) return setProblems(found);
    release();
    const [params, search] = [{ categoryId }, { form: subcategoryId, step: "sent" } as const];
    await navigate({
      to: "/applications/$categoryId",
      params,
      search,
      state: { formSentAs: conversationId },
      replace: true,
    });
  };

  return (
    <>
      <div className={styles.line} ref={line} tabIndex={-1}>
        {isChanged ? (
          <Banner announce="alert" tone="warning">
            {t("application.changed")}
          </Banner>
        ) : null}
        <p className={styles.kept}>{t("application.unkept")}</p>
      </div>
      {teenager ? <GuardiansChoice isAllowed={guardians} onChange={setGuardians} /> : null}
      <Card>
        <Questionnaire
          answers={answers}
          dirty={isAnswered}
          failure={failure}
          guarded={guarded}
          isSending={isLoading}
          // Another version begins at its first question.
          key={publishedVersion}
          onChange={setAnswers}
          onSend={press}
          problems={problems}
          questionnaire={questionnaire}
          sendLabel={t("application.send")}
          today={today}
        />
      </Card>
    </>
  );
}
