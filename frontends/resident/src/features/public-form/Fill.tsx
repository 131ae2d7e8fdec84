import { useCallContext } from "@kajo/shared/app";
import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { GetPublicFormResponseJson, RpcFailure } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Questions } from "../filling/Questions";
import { type AnswersJson, type Renew, useFilling } from "../filling/use-filling";
import { usePersonalQuestion } from "../filling/use-personal-question";
import { useSendPublicFormMutation } from "./api";
import { Over } from "./Over";
import { Website } from "./Website";

export interface FillProps {
  readonly tail: string;
  /** As it was when one began. */
  readonly there: GetPublicFormResponseJson;
  readonly onRenew: Renew<GetPublicFormResponseJson>;
}

/** What it is about has the same address but for this. */
const guarded = ["step"];

/** The service takes nothing sooner after a sitting began; whoever sends again in a new one may be as quick. */
const soonestMs = 3_000;

/** The questions, one step at a time, in one sitting that says nothing of who answers. */
export function Fill({ tail, there, onRenew }: FillProps) {
  const t = useText();
  const navigate = useNavigate();
  const { wait } = useCallContext();
  const filling = useFilling(there, onRenew);
  const [since, setSince] = useState(() => performance.now());
  const [over, setOver] = useState<RpcFailure>();
  const [isAgain, setAgain] = useState(false);
  const { isMeant, question } = usePersonalQuestion(t("publicForm.personal.text"));
  const [send, { isLoading }] = useSendPublicFormMutation();
  const website = useRef<HTMLInputElement>(null);
  const { sitting = "" } = filling.form;

  const beginAgain = async (isOther: boolean) => {
    if (!(await filling.renew(isOther))) return;
    setSince(performance.now());
    setOver(undefined);
    setAgain(true);
  };

  const failed = (failure: RpcFailure) => {
    switch (failure.reason) {
      case "stale_version":
        return beginAgain(true);
      case "sitting_over":
      case "already_answered":
        setOver(failure);
        return filling.line.current?.focus();
      case "not_found":
        // It was there when it was opened: its queue takes nothing in any more.
        return filling.setFailure({ ...failure, reason: "form_closed" });
      default:
        return filling.setFailure(failure);
    }
  };

  const press = async (answers: AnswersJson, release: () => void) => {
    filling.setFailure(undefined);
    setOver(undefined);
    if (!(await isMeant(filling, answers))) return;
    const early = since + soonestMs - performance.now();
    if (early > 0) await wait(early);
    // Whoever has left meanwhile sends nothing.
    if (!filling.line.current) return;
    // Whatever fails, it may have arrived: the same once more in the same sitting is the same try.
    const answer = await send({ sitting, answers, website: website.current?.value ?? "" });
    if ("error" in answer) return failed(asFailure(answer.error));
    const { problems = [] } = answer.data;
    if (problems.length > 0) return filling.setProblems(problems);
    release();
    await navigate({
      to: "/forms/$tail",
      params: { tail },
      search: { step: "sent" },
      state: { publicFormSent: true },
      replace: true,
    });
  };

  return (
    <>
      <Questions
        filling={filling}
        guarded={guarded}
        isSending={isLoading}
        notice={
          over ? (
            <Over failure={over} onAgain={() => beginAgain(false)} />
          ) : isAgain && !filling.isChanged ? (
            <Banner announce="polite" tone="info">
              {t("publicForm.begunAgain")}
            </Banner>
          ) : null
        }
        onSend={press}
      >
        <Website field={website} />
      </Questions>
      {question}
    </>
  );
}
