import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";
import { PublicationState } from "../../publication/PublicationState";

interface TemplateStateProps {
  readonly publishedVersion?: number | undefined;
  readonly hasDraft?: boolean | undefined;
}

/** How far a template is: until something of it is written, words of the platform stand in. */
export function TemplateState({ publishedVersion = 0, hasDraft = false }: TemplateStateProps) {
  const t = useText();
  if (publishedVersion === 0 && !hasDraft) return <StatusTag>{t("notificationTemplates.state.builtIn")}</StatusTag>;
  return <PublicationState hasDraft={hasDraft} publishedVersion={publishedVersion} />;
}
