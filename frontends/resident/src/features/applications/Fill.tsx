import { asFailure } from "@kajo/shared/errors";
import { type GetFormResponseJson, useIntent } from "@kajo/shared/rpc";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Questions } from "../filling/Questions";
import { type AnswersJson, type Renew, useFilling } from "../filling/use-filling";
import { useSendFormMutation } from "./api";
import { GuardiansChoice } from "./GuardiansChoice";

export interface FillProps {
  readonly categoryId: string;
  readonly subcategoryId: string;
  /** As it was when one began. */
  readonly there: GetFormResponseJson;
  readonly onRenew: Renew<GetFormResponseJson>;
}

/** What it is about has the same address but for these. */
const guarded = ["form", "step"];

/** The questions, one step at a time, in one sitting: what is answered is on this page and nowhere else until it is sent. */
export function Fill({ categoryId, subcategoryId, there, onRenew }: FillProps) {
  const navigate = useNavigate();
  const intent = useIntent();
  const filling = useFilling(there, onRenew);
  const [guardians, setGuardians] = useState(false);
  const [send, { isLoading }] = useSendFormMutation();
  const { publishedVersion = 0, teenager = false } = filling.form;

  const press = async (counted: AnswersJson, release: () => void) => {
    const visibleToGuardians = teenager && guardians;
    const request = { subcategoryId, answers: counted, publishedVersion, visibleToGuardians };
    filling.setFailure(undefined);
    // Whatever fails, it may have arrived: the same once more is the same try.
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      const failed = asFailure(answer.error);
      if (failed.reason === "stale_version") {
        await filling.renew(true);
        return;
      }
      // It was there when it was opened: its queue takes nothing in any more.
      return filling.setFailure(failed.reason === "not_found" ? { ...failed, reason: "form_closed" } : failed);
    }
    intent.settle();
    const { problems: found = [], conversationId = "" } = answer.data;
    if (found.length > 0) return filling.setProblems(found);
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
    <Questions filling={filling} guarded={guarded} isSending={isLoading} onSend={press}>
      {teenager ? <GuardiansChoice isAllowed={guardians} onChange={setGuardians} /> : null}
    </Questions>
  );
}
