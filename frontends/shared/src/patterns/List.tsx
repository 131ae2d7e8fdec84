import { type ReactNode, useEffect, useRef } from "react";
import { LoadFailed, PartBoundary } from "../errors";
import { useText } from "../i18n";
import { Button, EmptyState, Skeleton } from "../ui";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./ListPage.module.css";
import type { Listed } from "./list-query";

/** Item by item, or all at once, for example in a DataTable. */
type ListItems<Item> =
  | {
      readonly itemKey: (item: Item) => string;
      readonly renderItem: (item: Item) => ReactNode;
      readonly renderAll?: never;
    }
  | { readonly renderAll: (items: readonly Item[]) => ReactNode };

interface ListHead<Item> extends Listed<Item> {
  /** Names the list, for screen readers. */
  readonly label: string;
  /** PageHeading, or nothing where the list is part of a page. */
  readonly heading?: ReactNode;
  /** Above the items: what finds and orders them. */
  readonly tools?: ReactNode;
  /** Says how many there are, in the word for what they are; "results" unless told otherwise. */
  readonly counted?: (n: number) => string;
  /** How many the items stand for, where one may stand for several. */
  readonly amount?: number | undefined;
  /** How many there are altogether, where that is known. */
  readonly total?: number | undefined;
  /** In place of the list when there is nothing. */
  readonly empty?: ReactNode;
}

export type ListProps<Item> = ListHead<Item> & ListItems<Item>;

/** A list that is read: counting, going on, and what to say when there is nothing. One that is searched is a ListPage. */
export function List<Item>(props: ListProps<Item>) {
  const t = useText();
  const { label, heading, tools, items, counted, total, isLoading = false, error, hasMore = false } = props;
  const status = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const more = useMore(props, (from) => {
    const next = list.current?.children[from];
    if (next instanceof HTMLElement) next.focus();
    else status.current?.focus();
  });

  const shown = items?.length ?? 0;
  const { amount = shown } = props;
  const isEmpty = items !== undefined && shown === 0 && !isLoading && !error;
  const count = (): string => {
    if (items === undefined || isLoading || error) return "";
    if (total !== undefined && total > amount) return t("ui.list.shownOf", { shown: amount, total });
    if (hasMore) return t("ui.list.shown", { n: amount });
    return counted ? counted(amount) : t("ui.list.count", { n: amount });
  };

  return (
    <div className={styles.page}>
      {heading}
      {tools ? <div className={styles.tools}>{tools}</div> : null}
      {/* What there is nothing of is seen in the words below, once; heard it is in any case. */}
      <p className={isEmpty ? hidden.hidden : styles.count} ref={status} role="status" tabIndex={-1}>
        {count()}
      </p>
      {shown > 0 ? (
        <div aria-busy={isLoading} className={styles.items}>
          <PartBoundary>
            {props.renderAll ? (
              props.renderAll(items ?? [])
            ) : (
              <ul aria-label={label} className={styles.list} ref={list}>
                {items?.map((item) => (
                  <li key={props.itemKey(item)} tabIndex={-1}>
                    {props.renderItem(item)}
                  </li>
                ))}
              </ul>
            )}
          </PartBoundary>
        </div>
      ) : null}
      <Foot {...props} onMore={more} />
    </div>
  );
}

/** Below the items, or in their place. */
function Foot<Item>({
  items,
  isLoading = false,
  error,
  onRetry,
  hasMore = false,
  isLoadingMore = false,
  onMore,
  empty,
}: ListProps<Item>) {
  const t = useText();
  if (error) return <LoadFailed error={error} onRetry={onRetry} />;
  if (items === undefined || (isLoading && items.length === 0)) return <Skeleton rows={5} />;
  if (items.length === 0) return empty ?? <EmptyState title={t("ui.list.empty")} />;
  if (!hasMore) return null;
  return (
    <div className={styles.more}>
      <Button isPending={isLoadingMore} kind="secondary" onPress={() => onMore?.()}>
        {t("ui.list.more")}
      </Button>
    </div>
  );
}

/** The button keeps the focus while it is there; when the last page takes it away, `lost` finds a place for it. */
function useMore<Item>({ items, amount, hasMore, onMore }: ListProps<Item>, lost: (from: number) => void) {
  const from = useRef<{ readonly shown: number; readonly stoodFor: number }>(undefined);
  const find = useRef(lost);
  useEffect(() => {
    find.current = lost;
  });
  const shown = items?.length ?? 0;
  const stoodFor = amount ?? shown;
  useEffect(() => {
    const before = from.current;
    // What comes may be more of what the last item stands for.
    if (before === undefined || stoodFor <= before.stoodFor) return;
    from.current = undefined;
    // Who has gone elsewhere meanwhile is left there.
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (!hasMore && nowhere) find.current(before.shown);
  }, [stoodFor, hasMore]);
  return () => {
    from.current = { shown, stoodFor };
    onMore?.();
  };
}
