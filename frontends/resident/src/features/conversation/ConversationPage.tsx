import { PageFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { useGetSessionQuery } from "@kajo/shared/session";
import { ReplyBox, Thread, useGetConversationQuery, useReadMarker } from "@kajo/shared/thread";
import { Banner, Card, LinkButton, PageHeading, Spinner, Stack } from "@kajo/shared/ui";
import { useParams } from "@tanstack/react-router";
import { MarkDone } from "./MarkDone";

export function ConversationPage() {
  const t = useText();
  const language = useLanguage();
  const { conversationId = "" } = useParams({ strict: false });
  const { data: session } = useGetSessionQuery();
  const { data, error, refetch } = useGetConversationQuery({ conversationId });
  const personId = session?.user.personId ?? "";
  const conversation = data?.conversation;
  useReadMarker(conversation, personId);
  // What was fetched once stays on the screen when a later fetch fails: a reply may be half written.
  if (error && !conversation) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!conversation) return <Spinner />;
  const where = [conversation.categoryName, conversation.subcategoryName].map((name) => localized(language, name));
  const done = conversation.participants?.find((each) => each.personId === personId)?.done === true;
  const ended = conversation.state === "CONVERSATION_STATE_ENDED";
  return (
    <Stack gap="l">
      <PageHeading
        actions={
          conversation.permissions?.markDone && !done && !ended ? <MarkDone conversationId={conversationId} /> : null
        }
        over={where.filter((name) => name !== "").join(" · ")}
      >
        {conversation.topic ?? ""}
      </PageHeading>
      {done ? <Banner tone="success">{t("conversation.done.already")}</Banner> : null}
      <Thread conversation={conversation} personId={personId} />
      {ended || !conversation.permissions?.write ? (
        <Banner
          action={
            <LinkButton kind="secondary" to="/inbox/new">
              {t("inbox.new")}
            </LinkButton>
          }
          announce="polite"
          tone="info"
        >
          {t("conversation.ended")}
        </Banner>
      ) : (
        <Card>
          <ReplyBox conversationId={conversationId} key={conversationId} />
        </Card>
      )}
    </Stack>
  );
}
