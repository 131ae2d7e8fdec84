/** Sends signals in the order in which they were made: what did not arrive goes before what came later. */
import type { OutgoingCallSignalJson } from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import { type Answer, mayPass } from "./wire";

/** As many as one call of the server takes. */
const mostAtOnce = 50;

const againMs = 1_000;

export function signalQueue(send: (signals: readonly OutgoingCallSignalJson[]) => Promise<Answer<unknown>>) {
  let waiting: readonly OutgoingCallSignalJson[] = [];
  let isSending = false;
  let isOver = false;

  const sendAll = async () => {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0 && !isOver) {
      const batch = waiting.slice(0, mostAtOnce);
      const { error } = await send(batch);
      if (error !== undefined && mayPass(error)) await new Promise((resolve) => setTimeout(resolve, againMs));
      else waiting = waiting.slice(batch.length);
    }
    isSending = false;
  };

  return {
    add(signals: readonly OutgoingCallSignalJson[]): void {
      waiting = [...waiting, ...signals];
      void sendAll();
    },
    stop(): void {
      isOver = true;
    },
  };
}

export type SignalQueue = ReturnType<typeof signalQueue>;
