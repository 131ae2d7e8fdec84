import { useText } from "@kajo/shared/i18n";
import { PlannedPage } from "@kajo/shared/planned";
import { LinkButton, Row } from "@kajo/shared/ui";
import { useMatches } from "@tanstack/react-router";
import { PanelLink } from "../admin/PanelLink";
import { plannedScreens } from "./screens";

export function PractitionerPlannedPage() {
  const t = useText();
  const last = useMatches({ select: (matches) => matches.at(-1) });
  const screen = last?.staticData.planned;
  if (!screen) return null;
  const [title, text] = plannedScreens[screen];
  const inAdmin = last.fullPath.startsWith("/admin");
  return (
    <PlannedPage notYet={t("planned.notYet.tool")} over={inAdmin && <PanelLink />} text={t(text)} title={t(title)}>
      {inAdmin ? null : (
        <Row>
          <LinkButton kind="secondary" to="/desktop">
            {t("desktop.title")}
          </LinkButton>
        </Row>
      )}
    </PlannedPage>
  );
}
