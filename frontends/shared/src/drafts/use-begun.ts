import { draftApi } from "./api";
import { isNothing, loadLocal, nothing, placeOf, type Written, wasDiscarded } from "./local";

export interface Begun {
  /** What was written there and not sent, in this tab or on another device; undefined: nothing. */
  readonly begun: Written | undefined;
  /** It is not known yet. */
  readonly isLoading: boolean;
}

/** What was asked for ahead of the page is this many seconds old at the most. */
const newEnough = 10;

/** What `useBegun` will want to know, to be asked while its page is fetched. */
export const begunAhead = (where: string) =>
  isNothing(loadLocal(where))
    ? draftApi.endpoints.getDraft.initiate(placeOf(where), { forceRefetch: newEnough })
    : undefined;

/** For a page that leads to where it was written (`where` as for `useWritten`). What cannot be asked for is not told of. */
export function useBegun(where: string): Begun {
  const local = loadLocal(where);
  const isHere = !isNothing(local);
  const { currentData, isLoading } = draftApi.useGetDraftQuery(placeOf(where), {
    skip: isHere,
    refetchOnMountOrArgChange: newEnough,
  });
  if (isHere) return { begun: local, isLoading: false };
  const there = { ...nothing, ...currentData };
  return { begun: isNothing(there) || wasDiscarded(where, there) ? undefined : there, isLoading };
}
