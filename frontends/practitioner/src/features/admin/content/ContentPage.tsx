import { useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, PageHeading, Stack } from "@kajo/shared/ui";
import { useSearch } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { PanelLink } from "../PanelLink";
import { termsContent } from "./names";
import { TermsEditorPage } from "./TermsEditorPage";

/** Content that administrators write (NAV-21); which one stands in the address. */
export function ContentPage() {
  const t = useText();
  const { contentName } = useSearch({ from: "/signed-in/admin/admin/content-management" });
  if (contentName === termsContent) return <TermsEditorPage />;
  return (
    <Stack gap="l">
      <PageHeading lead={t("content.text")} over={<PanelLink />}>
        {t("content.title")}
      </PageHeading>
      <LinkTiles title={t("content.legal")}>
        <LinkTile
          icon={FileText}
          search={{ contentName: termsContent }}
          text={t("termsEditor.text")}
          title={t("termsEditor.title")}
          to="/admin/content-management"
        />
      </LinkTiles>
    </Stack>
  );
}
