import { type ReactNode, useEffect, useRef } from "react";
import { LoadFailed } from "../errors";
import { useText } from "../i18n";
import { Button, EmptyState, SearchField, Select, type SelectOption, Skeleton } from "../ui";
import styles from "./ListPage.module.css";
import type { Listed } from "./list-query";
import { useDebounced } from "./use-debounced";

interface ListSearch {
  /** "Hae" when left out. */
  readonly label?: string;
  /** As the address has it. */
  readonly value: string;
  /** After a pause in typing, or at once by Enter. */
  readonly onSearch: (text: string) => void;
}

interface ListSort {
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

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
  readonly search?: ListSearch;
  /** Beside the search: fields of the kit, with their labels. */
  readonly filters?: ReactNode;
  readonly sort?: ListSort;
  /** How many there are altogether, where that is known. */
  readonly total?: number | undefined;
  /** In place of the list when there is nothing. */
  readonly empty?: ReactNode;
}

export type ListPageProps<Item> = ListHead<Item> & ListItems<Item>;

/** A list with all that belongs to it: finding, ordering, counting, going on, and what to say when there is nothing. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const t = useText();
  const { label, heading, search, filters, sort, items, total, isLoading = false, error, hasMore = false } = props;
  const status = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const more = useMore(props, (from) => {
    const next = list.current?.children[from];
    if (next instanceof HTMLElement) next.focus();
    else status.current?.focus();
  });

  const shown = items?.length ?? 0;
  const count = (): string => {
    if (items === undefined || isLoading || error) return "";
    if (total !== undefined && total > shown) return t("ui.list.shownOf", { shown, total });
    return hasMore ? t("ui.list.shown", { n: shown }) : t("ui.list.count", { n: shown });
  };

  return (
    <div className={styles.page}>
      {heading}
      {search || filters || sort ? (
        <div className={styles.tools}>
          {search ? <Search {...search} /> : null}
          {filters}
          {sort ? <Select {...sort} label={t("ui.sort")} /> : null}
        </div>
      ) : null}
      <p className={styles.count} ref={status} role="status" tabIndex={-1}>
        {count()}
      </p>
      {shown > 0 ? (
        <div aria-busy={isLoading} className={styles.items}>
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
}: ListPageProps<Item>) {
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

function Search({ label, value, onSearch }: ListSearch) {
  const t = useText();
  const { text, type, send } = useDebounced(value, onSearch);
  return <SearchField label={label ?? t("ui.search")} onChange={type} onSubmit={send} value={text} />;
}

/** The button keeps the focus while it is there; when the last page takes it away, `lost` finds a place for it. */
function useMore<Item>({ items, hasMore, onMore }: ListPageProps<Item>, lost: (from: number) => void) {
  const from = useRef<number>(undefined);
  const find = useRef(lost);
  useEffect(() => {
    find.current = lost;
  });
  const shown = items?.length ?? 0;
  useEffect(() => {
    const first = from.current;
    if (first === undefined || shown <= first) return;
    from.current = undefined;
    // Who has gone elsewhere meanwhile is left there.
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (!hasMore && nowhere) find.current(first);
  }, [shown, hasMore]);
  return () => {
    from.current = shown;
    onMore?.();
  };
}
