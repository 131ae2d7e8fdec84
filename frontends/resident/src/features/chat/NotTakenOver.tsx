import { useText } from "@kajo/shared/i18n";
import { LinkButton, PageHeading, Stack } from "@kajo/shared/ui";

/** In place of a chat that somebody does not find who has signed in after a visit: what had ended by then has not become theirs. */
export function NotTakenOver() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading lead={t("chat.gone.text")}>{t("chat.gone.title")}</PageHeading>
      <div>
        <LinkButton to="/chat">{t("chat.toQueues")}</LinkButton>
      </div>
    </Stack>
  );
}
