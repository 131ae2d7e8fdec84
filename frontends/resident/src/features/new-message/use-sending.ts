import { loadDraft, saveDraft } from "@kajo/shared/drafts";
import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type In, type IntentStorage, useIntent } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { type StartConversation, useStartConversationMutation } from "./api";
import { useHeld } from "./use-held";

export type NewMessage = In<StartConversation>;

/** In this tab: a message is held. Where that is found when the form opens, its page went before it was sent. */
const heldDraft = "new.held";
const noteHeld = (held: boolean) => saveDraft(heldDraft, held ? { held } : undefined);

/**
 * Sends a first message after a moment in which it can be taken back. It is the page that shows how it went; whoever has left
 * it by then is told where they are. `onSent`: the server has it.
 */
export function useSending(storage: IntentStorage, onSent: () => void) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const failureLine = useFailureLine();
  const intent = useIntent(storage);
  const [start, { error, isLoading, reset }] = useStartConversationMutation();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const [isUnsent, setUnsent] = useState(() => loadDraft(heldDraft, { held: false }).held);
  const forgetUnsent = () => {
    noteHeld(false);
    setUnsent(false);
  };
  const held = useHeld<NewMessage>(async (request) => {
    noteHeld(false);
    const answer = await start({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      if (!here.current) toast("danger", failureLine(answer.error));
      return;
    }
    intent.settle();
    onSent();
    if (!here.current) {
      toast("success", t("pending.arrived"));
      return;
    }
    await navigate({
      to: "/inbox/conversation/$conversationId/message-sent",
      params: { conversationId: answer.data.conversationId ?? "" },
      replace: true,
    });
  });

  const underway = held.value !== undefined || isLoading;
  useEffect(() => {
    if (!underway) return;
    // Nobody closes the page in the belief that it is sent.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [underway]);

  const hold = (message: NewMessage) => {
    // What failed before, was said of another try.
    reset();
    setUnsent(false);
    noteHeld(true);
    held.hold(message);
  };
  const takeBack = () => {
    noteHeld(false);
    held.takeBack();
  };
  return {
    held: { ...held, hold, takeBack },
    isSending: isLoading,
    failure: error && asFailure(error),
    /** The page was loaded anew or closed while a message was held. */
    isUnsent,
    forgetUnsent,
  };
}
