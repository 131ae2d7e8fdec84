import { useRef, useState } from "react";
import { useWritten } from "../drafts";
import { useText } from "../i18n";
import { useCopy } from "../patterns/use-copy";
import { Button, Card, Row, TextArea } from "../ui";
import { usePending } from "./pending/use-pending";

/** What the reader wrote into a conversation and did not get sent. */
export function useUnsent(conversationId: string): string {
  const { written } = useWritten(conversationId);
  const pending = usePending(conversationId);
  return [...pending.map((each) => each.text), written.text].filter((each) => each.trim() !== "").join("\n\n");
}

/** In place of the reply box, where nothing can be written any more: what stood in it is the reader's, to read and to copy. */
export function Unsent({ text }: { readonly text: string }) {
  const t = useText();
  const [copied, setCopied] = useState<boolean>();
  const area = useRef<HTMLTextAreaElement>(null);
  const put = useCopy();
  const copy = async () => {
    const isCopied = await put(text);
    // Where the browser does not let us, the person can: the text is marked.
    if (!isCopied) area.current?.select();
    setCopied(isCopied);
  };
  return (
    <Card>
      <TextArea
        hint={t("thread.unsent.hint")}
        isReadOnly
        label={t("thread.unsent")}
        onChange={() => undefined}
        ref={area}
        rows={6}
        value={text}
      />
      <Row>
        <Button kind="secondary" onPress={() => void copy()}>
          {t("thread.unsent.copy")}
        </Button>
        <span role="status">
          {copied === undefined ? "" : t(copied ? "thread.unsent.copied" : "thread.unsent.select")}
        </span>
      </Row>
    </Card>
  );
}
