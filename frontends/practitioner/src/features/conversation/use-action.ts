import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { Code, explained, type RpcFailure, useIntent } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useRef, useState } from "react";

interface Answered {
  readonly error?: unknown;
}

type Send<R> = (call: { readonly request: R; readonly idempotencyKey: string }) => PromiseLike<Answered>;

type NameOf = (personId: string) => string | undefined;

/** Something that has to be done first; whether it could be. */
type Before = () => Promise<boolean>;

/** What was written is not at the server, where the action would leave no way to send it. */
const unsent: RpcFailure = {
  code: Code.failedPrecondition,
  reason: "message_unsent",
  params: {},
  fields: [],
  traceId: "",
};

/** Sends once however often it is pressed; a refusal that names a colleague comes back with the colleague's name. */
function useSend<R extends object>(send: Send<R>, nameOf: NameOf, before?: Before) {
  const intent = useIntent();
  return async (request: R): Promise<RpcFailure | undefined> => {
    if (before && !(await before())) return explained(unsent);
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error === undefined) {
      intent.settle();
      return undefined;
    }
    const failure = asFailure(answer.error);
    const owner = failure.params.owner_id;
    const params = owner ? { ...failure.params, owner_name: nameOf(owner) ?? "none" } : failure.params;
    return { ...failure, params };
  };
}

/** One action on a conversation; its success and its refusal are told in passing. */
export function useAction<R extends object>(send: Send<R>, nameOf: NameOf, before?: Before) {
  const toast = useToast();
  const failureLine = useFailureLine();
  const sendOnce = useSend(send, nameOf, before);
  const running = useRef<Promise<boolean>>(undefined);
  const act = async (request: R, done: string): Promise<boolean> => {
    const failure = await sendOnce(request);
    if (failure) toast("danger", failureLine(failure));
    else toast("success", done);
    return failure === undefined;
  };
  // Pressed twice, it is done and told once.
  return (request: R, done: string): Promise<boolean> => {
    running.current ??= act(request, done).finally(() => {
      running.current = undefined;
    });
    return running.current;
  };
}

/** Something that is told elsewhere, once what has to be done first is done; that it could not be is told in passing. */
export function useAfter(before: Before, act: () => void): () => void {
  const toast = useToast();
  const failureLine = useFailureLine();
  const begin = async () => {
    if (await before()) act();
    else toast("danger", failureLine(await explained(unsent)));
  };
  return () => void begin();
}

/** The same from a form, which shows the refusal itself: `failure` is the one of the last try. */
export function useFormAction<R extends object>(send: Send<R>, nameOf: NameOf, before?: Before) {
  const toast = useToast();
  const sendOnce = useSend(send, nameOf, before);
  const [failure, setFailure] = useState<RpcFailure>();
  const act = async (request: R, done: string): Promise<boolean> => {
    const refused = await sendOnce(request);
    setFailure(refused);
    if (!refused) toast("success", done);
    return refused === undefined;
  };
  return { act, failure };
}
