import { draftApi } from "./api";
import { begunHere, isNothing, loadLocal, nothing, placeOf, type Written, wasDiscarded } from "./local";

export interface Begun {
  /** What was written there and not sent, in this tab or on another device; undefined: nothing. */
  readonly begun: Written | undefined;
  /** It is not known yet. */
  readonly isLoading: boolean;
}

/** What was asked for ahead of the page is this many seconds old at the most. */
const newEnough = 10;

/** Of new messages, whatever queue they are written to. */
const inThisTab = () =>
  begunHere()
    .map(loadLocal)
    .findLast((local) => !isNothing(local));

/** What `useBegun` will want to know, to be asked while its page is fetched. */
export const begunAhead = () =>
  inThisTab() ? undefined : draftApi.endpoints.getDraft.initiate(placeOf(""), { forceRefetch: newEnough });

/** For a page that leads to where new messages are written. What cannot be asked for is not told of. */
export function useBegun(): Begun {
  const local = inThisTab();
  const { currentData, isLoading } = draftApi.useGetDraftQuery(placeOf(""), {
    skip: local !== undefined,
    refetchOnMountOrArgChange: newEnough,
  });
  if (local) return { begun: local, isLoading: false };
  const there = { ...nothing, ...currentData };
  const isGone = isNothing(there) || begunHere({ known: true }).some((where) => wasDiscarded(where, there));
  return { begun: isGone ? undefined : there, isLoading };
}
