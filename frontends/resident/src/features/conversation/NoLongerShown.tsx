import { useWritten } from "@kajo/shared/drafts";
import { NotFoundPage } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { usePending } from "@kajo/shared/thread";
import { Button, Card, LinkButton, PageHeading, Row, Stack, TextArea } from "@kajo/shared/ui";
import { useRef, useState } from "react";

export interface NoLongerShownProps {
  readonly conversationId: string;
  /** It stood on this page a moment ago. */
  readonly wasShown: boolean;
}

/**
 * In place of a conversation that is shown to its reader no more, for example when a teenager has hidden it from a guardian who
 * was answering. Nothing of it is left but what the reader wrote and did not get sent, which is theirs. Whoever never saw it is
 * told what everybody is told of what does not exist.
 */
export function NoLongerShown({ conversationId, wasShown }: NoLongerShownProps) {
  const t = useText();
  const { written } = useWritten(conversationId);
  const pending = usePending(conversationId);
  const [copied, setCopied] = useState<boolean>();
  const area = useRef<HTMLTextAreaElement>(null);
  const text = [...pending.map((each) => each.text), written.text].filter((each) => each.trim() !== "").join("\n\n");
  if (!wasShown && text === "") return <NotFoundPage />;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Where the browser does not let us, the person can: the text is marked.
      area.current?.select();
      setCopied(false);
    }
  };
  return (
    <Stack gap="l">
      <PageHeading lead={t("conversation.gone.text")}>{t("conversation.gone.title")}</PageHeading>
      {text === "" ? null : (
        <Card>
          <TextArea
            hint={t("conversation.gone.written.hint")}
            isReadOnly
            label={t("conversation.gone.written")}
            onChange={() => undefined}
            ref={area}
            rows={6}
            value={text}
          />
          <Row>
            <Button kind="secondary" onPress={() => void copy()}>
              {t("conversation.gone.copy")}
            </Button>
            <span role="status">
              {copied === undefined ? "" : t(copied ? "conversation.gone.copied" : "conversation.gone.select")}
            </span>
          </Row>
        </Card>
      )}
      <div>
        <LinkButton to="/inbox">{t("conversation.gone.inbox")}</LinkButton>
      </div>
    </Stack>
  );
}
