import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Spinner, Stack } from "@kajo/shared/ui";
import { Outlet } from "@tanstack/react-router";
import { keepsSystem, useLevel } from "./use-level";

/** Work with patients, for those who care for them; administrators are told so and led to what is theirs. */
export function CareOnly() {
  const t = useText();
  const level = useLevel();
  if (level === undefined) return <Spinner />;
  if (!keepsSystem(level)) return <Outlet />;
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
