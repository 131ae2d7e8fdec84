import type { EditState } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { isStale } from "./stale";

interface OverNewer {
  /** The version to save over: the newest, once one has been told that there is one. */
  readonly version: () => string;
  /** Below what failed: takes what others have saved instead of what was typed. Nothing until that is here. */
  readonly help: ReactNode;
}

/** Of a form that was refused because somebody else has saved the same meanwhile. `onTaken`: what failed is said no longer. */
export function useOverNewer<Value extends object>(
  edit: EditState<Value, string>,
  { kept, version }: { readonly kept: Value; readonly version: string },
  failure: unknown,
  onTaken: () => void,
): OverNewer {
  const t = useText();
  const isHere = failure !== undefined && isStale(failure) && version !== edit.version;
  const take = () => {
    edit.discard();
    onTaken();
  };
  return {
    version: () => {
      if (!isHere) return edit.version;
      // Who has been told and saves all the same, means it.
      edit.rebase(kept, version);
      return version;
    },
    help: isHere ? (
      <Button kind="secondary" onPress={take} small>
        {t("editing.newest")}
      </Button>
    ) : undefined,
  };
}
