import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { List } from "@kajo/shared/patterns";
import { EmptyState, Stack } from "@kajo/shared/ui";
import { useEffect } from "react";
import { retryAll, standing } from "./event";
import { KindChips } from "./KindChips";
import { useHistory } from "./lists";
import { Months } from "./Months";
import { NotLoaded } from "./NotLoaded";
import type { Kind } from "./search";
import { useMerged } from "./use-merged";

interface HistoryProps {
  /** Undefined: all of them. */
  readonly kind: Kind | undefined;
  /** How it is announced that nothing could be loaded. */
  readonly announce: "polite" | "alert";
}

/** What happened, the newest first, all kinds in one list or one of them alone. */
export function History({ kind, announce }: HistoryProps) {
  const t = useText();
  return (
    <section aria-labelledby="history-title">
      <Stack>
        <h2 id="history-title" tabIndex={-1}>
          {t("events.history")}
        </h2>
        <KindChips chosen={kind} />
        <Happened announce={announce} key={kind ?? "all"} kind={kind} />
      </Stack>
    </section>
  );
}

function Happened({ kind, announce }: HistoryProps) {
  const t = useText();
  const lists = useHistory(kind);
  const { isKnown, failed, hasFailed } = standing(lists);
  const { isVain, ...listed } = useMerged(lists, isKnown);
  // The button that was pressed is gone, and nothing has come that could have the focus in its place.
  useEffect(() => {
    if (!isVain || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("#history-title")?.focus({ preventScroll: true });
  }, [isVain]);
  const retry = () => retryAll(failed);
  if (hasFailed) {
    const text = t("events.history.failed");
    return <LoadFailed announce={announce} error={failed[0]?.error} failed={text} onRetry={retry} />;
  }
  return (
    <>
      {isKnown ? <NotLoaded failed={failed} /> : null}
      {/* Where some could not be loaded, it is not known that there is nothing. */}
      {listed.items?.length === 0 && failed.length > 0 ? null : (
        <List
          {...listed}
          counted={(n) => t("events.count", { n })}
          empty={<EmptyState title={t("events.history.none")} />}
          label={t("events.history")}
          onRetry={retry}
          renderAll={(events) => <Months events={events} />}
        />
      )}
    </>
  );
}
