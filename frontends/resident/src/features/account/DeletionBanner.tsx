import { lazy, Suspense } from "react";
import { useGetAccountQuery } from "./api";

/** Few have a deletion that waits: all others fetch nothing of it. */
const PendingDeletion = lazy(async () => ({ default: (await import("./PendingDeletion")).PendingDeletion }));

/** On every page while a deletion waits. */
export function DeletionBanner() {
  const deletion = useGetAccountQuery({}).data?.deletion;
  return deletion?.dueAt ? (
    <Suspense>
      <PendingDeletion dueAt={deletion.dueAt} isPostponed={deletion.postponed === true} />
    </Suspense>
  ) : null;
}
