import { asFailure, PageFailed, useFailureText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";

export interface NotAskedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Why nothing is asked at an address. */
export function NotAsked({ error, onRetry }: NotAskedProps) {
  const t = useText();
  const failureText = useFailureText();
  if (asFailure(error).reason !== "assessment_not_asked") return <PageFailed error={error} onRetry={onRetry} />;
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("triage.title")}</PageHeading>
      {/* Why alone: nothing has failed. */}
      <Banner tone="info">{failureText(error, "")}</Banner>
      <div>
        <LinkButton to="/chat">{t("chat.list")}</LinkButton>
      </div>
    </Stack>
  );
}
