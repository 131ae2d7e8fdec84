import type { ReactNode } from "react";
import { PageFailed } from "../errors";
import { Spinner } from "../ui";

interface Query {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

export interface FetchedProps<Asked extends Query> {
  /** What `use…Query` returns. */
  readonly query: Asked;
  readonly children: (data: NonNullable<Asked["data"]>) => ReactNode;
}

/**
 * What cannot be drawn before its data are there. What was fetched once stays when a later fetch fails: something may be
 * half written. Where the address says which one it is, `key` is its id, so that the next does not begin with the last.
 */
export function Fetched<Asked extends Query>({ query, children }: FetchedProps<Asked>) {
  if (query.data != null) return children(query.data);
  if (query.error) return <PageFailed error={query.error} onRetry={() => void query.refetch()} />;
  return <Spinner />;
}
