import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import { Answers } from "@kajo/shared/questionnaire";
import type { GetFormResponseResponseJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";

interface SentFormProps {
  readonly result: GetFormResponseResponseJson;
  readonly title: string;
  /** Whom it concerns; "" where nobody knows (SUR-07). */
  readonly name: string;
}

/** When it was sent and by whom, and what was answered, on the screen and on paper. */
export function SentForm({ result, title, name }: SentFormProps) {
  const t = useText();
  const language = useLanguage();
  const { form = {}, scores = [] } = result;
  const { representativeName: representative = "", sentAt } = form;
  const when = sentAt ? dateTimeText(language, new Date(sentAt)) : "";
  return (
    <PrintView name={name} title={title}>
      {representative ? (
        <>
          <Banner tone="warning">{t("formAnswers.onBehalf", { representative, name })}</Banner>
          <p>{t("formAnswers.sentAt", { when })}</p>
        </>
      ) : (
        <p>{name ? t("formAnswers.sentBy", { when, name }) : t("formAnswers.sentAt", { when })}</p>
      )}
      <div>
        <PrintButton />
      </div>
      <Answers
        answers={form.answers ?? {}}
        // The form itself is one of the third level.
        level={4}
        levels
        questionnaire={form.questionnaire ?? {}}
        scores={scores}
      />
    </PrintView>
  );
}
