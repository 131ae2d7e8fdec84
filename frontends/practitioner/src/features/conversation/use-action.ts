import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { useIntent } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";

interface Answered {
  readonly error?: unknown;
}

type Send<R> = (call: { readonly request: R; readonly idempotencyKey: string }) => PromiseLike<Answered>;

/**
 * One action on a conversation: sent once however often it is pressed, its success and its refusal told. A refusal
 * that names a colleague is told with the colleague's name.
 */
export function useAction<R extends object>(send: Send<R>, nameOf: (personId: string) => string | undefined) {
  const intent = useIntent();
  const toast = useToast();
  const failureLine = useFailureLine();
  return async (request: R, done: string): Promise<boolean> => {
    const answer = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error === undefined) {
      intent.settle();
      toast("success", done);
      return true;
    }
    const failure = asFailure(answer.error);
    const owner = failure.params["owner_id"];
    const params = owner ? { ...failure.params, owner_name: nameOf(owner) ?? "none" } : failure.params;
    toast("danger", failureLine({ ...failure, params }));
    return false;
  };
}
