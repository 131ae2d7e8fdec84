import { useText } from "@kajo/shared/i18n";
import { PageHeading, Stack } from "@kajo/shared/ui";

/** A link that is no whole one, or that opens nothing. `wasAlive`: it did, while one was here. */
export function DeadLink({ wasAlive = false }: { readonly wasAlive?: boolean }) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t(wasAlive ? "meetup.dead.now" : "meetup.dead")}</PageHeading>
      <p>{t(wasAlive ? "meetup.dead.now.text" : "meetup.dead.text")}</p>
    </Stack>
  );
}
