import { useText } from "@kajo/shared/i18n";
import { LinkButton, LinkTile, PageHeading, Stack } from "@kajo/shared/ui";
import { useSearch } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { PanelLink } from "../PanelLink";
import { DocumentPage } from "./documents/DocumentPage";
import { DocumentTiles } from "./documents/DocumentTiles";
import { isDocumentName } from "./documents/types";
import { termsContent } from "./names";
import { TemplatePage } from "./notifications/TemplatePage";
import { TemplateTiles } from "./notifications/TemplateTiles";
import { isTemplateName } from "./notifications/types";
import { TermsEditorPage } from "./TermsEditorPage";

/** Content that administrators write (NAV-21); which one stands in the address. */
export function ContentPage() {
  const { contentName } = useSearch({ from: "/signed-in/admin/admin/content-management" });
  if (contentName === termsContent) return <TermsEditorPage />;
  if (isDocumentName(contentName)) return <DocumentPage key={contentName} name={contentName} />;
  if (isTemplateName(contentName)) return <TemplatePage key={contentName} name={contentName} />;
  return <Contents />;
}

function Contents() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading
        actions={
          <LinkButton kind="secondary" to="/admin/markdown">
            {t("markdownGuide.title")}
          </LinkButton>
        }
        lead={t("content.text")}
        over={<PanelLink />}
      >
        {t("content.title")}
      </PageHeading>
      <DocumentTiles
        legalFirst={
          <LinkTile
            icon={FileText}
            search={{ contentName: termsContent }}
            text={t("termsEditor.text")}
            title={t("termsEditor.title")}
            to="/admin/content-management"
          />
        }
      />
      <TemplateTiles />
    </Stack>
  );
}
