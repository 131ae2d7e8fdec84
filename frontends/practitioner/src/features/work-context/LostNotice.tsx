import { useText } from "@kajo/shared/i18n";
import { Banner } from "@kajo/shared/ui";
import type { Lost } from "./lost";

/** Says to somebody who worked why they do not any more. */
export function LostNotice({ lost }: { readonly lost: Lost | undefined }) {
  const t = useText();
  if (!lost) return null;
  const { what, name } = lost;
  return (
    <Banner announce="polite" tone="warning">
      {what === "role" ? t("workContext.lost.role", { name }) : t("workContext.lost.location", { name })}
    </Banner>
  );
}
