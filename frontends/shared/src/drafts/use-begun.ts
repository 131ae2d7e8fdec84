import { draftApi } from "./api";
import { isNothing, loadLocal, nothing, placeOf, type Written, wasDiscarded } from "./local";

export interface Begun {
  /** What was written there and not sent, in this tab or on another device; undefined: nothing. */
  readonly begun: Written | undefined;
  /** It is not known yet. */
  readonly isLoading: boolean;
}

/** For a page that leads to where it was written (`where` as for `useWritten`). What cannot be asked for is not told of. */
export function useBegun(where: string): Begun {
  const local = loadLocal(where);
  const isHere = !isNothing(local);
  const { currentData, isLoading } = draftApi.useGetDraftQuery(placeOf(where), {
    skip: isHere,
    refetchOnMountOrArgChange: true,
  });
  if (isHere) return { begun: local, isLoading: false };
  const there = { ...nothing, ...currentData };
  return { begun: isNothing(there) || wasDiscarded(where, there) ? undefined : there, isLoading };
}
