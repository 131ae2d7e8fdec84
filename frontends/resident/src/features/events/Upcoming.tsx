import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { List } from "@kajo/shared/patterns";
import { EmptyState, Stack } from "@kajo/shared/ui";
import { EventRow } from "./EventRow";
import { type EventList, retryAll, standing } from "./event";
import { NotLoaded } from "./NotLoaded";

/** What is to come or goes on, kind by kind. */
export function Upcoming({ lists }: { readonly lists: readonly EventList[] }) {
  const t = useText();
  return (
    <section aria-labelledby="upcoming-title">
      <Stack>
        <h2 id="upcoming-title">{t("events.upcoming")}</h2>
        <Coming lists={lists} />
      </Stack>
    </section>
  );
}

function Coming({ lists }: { readonly lists: readonly EventList[] }) {
  const t = useText();
  const { isKnown, failed, hasFailed } = standing(lists);
  const retry = () => retryAll(failed);
  if (hasFailed) {
    return <LoadFailed error={failed[0]?.error} failed={t("events.upcoming.failed")} onRetry={retry} />;
  }
  const items = lists.flatMap((list) => list.items);
  const goingOn = lists.filter(({ hasMore }) => hasMore);
  const more = () => {
    for (const list of goingOn) list.onMore();
  };
  return (
    <>
      {isKnown ? <NotLoaded failed={failed} /> : null}
      {/* Where some could not be loaded, it is not known that there is nothing. */}
      {isKnown && items.length === 0 && failed.length > 0 ? null : (
        <List
          counted={(n) => t("events.count", { n })}
          empty={<EmptyState title={t("events.upcoming.none")} />}
          hasMore={goingOn.length > 0}
          isLoadingMore={goingOn.some(({ isLoadingMore }) => isLoadingMore)}
          itemKey={({ key }) => key}
          items={isKnown ? items : undefined}
          label={t("events.upcoming")}
          onMore={more}
          onRetry={retry}
          renderItem={(event) => <EventRow event={event} />}
        />
      )}
    </>
  );
}
