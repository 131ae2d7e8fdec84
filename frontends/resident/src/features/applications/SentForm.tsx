import { asFailure, LoadFailed } from "@kajo/shared/errors";
import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Answers } from "@kajo/shared/questionnaire";
import type { SentFormJson } from "@kajo/shared/rpc";
import { Spinner, Stack } from "@kajo/shared/ui";
import { textsOf, useLangOf } from "../filling/words";
import { useGetMyFormQuery } from "./my-form-api";

/** What was asked and answered in a form that was sent, and by whom. */
export function SentForm({ formResponseId }: { readonly formResponseId: string }) {
  const t = useText();
  const language = useLanguage();
  const langOf = useLangOf();
  const { currentData, error, refetch } = useGetMyFormQuery({ formResponseId });
  if (error && asFailure(error).reason === "not_found") return <p>{t("application.own.gone")}</p>;
  if (error && !currentData) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <Spinner />;
  const { form = {}, scores } = currentData;
  const { title, questionnaire = {}, answers = {} } = form;
  return (
    <Stack>
      <p lang={langOf(title)}>{localized(language, textsOf(title))}</p>
      <Who form={form} />
      <Answers answers={answers} questionnaire={questionnaire} {...(scores ? { scores } : {})} />
    </Stack>
  );
}

function Who({ form: { sentAt, representativeName } }: { readonly form: SentFormJson }) {
  const t = useText();
  const language = useLanguage();
  const when = sentAt ? dateTimeText(language, new Date(sentAt)) : "";
  if (!representativeName) return <p>{t("application.own.when", { when })}</p>;
  return <p>{t("application.own.behalf", { name: representativeName, when })}</p>;
}
