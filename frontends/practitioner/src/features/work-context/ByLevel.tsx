import { Fetched } from "@kajo/shared/patterns";
import type { LevelJson } from "@kajo/shared/rpc";
import type { ReactNode } from "react";
import { useWorkContexts } from "./api";

/** What hangs on the level of who is signed in, once it is known: a page that waits for it, or tells that it could not be asked. */
export function ByLevel({ children }: { readonly children: (level: LevelJson) => ReactNode }) {
  return (
    <Fetched page query={useWorkContexts()}>
      {({ level = "LEVEL_UNSPECIFIED" }) => children(level)}
    </Fetched>
  );
}
