import type { EditState } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Button } from "@kajo/shared/ui";
import { type ReactNode, useEffect } from "react";
import { isStale } from "./stale";

/**
 * Of a form that was refused because somebody else has saved the same meanwhile: what was typed stands over that as soon as it is here.
 * Answers with what stands below the refusal: the way to take what is kept instead. `onTaken`: what failed is said no longer.
 */
export function useOverNewer<Value extends object>(
  edit: EditState<Value, string>,
  { current, version }: { readonly current: Value; readonly version: string },
  failure: unknown,
  onTaken: () => void,
): ReactNode {
  const t = useText();
  const isRefused = failure !== undefined && isStale(failure);
  const isOld = edit.version !== version;
  useEffect(() => {
    if (isRefused && isOld) edit.rebase(current, version);
  });
  if (!isRefused || isOld) return undefined;
  const take = () => {
    edit.discard();
    onTaken();
  };
  return (
    <div>
      <Button kind="secondary" onPress={take} small>
        {t("editing.newest")}
      </Button>
    </div>
  );
}
