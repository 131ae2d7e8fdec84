import { useText } from "@kajo/shared/i18n";
import type { SurveyAccessDetailsJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { isNobody, readersOf } from "./values";

/** How many roles and locations read; that nobody does, as a warning. */
export function ReadersText({ details }: { readonly details: SurveyAccessDetailsJson | undefined }) {
  const t = useText();
  const readers = readersOf(details);
  if (isNobody(readers)) {
    return (
      <StatusTag tone="warning" wraps>
        {t("surveyAccess.nobody")}
      </StatusTag>
    );
  }
  const { roleIds, locationIds } = readers;
  return <span>{t("surveyAccess.readers", { roles: roleIds.length, locations: locationIds.length })}</span>;
}
