import { FileDrop } from "@kajo/shared/attachments";
import { useText } from "@kajo/shared/i18n";
import type { FieldsOf } from "@kajo/shared/patterns";
import { Banner, Select, TextArea, TextField } from "@kajo/shared/ui";
import type { RefObject } from "react";
import type { FirstMessage } from "./use-first-message";

interface MessageFieldsProps {
  readonly field: FieldsOf<"subcategory_id" | "topic" | "text">;
  readonly message: FirstMessage;
  /** Where the text is written. */
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** From which queue, about what, what it says, and its files. */
export function MessageFields({ field, message, area }: MessageFieldsProps) {
  const t = useText();
  const { limits, options, subcategoryId, written, uploads, edit, chooseQueue } = message;
  return (
    <>
      <Select
        {...field("subcategory_id")}
        hint={t("patient.message.queue.hint")}
        onChange={chooseQueue}
        options={options}
        value={subcategoryId === "" ? null : subcategoryId}
      />
      <TextField
        {...field("topic")}
        max={limits.maxTopicCharacters}
        onChange={(topic) => edit({ topic })}
        value={written.topic}
      />
      <TextArea
        {...field("text")}
        max={limits.maxMessageCharacters}
        onChange={(text) => edit({ text })}
        ref={area}
        rows={8}
        value={written.text}
      />
      <FileDrop limits={limits} uploads={uploads} />
    </>
  );
}

/** Its page was closed or loaded anew before it was sent. */
export function WasUnsent({ message: { sending, written } }: { readonly message: FirstMessage }) {
  const t = useText();
  if (!sending.isUnsent || written.topic + written.text === "") return null;
  return (
    <Banner announce="alert" tone="warning">
      {t("failed.StartPatientConversation")}
    </Banner>
  );
}
