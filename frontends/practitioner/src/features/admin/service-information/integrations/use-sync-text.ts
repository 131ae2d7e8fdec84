/** What is said of a sync, in words of the reader. */
import { useFailureText } from "@kajo/shared/errors";
import { type Language, languageConfig, type MessageId, useText } from "@kajo/shared/i18n";
import { Code, type SyncFailureJson } from "@kajo/shared/rpc";

/** Languages by their codes, as their own speakers call them. */
export const languageNames = (codes: readonly string[]) =>
  codes.map((code) => languageConfig[code as Language]?.name ?? code).join(", ");

const parts: Readonly<Record<string, MessageId>> = {
  name: "integrations.field.name",
  description: "integrations.field.description",
  title: "integrations.field.title",
  text: "integrations.field.text",
};

/** What a text is called: "name.fi" of a service, "fi.title" of a content. */
export function useTextName(): (field: string) => string {
  const t = useText();
  return (field) => {
    const [one = "", other = ""] = field.split(".");
    const [part, language] = one in parts ? [one, other] : [other, one];
    return t("admin.inLanguage", {
      field: t((parts[part] ?? "integrations.field.text") as "integrations.field.text"),
      language: languageNames([language]),
    });
  };
}

/** Why a sync failed, and at which text. */
export function useSyncFailureText(): (failure: SyncFailureJson) => string {
  const failureText = useFailureText();
  const textName = useTextName();
  return ({ reason = "", field, params: { languages, ...params } = {} }) => {
    const named = languages === undefined ? params : { ...params, languages: languageNames(languages.split(" ")) };
    // The server's words for it are those of refusals.
    const why = failureText({ code: Code.failedPrecondition, reason, params: named, fields: [], traceId: "" }, "");
    return field ? `${textName(field)}: ${why}` : why;
  };
}
