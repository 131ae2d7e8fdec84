import type { ReactNode } from "react";
import { LoadFailed, PageFailed } from "../errors";
import { PageLoading, Spinner } from "../ui";

interface Query {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

export interface QueryViewProps<Asked extends Query> {
  /** What `use…Query` returns. */
  readonly query: Asked;
  /** It is the whole page, with the heading in what it draws: what is awaited or failed gets one as well. */
  readonly page?: boolean;
  readonly children: (data: NonNullable<Asked["data"]>) => ReactNode;
}

/**
 * What cannot be drawn before its data are there. What was fetched once stays when a later fetch fails: something may be
 * half written. Where the address says which one it is, `key` is its id, so that the next does not begin with the last.
 */
export function QueryView<Asked extends Query>({ query, page = false, children }: QueryViewProps<Asked>) {
  if (query.data != null) return children(query.data);
  const Failed = page ? PageFailed : LoadFailed;
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return page ? <PageLoading /> : <Spinner />;
}
