/** What is known of the files of a message: while they are asked about in vain, they are ids alone. */
import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";

/** How far its scan is; a file that can be read by nobody any more has no name. */
export function isKnown({ scanState }: AttachmentJson): boolean {
  return scanState !== undefined && scanState !== "SCAN_STATE_UNSPECIFIED";
}

/** There is still something to learn of it. A scan that failed is tried again. */
function isAwaited(attachment: AttachmentJson): boolean {
  const { scanState } = attachment;
  return !isKnown(attachment) || scanState === "SCAN_STATE_PENDING" || scanState === "SCAN_STATE_ERROR";
}

/** Those of its files of which there is still something to learn, by their ids. */
export function awaitedFiles({ attachments = [] }: ChatMessageJson): readonly string[] {
  return attachments.filter(isAwaited).map(({ attachmentId = "" }) => attachmentId);
}
