/** What stands in the lists of events, whoever keeps it, and the lists that bring it. */
import { asFailure } from "@kajo/shared/errors";
import type { ReactNode } from "react";
import type { Fetched } from "./merge";
import type { Kind } from "./search";

/** What a row hands to the link that it is. */
interface RowLink {
  readonly className: string | undefined;
  readonly "data-unread": true | undefined;
  readonly children: ReactNode;
}

export interface EventItem {
  readonly key: string;
  readonly kind: Kind;
  /** By which it stands in the history. */
  readonly at: string;
  readonly title: ReactNode;
  /** With whom, where or about what it is. No bare text: it stands beside others. */
  readonly detail?: ReactNode;
  readonly state?: ReactNode;
  readonly when: ReactNode;
  readonly isUnread?: boolean;
  readonly link: (row: RowLink) => ReactNode;
}

/** A list of an owner, as far as it has been fetched. One that has failed goes on no more until it is tried again. */
export interface EventList extends Fetched<EventItem> {
  readonly kinds: readonly Kind[];
  /** Neither an answer nor a failure has come. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** Undefined: nothing has failed that is still missing. */
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** An infinite query. */
interface Query<Page> {
  readonly data?: { readonly pages: readonly Page[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface Reading<Page, Entry> {
  readonly kinds: readonly Kind[];
  readonly entriesOf: (page: Page) => readonly Entry[] | undefined;
  /** One of each entry, in their order. */
  readonly itemsOf: (entries: readonly Entry[]) => readonly EventItem[];
  /** Without it: the time of the last one. */
  readonly knownTo?: (entries: readonly Entry[]) => string | undefined;
}

/** A list out of a query that fetches it page by page. */
export function eventList<Page, Entry>(query: Query<Page>, reading: Reading<Page, Entry>): EventList {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const { kinds, entriesOf, itemsOf, knownTo } = reading;
  const entries = (data?.pages ?? []).flatMap((page) => entriesOf(page) ?? []);
  const items = itemsOf(entries);
  // The failure stays until it is made good; what is there and could not be fetched anew is told nowhere.
  const hasFailed = error !== undefined && (data === undefined || isFetchNextPageError || isFetchingNextPage);
  return {
    kinds,
    items,
    knownTo: knownTo ? knownTo(entries) : items.at(-1)?.at,
    hasMore: hasNextPage && !hasFailed,
    isLoading: data === undefined && error === undefined,
    isLoadingMore: isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
    error: hasFailed ? error : undefined,
    isRetrying: hasFailed && isFetching,
    onRetry: () => void (data === undefined ? query.refetch() : query.fetchNextPage()),
  };
}

interface Standing {
  readonly isKnown: boolean;
  readonly failed: readonly EventList[];
  /** All of them, and there is nothing that could be shown. */
  readonly hasFailed: boolean;
}

/** How several lists stand together. */
export function standing(lists: readonly EventList[]): Standing {
  const failed = lists.filter(({ error }) => error !== undefined);
  const isKnown = lists.every(({ isLoading }) => !isLoading);
  const hasItems = lists.some(({ items }) => items.length > 0);
  return {
    isKnown,
    failed,
    hasFailed: isKnown && failed.length > 0 && failed.length === lists.length && !hasItems,
  };
}

export function retryAll(lists: readonly EventList[]): void {
  for (const list of lists) list.onRetry();
}

const uncovered: readonly unknown[] = ["access_denied", "mandate_missing"];

/** What a mandate does not reach. */
export const isUncovered = (error: unknown) => error !== undefined && uncovered.includes(asFailure(error).reason);
