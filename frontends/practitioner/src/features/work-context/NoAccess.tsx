import { type MessageId, useText } from "@kajo/shared/i18n";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";

/** What keeps a professional out (spec section 2, No-access screens). */
export type Missing = "level" | "role" | "location" | "roleAndLocation";

const texts = {
  level: "noAccess.level",
  role: "noAccess.role",
  location: "noAccess.location",
  roleAndLocation: "noAccess.roleAndLocation",
} as const satisfies Record<Missing, MessageId>;

export function NoAccess({ missing }: { readonly missing: Missing }) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("noAccess.title")}</PageHeading>
      <Card>
        <p>{t(texts[missing])}</p>
        <p>{t("noAccess.supervisor")}</p>
      </Card>
    </Stack>
  );
}
