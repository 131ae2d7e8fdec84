import { useText } from "@kajo/shared/i18n";
import { IconGrid, IconPicker } from "@kajo/shared/icons";
import { useCopy } from "@kajo/shared/patterns";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { PanelLink } from "./PanelLink";

/** The icon catalogue: what there is, under which name, and the picker as editors have it. */
export function IconsPage() {
  const t = useText();
  const put = useCopy();
  const [words, setWords] = useState("");
  const [tried, setTried] = useState<string>();
  const copy = (name: string) =>
    put(name, { copied: t("iconsPage.copied", { name }), notCopied: t("iconsPage.notCopied") });
  return (
    <Stack gap="l">
      <PageHeading lead={t("iconsPage.text")} over={<PanelLink />}>
        {t("iconsPage.title")}
      </PageHeading>
      <Card>
        <IconPicker label={t("iconsPage.try")} onChange={setTried} value={tried} />
      </Card>
      <Card>
        <h2>{t("iconsPage.all")}</h2>
        <p>{t("iconsPage.hint")}</p>
        <IconGrid chosen={undefined} onChoose={(name) => void copy(name)} onWords={setWords} words={words} />
      </Card>
    </Stack>
  );
}
