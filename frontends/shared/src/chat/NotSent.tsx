import { useState } from "react";
import { AttachmentList } from "../attachments/AttachmentList";
import { useText } from "../i18n";
import { Unsent } from "../thread/Unsent";
import { loadOutbox } from "./outbox";

/** What somebody has written into a chat that is not theirs any more: it is to be read and copied, and nothing of it is sent. */
export function NotSent({ chatId }: { readonly chatId: string }) {
  const t = useText();
  const [{ text, files, unsent }] = useState(() => loadOutbox(chatId));
  const words = [...unsent.map((each) => each.text), text].filter((each) => each.trim() !== "").join("\n\n");
  const allFiles = [...unsent.flatMap((each) => each.files ?? []), ...files];
  return (
    <>
      {words === "" ? null : <Unsent text={words} />}
      {allFiles.length > 0 ? (
        <>
          {words === "" ? <p>{t("failed.WriteChatMessage")}</p> : null}
          <AttachmentList attachments={allFiles} />
        </>
      ) : null}
    </>
  );
}
