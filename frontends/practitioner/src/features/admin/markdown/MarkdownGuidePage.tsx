import { useText } from "@kajo/shared/i18n";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { PanelLink } from "../PanelLink";
import { Examples } from "./Examples";
import { Playground } from "./Playground";
import { Refused } from "./Refused";

/** What may be written in a formatted text and what becomes of it, with a place to try it (CMS-06). */
export function MarkdownGuidePage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading lead={t("markdownGuide.text")} over={<PanelLink />}>
        {t("markdownGuide.title")}
      </PageHeading>
      <Examples />
      <Refused />
      <Playground />
    </Stack>
  );
}
