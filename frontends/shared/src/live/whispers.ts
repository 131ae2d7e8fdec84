/** Whispers of the live stream: told to what is on the page now, kept nowhere. */
import type { Whisper } from "../rpc/gen/kajo/live/v1/live_pb";

type Heard = (payload: Uint8Array) => void;

const listeners = new Map<string, Set<Heard>>();

/** `message`: its full name, for example "kajo.chat_queue.v1.LineMoved". Answers with what ends it. */
export function listenToWhispers(message: string, heard: Heard): () => void {
  const all = listeners.get(message) ?? new Set();
  listeners.set(message, all.add(heard));
  return () => void all.delete(heard);
}

export function tellWhisper({ message, payload }: Pick<Whisper, "message" | "payload">): void {
  for (const heard of listeners.get(message) ?? []) heard(payload);
}
