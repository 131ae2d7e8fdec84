/** Puts the words of an earlier version in force again. Asked again after an answer that was lost, it happens once. */
import { useIntent } from "@kajo/shared/rpc";

export interface RolledBack {
  readonly error?: unknown;
  /** The words break a rule of today. */
  readonly becameDraft?: boolean;
}

interface Sent<Request> {
  readonly request: Request;
  readonly idempotencyKey: string;
}

interface Answer {
  readonly data?: { readonly becameDraft?: boolean } | undefined;
  readonly error?: unknown;
}

export function useRollBack<Request>(send: (sent: Sent<Request>) => PromiseLike<Answer>) {
  const intent = useIntent();
  return async (request: Request): Promise<RolledBack> => {
    const { data, error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return { error };
    intent.settle();
    return { becameDraft: data?.becameDraft ?? false };
  };
}
