import { useText } from "@kajo/shared/i18n";
import { Bullets, ConfirmDialog } from "@kajo/shared/ui";
import { find } from "./edit";
import type { QuestionnaireJson } from "./types";
import { nameOf } from "./words";

interface MeaningDialogProps {
  readonly questionnaire: QuestionnaireJson;
  /** Items that are different from what is in force; undefined: nothing is asked. */
  readonly linkIds: readonly string[] | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks whether items that were changed still mean the same: answers from before and after are shown in one line of time. */
export function MeaningDialog({ questionnaire, linkIds = [], ...dialog }: MeaningDialogProps) {
  const t = useText();
  const items = linkIds.flatMap((linkId) => find(questionnaire, linkId) ?? []);
  return (
    <ConfirmDialog
      {...dialog}
      confirm={t("survey.meaning.confirm")}
      isOpen={linkIds.length > 0}
      title={t("survey.meaning.title")}
    >
      <p>{t("survey.meaning.text")}</p>
      <Bullets
        items={items.map(({ item }) => [
          item.linkId ?? "",
          <span key="name" lang="fi">
            {nameOf(item, t)}
          </span>,
        ])}
      />
      <p>{t("survey.meaning.otherwise")}</p>
    </ConfirmDialog>
  );
}
