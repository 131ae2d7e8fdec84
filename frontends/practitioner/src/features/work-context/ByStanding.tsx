import { QueryView } from "@kajo/shared/patterns";
import type { ReactNode } from "react";
import { useWorkContexts } from "./api";
import { type Standing, standingOf } from "./standing";

/** What hangs on how somebody stands who is signed in: a page that waits for it, or tells that it could not be asked. */
export function ByStanding({ children }: { readonly children: (standing: Standing) => ReactNode }) {
  return (
    <QueryView page query={useWorkContexts()}>
      {(contexts) => children(standingOf(contexts))}
    </QueryView>
  );
}
