import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import styles from "../inbox/InboxPage.module.css";
import { useListMyContentsInfiniteQuery } from "./api";
import { ContentRow } from "./ContentRow";

/** Among what waits for the person. */
export function ContentsToRead() {
  const t = useText();
  const query = useListMyContentsInfiniteQuery({ list: "MY_CONTENT_LIST_UNREAD" });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const contents = data?.pages.flatMap((page) => page.contents ?? []) ?? [];
  if (contents.length === 0) return null;
  return (
    <>
      <ul aria-label={t("patientContent.toRead")} className={styles.list}>
        {contents.map((content) => (
          <li key={content.patientContentId}>
            <ContentRow content={content} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div>
          <Button isPending={isFetchingNextPage} kind="secondary" onPress={() => void fetchNextPage()}>
            {t("inbox.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
