import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Spinner, Stack } from "@kajo/shared/ui";
import { Outlet } from "@tanstack/react-router";
import { useIsAdmin } from "../work-context/use-level";

/** The admin panel for responsible users and administrators; others are told who to ask (spec section 6). */
export function AdminOnly() {
  const t = useText();
  const isAdmin = useIsAdmin();
  if (isAdmin === undefined) return <Spinner />;
  if (isAdmin) return <Outlet />;
  return (
    <Stack gap="l">
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
