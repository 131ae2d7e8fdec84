import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";
import { useGetPathNameQuery } from "../names/api";

/** From which digital path a task comes (CON-21). Nobody waits for what that is called: without its name it says so all the same. */
export function PathOfTask({ pathId }: { readonly pathId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useGetPathNameQuery(pathId);
  const name = localized(language, data?.names?.find(({ id }) => id === pathId)?.names);
  return (
    <div>
      <StatusTag wraps>{name ? t("customerTask.path", { name }) : t("customerTask.byPath")}</StatusTag>
    </div>
  );
}
