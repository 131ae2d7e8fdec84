import { useText } from "@kajo/shared/i18n";
import type { PanelJson } from "@kajo/shared/rpc";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { Outlet, useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ByStanding } from "../work-context/ByStanding";
import { isKeeper } from "../work-context/standing";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The module of the admin panel that a page belongs to. */
    readonly panel?: PanelJson;
  }
}

/** A page of the admin panel, for who may open its module; others are told who to ask (IDN-15). */
export function PanelOnly() {
  const t = useText();
  const panel = useMatches({ select: (matches) => matches.at(-1)?.staticData.panel });
  return (
    <ByStanding>
      {(standing) => {
        if (!isKeeper(standing)) {
          return (
            <NotAllowed text={t("admin.notAllowed.text")} title={t("admin.notAllowed.title")}>
              <LinkButton to="/desktop">{t("menu.toDesktop")}</LinkButton>
            </NotAllowed>
          );
        }
        if (panel && !standing.panels.has(panel)) {
          return (
            <NotAllowed text={t("admin.systemOnly.text")} title={t("admin.systemOnly.title")}>
              <LinkButton to="/admin">{t("menu.toAdmin")}</LinkButton>
            </NotAllowed>
          );
        }
        return <Outlet />;
      }}
    </ByStanding>
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
