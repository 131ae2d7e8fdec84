import { type Command, useIntent } from "@kajo/shared/rpc";
import { useEffect, useEffectEvent, useState } from "react";

/** What lets one come and says to which call, as RTK Query hands it out. */
export type Asking<Request> = readonly [
  (command: Command<Request>) => PromiseLike<{ readonly error?: unknown }>,
  {
    readonly data?: { readonly callId?: string } | undefined;
    readonly error?: unknown;
    readonly isLoading: boolean;
    readonly reset: () => void;
  },
];

export interface Joining {
  /** The call to which one may come; empty: one has not asked to, or has left it. */
  readonly callId: string;
  /** Why one may not. */
  readonly error: unknown;
  readonly isJoining: boolean;
  readonly join: () => void;
  readonly leave: () => void;
}

/**
 * Comes to a remote appointment when one says so, and at once where one has said so before this page: on the list of them, or before the
 * page was loaded anew.
 */
export function useJoin<Request>(
  [ask, { data, error, isLoading, reset }]: Asking<Request>,
  request: Request,
  hasSaidSo: boolean,
  onJoined: () => void,
): Joining {
  const intent = useIntent();
  const join = async () => {
    const answer = await ask({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error === undefined) intent.settle();
  };
  const callId = data?.callId ?? "";
  const joined = useEffectEvent(onJoined);
  useEffect(() => {
    // Whoever has gone to another page meanwhile is not fetched back from there.
    if (callId) joined();
  }, [callId]);
  const [isDue] = useState(hasSaidSo);
  const joinAtOnce = useEffectEvent(() => void join());
  useEffect(() => {
    if (isDue) joinAtOnce();
  }, [isDue]);
  return { callId, error, isJoining: isLoading, join: () => void join(), leave: reset };
}
