import { useText } from "@kajo/shared/i18n";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ByLevel } from "../work-context/ByLevel";
import { isAdmin, keepsSystem } from "../work-context/use-level";

/** The admin panel for responsible users and administrators; others are told who to ask (spec section 6). */
export function AdminOnly() {
  const t = useText();
  return (
    <ByLevel>
      {(level) =>
        isAdmin(level) ? (
          <Outlet />
        ) : (
          <NotAllowed text={t("admin.notAllowed.text")} title={t("admin.notAllowed.title")}>
            <LinkButton to="/desktop">{t("menu.toDesktop")}</LinkButton>
          </NotAllowed>
        )
      }
    </ByLevel>
  );
}

/** What administrators alone keep: the server lets responsible users do nothing there (spec section 6). */
export function SystemOnly() {
  const t = useText();
  return (
    <ByLevel>
      {(level) =>
        keepsSystem(level) ? (
          <Outlet />
        ) : (
          <NotAllowed text={t("admin.systemOnly.text")} title={t("admin.systemOnly.title")}>
            <LinkButton to="/admin">{t("menu.toAdmin")}</LinkButton>
          </NotAllowed>
        )
      }
    </ByLevel>
  );
}

interface NotAllowedProps {
  readonly title: string;
  readonly text: string;
  /** The way out. */
  readonly children: ReactNode;
}

function NotAllowed({ title, text, children }: NotAllowedProps) {
  return (
    <Stack gap="l" width="text">
      <PageHeading>{title}</PageHeading>
      <Card>
        <p>{text}</p>
        <div>{children}</div>
      </Card>
    </Stack>
  );
}
