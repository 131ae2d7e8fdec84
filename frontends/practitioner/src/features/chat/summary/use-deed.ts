import { useFailureLine } from "@kajo/shared/errors";
import { useIntent } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";

type Send<Request> = (call: {
  readonly request: Request;
  readonly idempotencyKey: string;
}) => PromiseLike<{ readonly error?: unknown }>;

/** One thing that can be done with a summary, by its mutation. `run` answers whether it was done; what stood in the way is told. */
export function useDeed<Request>([send, { isLoading }]: readonly [Send<Request>, { readonly isLoading: boolean }]) {
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const run = async (request: Request): Promise<boolean> => {
    const { error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) {
      toast("danger", failureLine(error));
      return false;
    }
    intent.settle();
    return true;
  };
  return { run, isPending: isLoading };
}
