import { PageFailed } from "@kajo/shared/errors";
import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConversationJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { ReplyBox, Thread, useGetConversationQuery, useReadMarker } from "@kajo/shared/thread";
import { Banner, Button, Card, Spinner, Stack } from "@kajo/shared/ui";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Actions } from "./Actions";
import styles from "./ConversationPane.module.css";

export interface ConversationPaneProps {
  readonly conversationId: string;
  readonly onBack: () => void;
  readonly onOpen: (conversationId: string) => void;
}

/** One conversation beside the list: thread, what can be done, and the answer of whoever owns it. */
export function ConversationPane({ conversationId, onBack, onOpen }: ConversationPaneProps) {
  const t = useText();
  const language = useLanguage();
  const { data: session } = useGetSessionQuery();
  const { data, error, refetch } = useGetConversationQuery({ conversationId });
  const heading = useRef<HTMLHeadingElement>(null);
  const personId = session?.user.personId ?? "";
  const conversation = data?.conversation;
  useReadMarker(conversation, personId);
  const loaded = conversation !== undefined;
  useEffect(() => {
    if (loaded) heading.current?.focus();
  }, [loaded]);
  if (error && !conversation) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!conversation) return <Spinner />;
  const resident = conversation.participants?.find((each) => each.kind === "PARTICIPANT_KIND_RESIDENT");
  return (
    <article className={styles.pane}>
      <Stack gap="m">
        <div className={styles.back}>
          <Button kind="quiet" onPress={onBack} small>
            <ArrowLeft aria-hidden="true" size={18} /> {t("conversation.back")}
          </Button>
        </div>
        <header>
          <p className={styles.over}>
            {dotted(localized(language, conversation.categoryName), localized(language, conversation.subcategoryName))}
          </p>
          <h2 className={styles.heading} ref={heading} tabIndex={-1}>
            {conversation.topic}
          </h2>
          <p className={styles.over}>{resident?.displayName}</p>
        </header>
        <State conversation={conversation} personId={personId} />
        <Actions conversation={conversation} onOpen={onOpen} />
        <Thread conversation={conversation} personId={personId} />
        {conversation.permissions?.write ? (
          <Card>
            <ReplyBox conversationId={conversationId} />
          </Card>
        ) : null}
      </Stack>
    </article>
  );
}

/** Who has it; why one cannot write. */
function State({ conversation, personId }: { readonly conversation: ConversationJson; readonly personId: string }) {
  const t = useText();
  const owner = conversation.participants?.find((each) => each.owner);
  switch (conversation.state) {
    case "CONVERSATION_STATE_QUEUED":
      return <Banner tone="info">{t("conversation.state.queued")}</Banner>;
    case "CONVERSATION_STATE_ENDED":
      return <Banner tone="info">{t("conversation.state.ended")}</Banner>;
    default:
      return owner && owner.personId !== personId ? (
        <Banner announce="polite" tone="warning">
          {t("conversation.state.other", { name: owner.displayName ?? "" })}
        </Banner>
      ) : (
        <Banner tone="success">{t("conversation.state.own")}</Banner>
      );
  }
}
