/** From a query to what a ListPage wants to know of it: `<ListPage {...fromPages(query, (page) => page.tasks)} .. />`. */

/** The part of a ListPage that a query answers. */
export interface Listed<Item> {
  /** All pages fetched so far; undefined before the first answer. */
  readonly items: readonly Item[] | undefined;
  /** What is shown is not yet what was asked for. */
  readonly isLoading?: boolean;
  readonly error?: unknown;
  readonly onRetry: () => void;
  /** There is another page behind the key of the last. */
  readonly hasMore?: boolean;
  readonly isLoadingMore?: boolean;
  readonly onMore?: () => void;
}

interface Query<Data> {
  readonly data?: Data | undefined;
  /** Of the question asked now; `data` may still be of the one before. */
  readonly currentData?: unknown;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

interface InfiniteQuery<Page> extends Query<{ readonly pages: readonly Page[] }> {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

type Items<Data, Item> = (data: Data) => readonly Item[] | undefined;

/** A list that comes in one answer. */
export function fromAnswer<Data, Item>(query: Query<Data>, itemsOf: Items<NonNullable<Data>, Item>): Listed<Item> {
  const { data, currentData, error, refetch } = query;
  return {
    // An answer without any leaves the list out.
    items: data == null ? undefined : (itemsOf(data) ?? []),
    isLoading: currentData === undefined && !error,
    error,
    onRetry: () => void refetch(),
  };
}

/** A list that comes page by page, by an infinite query. */
export function fromPages<Page, Item>(query: InfiniteQuery<Page>, itemsOf: Items<Page, Item>): Listed<Item> {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const more = () => void fetchNextPage();
  return {
    ...fromAnswer(query, ({ pages }) => pages.flatMap((page) => itemsOf(page) ?? [])),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    onMore: more,
    // The pages that are there stay.
    ...(isFetchNextPageError ? { onRetry: more } : {}),
  };
}
