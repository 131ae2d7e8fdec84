/** What somebody has written into a chat and is not in it yet, kept in this tab. */
import { loadDraft, saveDraft } from "../drafts/draft";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";

export interface Unsent {
  /** The same however often it is tried, also after a reload: it arrives once. */
  readonly key: string;
  readonly text: string;
  /** None in what was kept before files went along. */
  readonly files?: readonly AttachmentJson[];
  /** Since when the professional had the chat for whom, or by whom, it was written. */
  readonly since?: string;
  /** It was refused: it is sent again by who wrote it alone. */
  readonly held?: boolean;
}

export interface Outbox {
  /** What is being written. */
  readonly text: string;
  /** What was uploaded to go along with it. */
  readonly files: readonly AttachmentJson[];
  /** What was sent off and is not in the chat yet, in the order in which it was written. */
  readonly unsent: readonly Unsent[];
}

const nothing: Outbox = { text: "", files: [], unsent: [] };

const nameOf = (chatId: string) => `outbox/${chatId}`;

export const loadOutbox = (chatId: string): Outbox => loadDraft(nameOf(chatId), nothing);

export function saveOutbox(chatId: string, kept: Outbox): void {
  const isEmpty = kept.text === "" && kept.files.length === 0 && kept.unsent.length === 0;
  saveDraft(nameOf(chatId), isEmpty ? undefined : kept);
}
