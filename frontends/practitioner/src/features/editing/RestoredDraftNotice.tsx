import type { EditState } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Banner, Button } from "@kajo/shared/ui";

/** Says of a form that what stands in it was typed before, and can be given up. */
export function RestoredDraftNotice({
  edit,
}: {
  readonly edit: Pick<EditState<object, unknown>, "isFound" | "discard">;
}) {
  const t = useText();
  if (!edit.isFound) return null;
  return (
    <Banner
      action={
        <Button kind="secondary" onPress={edit.discard} small>
          {t("editing.discard")}
        </Button>
      }
      tone="info"
    >
      {t("editing.found")}
    </Banner>
  );
}
