import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type GetAssessmentResponseJson, isFault, useIntent } from "@kajo/shared/rpc";
import { Banner, Phones } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { Questions } from "../filling/Questions";
import { type AnswersJson, type Renew, useFilling } from "../filling/use-filling";
import { usePersonalQuestion } from "../filling/use-personal-question";
import { useSubmitAssessmentMutation } from "./api";

export interface FillProps {
  readonly chatQueueId: string;
  /** As it was when one began. */
  readonly there: GetAssessmentResponseJson;
  /** The words by which they have consented. */
  readonly consentVersion: number;
  readonly onRenew: Renew<GetAssessmentResponseJson>;
}

/** What it is about has the same address but for this. */
const guarded = ["step"];

/** The questions, one step at a time; sent once and for ever. */
export function Fill({ chatQueueId, there, consentVersion, onRenew }: FillProps) {
  const t = useText();
  const navigate = useNavigate();
  const intent = useIntent();
  const filling = useFilling(there, onRenew);
  const { isMeant, question } = usePersonalQuestion(t("triage.personal.text"));
  const [send, { isLoading }] = useSubmitAssessmentMutation();
  const { publishedVersion = 0 } = filling.form;

  const press = async (answers: AnswersJson, release: () => void) => {
    filling.setFailure(undefined);
    if (!(await isMeant(filling, answers))) return;
    const request = { chatQueueId, answers, publishedVersion, consentVersion };
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      const failure = asFailure(answer.error);
      // It may have arrived: the same once more is the same try.
      if (isFault(failure)) return filling.setFailure(failure);
      intent.settle();
      if (failure.reason !== "stale_version") return filling.setFailure(failure);
      await filling.renew(true);
      return;
    }
    intent.settle();
    const { problems = [] } = answer.data;
    if (problems.length > 0) return filling.setProblems(problems);
    release();
    await navigate({
      to: "/triage/$chatQueueId",
      params: { chatQueueId },
      search: { step: "result" },
      replace: true,
    });
  };

  return (
    <>
      <Questions
        changed={t("triage.changed")}
        filling={filling}
        guarded={guarded}
        isSending={isLoading}
        onSend={press}
        sendLabel={t("survey.send")}
      >
        <Banner tone="warning">
          <p>
            <Phones>{t("planned.urgent")}</Phones>
          </p>
          <p>{t("triage.freeText")}</p>
        </Banner>
      </Questions>
      {question}
    </>
  );
}
