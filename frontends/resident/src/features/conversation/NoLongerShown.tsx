import { NotFoundPage } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Unsent, useUnsent } from "@kajo/shared/thread";
import { LinkButton, PageHeading, Stack } from "@kajo/shared/ui";

export interface NoLongerShownProps {
  readonly conversationId: string;
  /** It stood on this page a moment ago. */
  readonly wasShown: boolean;
}

/**
 * In place of a conversation that is shown to its reader no more, for example when a teenager has hidden it from a guardian who
 * was answering. Nothing of it is left but what the reader wrote and did not get sent, which is theirs. Whoever never saw it is
 * told what everybody is told of what does not exist.
 */
export function NoLongerShown({ conversationId, wasShown }: NoLongerShownProps) {
  const t = useText();
  const text = useUnsent(conversationId);
  if (!wasShown && text === "") return <NotFoundPage />;
  return (
    <Stack gap="l">
      <PageHeading lead={t("conversation.gone.text")}>{t("conversation.gone.title")}</PageHeading>
      {text === "" ? null : <Unsent text={text} />}
      <div>
        <LinkButton to="/inbox">{t("conversation.gone.inbox")}</LinkButton>
      </div>
    </Stack>
  );
}
