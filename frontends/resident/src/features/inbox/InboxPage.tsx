import { useBegun } from "@kajo/shared/drafts";
import { LoadFailed, PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, Button, EmptyState, LinkButton, PageHeading, Skeleton, Stack } from "@kajo/shared/ui";
import { useListMyConversationsInfiniteQuery } from "./api";
import { ConversationRow } from "./ConversationRow";
import styles from "./InboxPage.module.css";

export function InboxPage() {
  const t = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useListMyConversationsInfiniteQuery();
  const { begun, isLoading } = useBegun();
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  // Known before the list is shown: what comes above it later would push it away under the finger.
  const conversations = isLoading ? undefined : data?.pages.flatMap((page) => page.conversations ?? []);
  return (
    <Stack gap="l">
      <PageHeading actions={<LinkButton to="/inbox/new">{t("inbox.new")}</LinkButton>}>{t("inbox.title")}</PageHeading>
      {conversations && begun ? (
        <Banner
          action={
            <LinkButton kind="secondary" to="/inbox/new">
              {t("inbox.begun.go")}
            </LinkButton>
          }
          tone="info"
        >
          <span>{t("inbox.begun")}</span>
          {begun.topic === "" ? null : <small className={styles.begun}>{begun.topic}</small>}
        </Banner>
      ) : null}
      {conversations === undefined ? <Skeleton rows={4} /> : null}
      {conversations?.length === 0 ? (
        <EmptyState title={t("inbox.empty.title")}>{t("inbox.empty.text")}</EmptyState>
      ) : null}
      {conversations && conversations.length > 0 ? (
        <ul aria-label={t("inbox.list")} className={styles.list}>
          {conversations.map((conversation) => (
            <ConversationRow conversation={conversation} key={conversation.conversationId} />
          ))}
        </ul>
      ) : null}
      {isFetchNextPageError ? <LoadFailed error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !isFetchNextPageError ? (
        <div>
          <Button isPending={isFetchingNextPage} kind="secondary" onPress={() => void fetchNextPage()}>
            {t("inbox.more")}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
