import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { Outlet } from "@tanstack/react-router";
import { ByLevel } from "../work-context/ByLevel";
import { isAdmin } from "../work-context/use-level";

/** The admin panel for responsible users and administrators; others are told who to ask (spec section 6). */
export function AdminOnly() {
  return <ByLevel>{(level) => (isAdmin(level) ? <Outlet /> : <NotAllowed />)}</ByLevel>;
}

function NotAllowed() {
  const t = useText();
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
