import { useText } from "@kajo/shared/i18n";
import { PageHeading, Row, Stack } from "@kajo/shared/ui";
import type { WhichAnswers } from "./api";
import { WayBack } from "./WayBack";

/** There is no such answer, it may not be read, or the patient is not open: nobody is told which. */
export function NothingToRead(which: WhichAnswers) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("surveyResult.missing.title")}</PageHeading>
      <p>{t("surveyResult.missing.text")}</p>
      <Row>
        <WayBack {...which} />
      </Row>
    </Stack>
  );
}
