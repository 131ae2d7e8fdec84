import { AttachmentList } from "../attachments/AttachmentList";
import { useText } from "../i18n";
import type { AttachmentJson } from "../rpc/gen/kajo/conversations/v1/file_pb";
import threadStyles from "../thread/Thread.module.css";
import { isKnown } from "./files";

export interface MessageFilesProps {
  readonly attachments: readonly AttachmentJson[] | undefined;
}

/** The files that go with a message of a chat. */
export function MessageFiles({ attachments = [] }: MessageFilesProps) {
  const t = useText();
  const known = attachments.filter(isKnown);
  const unknown = attachments.length - known.length;
  return (
    <>
      {known.length > 0 ? <AttachmentList attachments={known} /> : null}
      {unknown > 0 ? <p className={threadStyles.time}>{t("chatRoom.filesUnknown", { n: unknown })}</p> : null}
    </>
  );
}
