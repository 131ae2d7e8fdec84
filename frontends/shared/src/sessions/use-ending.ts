import { useState } from "react";
import { flushSync } from "react-dom";
import { useFailureLine } from "../errors";
import { useIntent } from "../rpc";
import { useToast } from "../ui";

interface Answered<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
}

export interface Ending {
  readonly isAsking: boolean;
  readonly isPending: boolean;
  readonly ask: () => void;
  readonly cancel: () => void;
  readonly confirm: () => void;
}

/** Asks, ends, and says that it is done, or why not. */
export function useEnding<Request extends object, Answer>(
  send: (call: { readonly request: Request; readonly idempotencyKey: string }) => PromiseLike<Answered<Answer>>,
  request: Request,
  told: (answer: Answer) => string,
): Ending {
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    // The question goes before anything behind it can take the focus.
    flushSync(() => {
      setPending(false);
      setAsking(false);
    });
    if (answer.data === undefined) return toast("danger", failureLine(answer.error));
    intent.settle();
    toast("success", told(answer.data));
    // The button goes with what it ended.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  return {
    isAsking,
    isPending,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    confirm: () => void confirm(),
  };
}
