import { useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, PageHeading, Stack } from "@kajo/shared/ui";
import { BookOpenText, CalendarSearch, Hospital, RefreshCw, Video } from "lucide-react";
import { useStanding } from "../../work-context/standing";
import { PanelLink } from "../PanelLink";

/** What service information consists of, each with its list. */
export function ServiceInformationPage() {
  const t = useText();
  const standing = useStanding();
  return (
    <Stack gap="l">
      <PageHeading over={<PanelLink />}>{t("serviceInformation.title")}</PageHeading>
      <LinkTiles title={t("serviceInformation.parts")}>
        <LinkTile
          icon={Hospital}
          text={t("serviceCategories.text")}
          title={t("serviceCategories.title")}
          to="/admin/service-information/categories"
        />
        <LinkTile
          icon={BookOpenText}
          text={t("serviceContents.text")}
          title={t("serviceContents.title")}
          to="/admin/service-information/contents"
        />
        <LinkTile
          icon={CalendarSearch}
          text={t("searches.text")}
          title={t("searches.title")}
          to="/admin/service-information/searches"
        />
        {standing?.panels.has("PANEL_REMOTE_APPOINTMENT_ACCESS") ? (
          <LinkTile
            icon={Video}
            text={t("remoteAccess.text")}
            title={t("remoteAccess.title")}
            to="/admin/service-information/remote"
          />
        ) : null}
        {standing?.panels.has("PANEL_CONTENT_INTEGRATIONS") ? (
          <LinkTile
            icon={RefreshCw}
            text={t("integrations.text")}
            title={t("integrations.title")}
            to="/admin/service-information/integrations"
          />
        ) : null}
      </LinkTiles>
    </Stack>
  );
}
