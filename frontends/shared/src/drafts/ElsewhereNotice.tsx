import { useText } from "../i18n";
import { Banner, Button } from "../ui";
import type { Elsewhere } from "./use-found";

/** Words of another window or device are told of, and can be refused; fetched with the first ones. */
export function ElsewhereNotice({ elsewhere: { cameIn, refuse } }: { readonly elsewhere: Elsewhere }) {
  const t = useText();
  if (!cameIn) {
    return (
      <Banner announce="polite" tone="info">
        {t("draft.apart")}
      </Banner>
    );
  }
  return (
    <Banner
      action={
        <Button kind="secondary" onPress={refuse}>
          {t("draft.onlyMine")}
        </Button>
      }
      announce="polite"
      tone="info"
    >
      {t("draft.cameIn")}
    </Banner>
  );
}
