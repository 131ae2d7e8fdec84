import type { ConversationJson } from "@kajo/shared/rpc";

type Entry = NonNullable<ConversationJson["thread"]>[number];

export type StepKind =
  | "received"
  | "checking"
  | "checked"
  | "blocked"
  | "queued"
  | "handled"
  | "taken"
  | "answered"
  | "ended";

/** What has become of a message, and when. */
export interface Step {
  readonly kind: StepKind;
  readonly at: Date;
}

/** What a system event means to a message that waits. */
const meanings: Readonly<Partial<Record<string, StepKind>>> = {
  SYSTEM_EVENT_KIND_PICKED: "taken",
  SYSTEM_EVENT_KIND_ASSIGNED_TO_SELF: "taken",
  SYSTEM_EVENT_KIND_ASSIGNED_TO_OTHER: "taken",
  SYSTEM_EVENT_KIND_RETURNED_TO_QUEUE: "queued",
  SYSTEM_EVENT_KIND_FORWARDED_TO_QUEUE: "queued",
  SYSTEM_EVENT_KIND_CLOSED: "ended",
  SYSTEM_EVENT_KIND_CLOSED_AND_DONE: "ended",
};

/** What has become of the last message from the resident's side: what the thread says of it, and nothing that is only hoped for. */
export function trailOf(thread: readonly Entry[]): readonly Step[] {
  const own = thread.findLastIndex(({ message }) => message?.authorKind === "PARTICIPANT_KIND_RESIDENT");
  const sent = thread[own];
  if (!sent) return [];
  const at = when(sent);
  const before = thread.slice(0, own).flatMap((entry) => meaning(entry) ?? []);
  const files = filesOf(sent);
  // Who has taken it or answered before has it still, unless it went back into a queue.
  const place: StepKind = (before.at(-1) ?? "queued") === "queued" ? "queued" : "handled";
  const steps: Step[] = [{ kind: "received", at }, ...(files ? [{ kind: files, at }] : []), { kind: place, at }];
  for (const entry of thread.slice(own + 1)) {
    const kind = meaning(entry);
    if (kind) steps.push({ kind, at: when(entry) });
    // What follows is about the answer.
    if (kind === "answered" || kind === "ended") break;
  }
  return steps;
}

const when = ({ at }: Entry) => new Date(at ?? 0);

function meaning({ message, systemEvent }: Entry): StepKind | undefined {
  if (message) return message.authorKind === "PARTICIPANT_KIND_PRACTITIONER" ? "answered" : undefined;
  return meanings[systemEvent?.kind ?? ""];
}

/** What the scan says of the files that went along; nothing without files. */
function filesOf({ message }: Entry): StepKind | undefined {
  const states = (message?.attachments ?? []).map(({ scanState }) => scanState);
  if (states.length === 0) return undefined;
  if (states.some((state) => state === "SCAN_STATE_INFECTED" || state === "SCAN_STATE_ERROR")) return "blocked";
  return states.every((state) => state === "SCAN_STATE_CLEAN") ? "checked" : "checking";
}
