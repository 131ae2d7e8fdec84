import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, PageHeading, Stack } from "@kajo/shared/ui";
import { CalendarDays, Inbox, MessagesSquare, Search, UserCheck, Users } from "lucide-react";
import { useCountTasksQuery } from "../inbox/api";

/** Where a working day starts: what waits, and the tools. */
export function DesktopPage() {
  const t = useText();
  const { data: counts, error, refetch } = useCountTasksQuery({});
  const count = (n: number | undefined) => (counts ? String(n ?? 0) : "–");
  return (
    <Stack gap="l">
      <PageHeading>{t("desktop.title")}</PageHeading>
      {error && !counts ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      <LinkTiles title={t("desktop.load")}>
        <LinkTile icon={Inbox} text={count(counts?.new)} title={t("desktop.tasks")} to="/inbox" />
        <LinkTile
          icon={UserCheck}
          search={{ tab: "own" }}
          text={count(counts?.own)}
          title={t("desktop.own")}
          to="/inbox"
        />
        <LinkTile
          icon={Users}
          search={{ tab: "team" }}
          text={count(counts?.team)}
          title={t("desktop.team")}
          to="/inbox"
        />
      </LinkTiles>
      <LinkTiles title={t("desktop.tools")}>
        <LinkTile icon={CalendarDays} text={t("planned.notYet")} title={t("menu.calendar")} to="/appointments" />
        <LinkTile icon={MessagesSquare} text={t("planned.notYet")} title={t("menu.chat")} to="/chat" />
        <LinkTile icon={Search} text={t("patient.tile")} title={t("menu.patient")} to="/patient" />
      </LinkTiles>
    </Stack>
  );
}
