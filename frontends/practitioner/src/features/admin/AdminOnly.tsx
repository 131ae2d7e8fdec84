import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, PageLoading, Stack } from "@kajo/shared/ui";
import { Outlet } from "@tanstack/react-router";
import { isAdmin, useLevel } from "../work-context/use-level";

/** The admin panel for responsible users and administrators; others are told who to ask (spec section 6). */
export function AdminOnly() {
  const t = useText();
  const level = useLevel();
  if (level === undefined) return <PageLoading />;
  if (isAdmin(level)) return <Outlet />;
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("admin.notAllowed.title")}</PageHeading>
      <Card>
        <p>{t("admin.notAllowed.text")}</p>
        <div>
          <LinkButton to="/desktop">{t("menu.toDesktop")}</LinkButton>
        </div>
      </Card>
    </Stack>
  );
}
