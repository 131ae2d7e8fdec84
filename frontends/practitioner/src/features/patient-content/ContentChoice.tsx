import { LoadFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type FieldOf, useDebounced } from "@kajo/shared/patterns";
import type { ActivatableContentJson } from "@kajo/shared/rpc";
import { RadioGroup, SearchField, Spinner, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { useListActivatableContentsQuery } from "./api";
import { textsOf } from "./texts";

/** So many are shown; the rest is found by words. */
const size = 10;

interface ContentChoiceProps extends ReturnType<FieldOf<string>> {
  readonly value: ActivatableContentJson | undefined;
  readonly onChange: (content: ActivatableContentJson) => void;
}

/** One of the contents that can be given, found by its title. What is chosen stays in sight, whatever is looked for next. */
export function ContentChoice({ value, onChange, ...field }: ContentChoiceProps) {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useState("");
  const { text, type, send } = useDebounced(search, setSearch);
  const query = useListActivatableContentsQuery({ search, page: { size } });
  const { data, error, isFetching, refetch } = query;
  const found = data?.contents ?? [];
  const isAmong = found.some(({ serviceContentId }) => serviceContentId === value?.serviceContentId);
  const offered = value && !isAmong ? [value, ...found] : found;
  const choose = (id: string) => {
    const chosen = offered.find(({ serviceContentId }) => serviceContentId === id);
    if (chosen) onChange(chosen);
  };
  const none = t(search ? "patientContent.notFound" : "patientContent.nothing");
  return (
    <>
      <SearchField label={t("patientContent.search")} onChange={type} onSubmit={send} value={text} />
      <VisuallyHidden role="status">
        {isFetching || !data ? "" : found.length > 0 ? t("ui.list.count", { n: found.length }) : none}
      </VisuallyHidden>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Spinner />}
      {data && found.length === 0 ? <p>{none}</p> : null}
      {offered.length === 0 && field.error ? <p role="alert">{field.error}</p> : null}
      {offered.length > 0 ? (
        <RadioGroup
          {...field}
          {...(data?.nextPageToken ? { hint: t("patientContent.more") } : {})}
          onChange={choose}
          options={offered.map(({ serviceContentId = "", title }) => ({
            id: serviceContentId,
            label: localized(language, textsOf(title)),
          }))}
          value={value?.serviceContentId ?? null}
        />
      ) : null}
    </>
  );
}
