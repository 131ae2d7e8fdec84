import { useEffect, useRef } from "react";
import { type Asking, useJoin } from "./use-join";

export interface RemoteCallOptions<Request> {
  readonly asking: Asking<Request>;
  readonly request: Request;
  /** One has said before this page that one comes, and may. */
  readonly isDue: boolean;
  /** Says in the address that one is in the call, or is no more: a page that is loaded anew leads back to it. */
  readonly say: (isIn: boolean) => void;
}

/** The call of a remote appointment, and `place`, which takes the focus when what had it has gone with the call or with what was before it. */
export function useRemoteCall<Request>({ asking, request, isDue, say }: RemoteCallOptions<Request>) {
  const known = useJoin(asking, request, isDue, () => say(true));
  const isInCall = known.callId !== "";
  const place = useRef<HTMLDivElement>(null);
  const wasInCall = useRef(isInCall);
  useEffect(() => {
    if (wasInCall.current === isInCall) return;
    wasInCall.current = isInCall;
    // What had the focus has gone.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isInCall]);
  const leave = () => {
    known.leave();
    say(false);
  };
  return { joining: { ...known, leave }, isInCall, place };
}
