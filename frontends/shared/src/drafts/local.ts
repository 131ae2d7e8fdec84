/** What somebody writes to others, as it lies in this tab. */
import type { VisibilityJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import { draftNames, loadDraft, saveDraft } from "./draft";

/** What somebody writes: an answer, or a message that begins a conversation. */
export interface Written {
  readonly topic: string;
  readonly text: string;
  readonly attachments: readonly AttachmentJson[];
  /** Whom it is written to; everybody when left out. */
  readonly visibility?: VisibilityJson | undefined;
}

/** What the server has, and which state of it. */
export interface Found extends Written {
  readonly revision?: string;
}

/** As it lies in this tab. */
interface Local extends Written {
  /** The server has it as it is. */
  readonly saved?: boolean;
}

export const loadLocal = (where: string): Local => loadDraft<Local>(nameOf(where), nothing);

export const saveLocal = (where: string, local: Local): void =>
  saveDraft(nameOf(where), isNothing(local) ? undefined : local);

export const isNothing = ({ topic, text, attachments }: Written) =>
  topic === "" && text === "" && attachments.length === 0;

const idsOf = ({ attachments }: Written) => attachments.map(({ attachmentId }) => attachmentId).join();

const circles: readonly (VisibilityJson | undefined)[] = [
  "VISIBILITY_EVERYONE",
  "VISIBILITY_PRACTITIONERS",
  "VISIBILITY_TAKING_PART",
];

const circleOf = ({ visibility }: Pick<Written, "visibility">) => Math.max(0, circles.indexOf(visibility));

/** Of two that come together, what fewer read: nothing is told to somebody from whom it was kept. */
export const narrower = (a: Pick<Written, "visibility">, b: Pick<Written, "visibility">): VisibilityJson =>
  circles[Math.max(circleOf(a), circleOf(b))] ?? "VISIBILITY_EVERYONE";

export const same = (a: Written, b: Written) =>
  a.topic === b.topic && a.text === b.text && idsOf(a) === idsOf(b) && circleOf(a) === circleOf(b);

export const nothing: Written = { topic: "", text: "", attachments: [] };

const patient = "patient:";
const queue = "queue:";

/** Where a first message to a patient is written. */
export const toPatient = (patientId: string): string => patient + patientId;

/** Where a resident's new message to a queue is written. */
export const toQueue = (subcategoryId: string): string => queue + subcategoryId;

export const isToQueue = (where: string): boolean => where.startsWith(queue);

/** As the server is told where it is written: it has one place for whatever a resident begins, and does not know to which queue. */
export function placeOf(where: string): { readonly conversationId: string } | { readonly patientId: string } {
  if (isToQueue(where)) return { conversationId: "" };
  return where.startsWith(patient) ? { patientId: where.slice(patient.length) } : { conversationId: where };
}

/** Its name in this tab. `where` is a conversation, a patient (`toPatient`) or a queue (`toQueue`). */
function nameOf(where: string): string {
  if (isToQueue(where)) return `first.${where.slice(queue.length)}`;
  return where.startsWith(patient) ? `to.${where.slice(patient.length)}` : `reply.${where}`;
}

const serverPrefix = "server.";
const serverName = (where: string) => serverPrefix + nameOf(where);

/** What this tab knows of the draft at the server. */
interface AtServer {
  /** Of what the server had when this tab read or saved it last; nothing of an empty draft. */
  readonly revision?: string;
  /** What that was: whatever is written since, here and elsewhere, goes on from it. */
  readonly base?: Written;
  /** What was brought there since, and may have arrived: the answer was lost, as it is when a page is left while it is saved. */
  readonly underWay?: readonly Written[];
  /** What the server has is something else. As long as it does, what is written here lies in this tab alone. */
  readonly isApart?: boolean;
}

/** More than that lies in no tab: an answer that is lost is lost with its page or its connection. */
const underWayAtMost = 5;

const loadServer = (where: string): AtServer => loadDraft<AtServer>(serverName(where), {});

function saveServer(where: string, known: AtServer | undefined): void {
  saveDraft(serverName(where), known);
  for (const tell of watchers) tell();
}

export const revisionOf = (where: string): string => loadServer(where).revision ?? "0";

export const baseOf = (where: string): Written => loadServer(where).base ?? nothing;

/** `revision`: of what the server has now, which this tab goes on from. */
export const goOnFrom = (where: string, revision: string | undefined, base: Written = nothing): void =>
  saveServer(where, revision && revision !== "0" ? { revision, base: wordsOf(base) } : undefined);

/** What the server has, stays; what is written here is brought there when it has nothing any more. */
export const goApart = (where: string): void => saveServer(where, { isApart: true });

export const isApart = (where: string): boolean => loadServer(where).isApart === true;

const watchers = new Set<() => void>();

/** Is told when `isApart` may have changed. Answers with what ends it. */
export function watchApart(changed: () => void): () => void {
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

const wordsOf = ({ topic, text, attachments, visibility }: Written): Written => ({
  topic,
  text,
  attachments,
  visibility,
});

/** Remembers what is on its way to the server, until `goOnFrom` says what the server has. */
export function setsOut(where: string, written: Written): void {
  const known = loadServer(where);
  const underWay = [...(known.underWay ?? []), wordsOf(written)].slice(-underWayAtMost);
  saveServer(where, { ...known, underWay });
}

/** Whether what the server has came from this tab, which heard nothing of it. Files that were sent since are no part of it any more. */
export const cameFromHere = (where: string, there: Written): boolean =>
  loadServer(where).underWay?.some(
    (each) =>
      each.topic === there.topic &&
      each.text === there.text &&
      there.attachments.every(({ attachmentId }) => each.attachments.some((own) => own.attachmentId === attachmentId)),
  ) ?? false;

/** Whether this tab had told the server to keep it no longer, because it was sent, and heard nothing of that. */
export function wasDiscarded(where: string, there: Found): boolean {
  const last = loadServer(where).underWay?.at(-1);
  return last !== undefined && isNothing(last) && (there.revision === revisionOf(where) || cameFromHere(where, there));
}

/** What this tab knows of the server's drafts goes: words that were on their way are among it. What is kept apart stays apart. */
export function forgetServer(): void {
  for (const name of draftNames()) {
    if (!name.startsWith(serverPrefix)) continue;
    const { isApart: apart } = loadDraft<AtServer>(name, {});
    saveDraft(name, apart ? { isApart: true } : undefined);
  }
}

/** What came from elsewhere: `together` is what both wrote. */
type Hearing = (together: Written, theirs: Written) => boolean;

const hearings = new Map<string, Set<Hearing>>();

/** Is told when what was written elsewhere came to what is written here, and says whether it takes that. Answers with what ends it. */
export function hear(where: string, hearing: Hearing): () => void {
  const all = hearings.get(where) ?? new Set();
  hearings.set(where, all.add(hearing));
  return () => void all.delete(hearing);
}

/** Takes over what two windows wrote, into the form as well where it is open; false when that cannot just now. */
export function takeOver(where: string, together: Written, theirs: Written): boolean {
  for (const hearing of hearings.get(where) ?? []) if (!hearing(together, theirs)) return false;
  saveLocal(where, { ...together, saved: false });
  return true;
}

/** Where a draft of this tab is written; undefined when it is another kind of draft. */
export function placeNamed(name: string): string | undefined {
  if (name.startsWith("first.")) return toQueue(name.slice("first.".length));
  if (name.startsWith("to.")) return toPatient(name.slice("to.".length));
  return name.startsWith("reply.") ? name.slice("reply.".length) : undefined;
}

/** Where this tab has begun new messages; `known`: also where it has nothing any more, and knows what the server had. */
export function begunHere({ known = false } = {}): readonly string[] {
  const names = draftNames().map((name) =>
    known && name.startsWith(serverPrefix) ? name.slice(serverPrefix.length) : name,
  );
  return [...new Set(names.map(placeNamed))].filter((where) => where !== undefined && isToQueue(where)) as string[];
}

/** What was begun in one place goes on in another, with what is known of it at the server. */
export function move(from: string, to: string): void {
  const [local, known] = [loadLocal(from), loadServer(from)];
  saveLocal(from, nothing);
  saveServer(from, undefined);
  saveLocal(to, local);
  saveServer(to, known);
}
