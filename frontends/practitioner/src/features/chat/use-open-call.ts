import type { ChatCallJson } from "@kajo/shared/rpc";
import { useState } from "react";

/**
 * Whether the call of a chat is open in this tab. One to which somebody was invited here opens when they accept; another one, as after a reload,
 * when that is asked for. It stays, also when it is over, until it is closed.
 */
export function useOpenCall({ callId, state }: ChatCallJson = {}) {
  const [invited, setInvited] = useState<string>();
  const [opened, setOpened] = useState<string>();
  if (callId && callId === invited && state === "CALL_STATE_ON") {
    setInvited(undefined);
    setOpened(callId);
  }
  return {
    isOpen: callId !== undefined && callId === opened,
    isGoingOn: state === "CALL_STATE_INVITED" || state === "CALL_STATE_ON",
    /** By its id. */
    noteInvited: setInvited,
    open: () => setOpened(callId),
    close: () => setOpened(undefined),
  };
}
