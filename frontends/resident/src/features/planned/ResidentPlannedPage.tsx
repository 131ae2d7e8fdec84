import { useText } from "@kajo/shared/i18n";
import { PlannedPage } from "@kajo/shared/planned";
import { useGetSessionQuery } from "@kajo/shared/session";
import { LinkButton, Phones, Row } from "@kajo/shared/ui";
import { useMatches } from "@tanstack/react-router";
import { plannedScreens } from "./screens";

export function ResidentPlannedPage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.planned });
  if (!screen) return null;
  const [title, text] = plannedScreens[screen];
  return (
    <PlannedPage text={t(text)} title={t(title)}>
      {session ? <p>{t("planned.meanwhile")}</p> : null}
      <Row>
        {session ? <LinkButton to="/inbox/new">{t("planned.write")}</LinkButton> : null}
        <LinkButton kind="secondary" to="/">
          {t("planned.home")}
        </LinkButton>
      </Row>
      <p>
        <Phones>{t("planned.urgent")}</Phones>
      </p>
    </PlannedPage>
  );
}
