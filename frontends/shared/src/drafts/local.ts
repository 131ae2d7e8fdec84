/** What somebody writes to others, as it lies in this tab. */
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { loadDraft, saveDraft } from "./draft";

/** What somebody writes: an answer, or a message that begins a conversation. */
export interface Written {
  readonly topic: string;
  readonly text: string;
  readonly attachments: readonly AttachmentJson[];
}

/** As it lies in this tab. */
interface Local extends Written {
  /** The server has it as it is. */
  readonly kept?: boolean;
}

export const loadLocal = (where: string): Local => loadDraft<Local>(nameOf(where), nothing);

export const saveLocal = (where: string, local: Local): void =>
  saveDraft(nameOf(where), isNothing(local) ? undefined : local);

export const isNothing = ({ topic, text, attachments }: Written) =>
  topic === "" && text === "" && attachments.length === 0;

const idsOf = ({ attachments }: Written) => attachments.map(({ attachmentId }) => attachmentId).join();

export const same = (a: Written, b: Written) => a.topic === b.topic && a.text === b.text && idsOf(a) === idsOf(b);

export const nothing: Written = { topic: "", text: "", attachments: [] };

const patient = "patient:";

/** Where a first message to a patient is written. */
export const toPatient = (patientId: string): string => patient + patientId;

/** As the server is told where it is written. */
export const placeOf = (where: string): { readonly conversationId: string } | { readonly patientId: string } =>
  where.startsWith(patient) ? { patientId: where.slice(patient.length) } : { conversationId: where };

/** Its name in this tab. `where` is a conversation, a patient (`toPatient`), or nothing: a resident's new message. */
const nameOf = (where: string) => {
  if (where === "") return "new.message";
  return where.startsWith(patient) ? `to.${where.slice(patient.length)}` : `reply.${where}`;
};

/** Where a draft of this tab is written; undefined when it is another kind of draft. */
export function placeNamed(name: string): string | undefined {
  if (name === nameOf("")) return "";
  if (name.startsWith("to.")) return toPatient(name.slice("to.".length));
  return name.startsWith("reply.") ? name.slice("reply.".length) : undefined;
}
