import { useFailureLine } from "../errors/message";
import { useIntent } from "../rpc/use-intent";
import { useToast } from "../ui";

type Send<Request> = (call: {
  readonly request: Request;
  readonly idempotencyKey: string;
}) => PromiseLike<{ readonly error?: unknown }>;

/** One thing that can be done, by its mutation. `run` answers whether it was done; what stood in the way is told in a toast. */
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
