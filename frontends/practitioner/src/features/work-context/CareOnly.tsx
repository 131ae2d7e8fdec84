import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { ByLevel } from "./ByLevel";
import { keepsSystem } from "./use-level";

/** Work with patients, for those who care for them; administrators are told so and led to what is theirs. */
export function CareOnly({ children }: { readonly children: ReactNode }) {
  return <ByLevel>{(level) => (keepsSystem(level) ? <NotYours /> : children)}</ByLevel>;
}

function NotYours() {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("careOnly.title")}</PageHeading>
      <Card>
        <p>{t("careOnly.text")}</p>
        <div>
          <LinkButton to="/admin">{t("menu.toAdmin")}</LinkButton>
        </div>
      </Card>
    </Stack>
  );
}
