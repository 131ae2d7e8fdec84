import { dateTimeText, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import type { ChatQueueClosureJson, ChatQueueStandingJson } from "@kajo/shared/rpc";
import { Banner, Button, Row, Stack, useToast } from "@kajo/shared/ui";
import { useRef, useState } from "react";
import { useReopenChatQueueMutation } from "./api";
import { NoticeDialog, type NoticeDialogProps } from "./NoticeDialog";

interface ClosureControlProps {
  readonly chatQueueId: string;
  /** What the queue is called: several stand on one page. */
  readonly name: string;
  /** Nothing can be done before it is known. */
  readonly standing: ChatQueueStandingJson | undefined;
}

/** Closing a queue, or changing how it is closed: as it stood then. */
type Asked = Pick<NoticeDialogProps, "closure" | "title">;

/** Closes a chat queue temporarily with a notice, changes the notice, and opens the queue again (CHA-13). */
export function ClosureControl({ chatQueueId, name, standing }: ClosureControlProps) {
  const t = useText();
  // What the dialog was opened for: it stays that, whatever a colleague does meanwhile.
  const [asked, setAsked] = useState<Asked>();
  const first = useRef<HTMLButtonElement>(null);
  if (!standing) return null;
  const closure = standing.state === "CHAT_QUEUE_STATE_TEMPORARILY_CLOSED" ? (standing.closure ?? {}) : undefined;
  const title = t(closure ? "chatClosure.change.of" : "chatClosure.close.of", { name });
  return (
    <Stack gap="s">
      {closure ? <Standing closure={closure} /> : null}
      <Row>
        {/* One button, whatever stands on it: it has the focus again when the dialog has closed and the queue stands otherwise. */}
        <Button aria-label={title} kind="secondary" onPress={() => setAsked({ closure, title })} ref={first}>
          {t(closure ? "chatClosure.change" : "chatClosure.close")}
        </Button>
        {closure ? <Reopen chatQueueId={chatQueueId} name={name} onReopened={() => first.current?.focus()} /> : null}
      </Row>
      {asked ? <NoticeDialog {...asked} chatQueueId={chatQueueId} onClose={() => setAsked(undefined)} /> : null}
    </Stack>
  );
}

/** The notice, and until when. */
function Standing({ closure: { text, until } }: { readonly closure: ChatQueueClosureJson }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Banner tone="warning">
      <p>
        <Localized text={text} />
      </p>
      <p>
        {until
          ? t("chatClosure.until", { when: dateTimeText(language, new Date(until)) })
          : t("chatClosure.untilReopened")}
      </p>
    </Banner>
  );
}

interface ReopenProps {
  readonly chatQueueId: string;
  readonly name: string;
  readonly onReopened: () => void;
}

function Reopen({ chatQueueId, name, onReopened }: ReopenProps) {
  const t = useText();
  const toast = useToast();
  const reopen = useDeed(useReopenChatQueueMutation());
  const send = async () => {
    if (!(await reopen.run({ chatQueueId }))) return;
    toast("success", t("chatClosure.reopened"));
    // The button goes with what it was for.
    onReopened();
  };
  return (
    <Button
      aria-label={t("chatClosure.reopen.of", { name })}
      isPending={reopen.isPending}
      kind="secondary"
      onPress={() => void send()}
    >
      {t("chatClosure.reopen")}
    </Button>
  );
}
