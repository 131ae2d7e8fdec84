import { LoadFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type FieldOf, useDebounced } from "@kajo/shared/patterns";
import type { ActivatablePathJson } from "@kajo/shared/rpc";
import { RadioGroup, SearchField, Spinner, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { useListActivatablePathsQuery } from "./api";
import { foundIn } from "./found";
import { textsOf } from "./texts";

/** So many are shown; the rest is found by words. */
const size = 10;

interface PathChoiceProps extends ReturnType<FieldOf<string>> {
  readonly value: ActivatablePathJson | undefined;
  readonly onChange: (path: ActivatablePathJson) => void;
}

/** One of the paths that can be activated, found by its name. What is chosen stays in sight, whatever is looked for next. */
export function PathChoice({ value, onChange, ...field }: PathChoiceProps) {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useState("");
  const { text, type, send } = useDebounced(search, setSearch);
  const { data, error, refetch } = useListActivatablePathsQuery({});
  const found = foundIn(data?.paths ?? [], search, language);
  const first = found.slice(0, size);
  const isAmong = first.some(({ pathId }) => pathId === value?.pathId);
  const offered = value && !isAmong ? [value, ...first] : first;
  const choose = (id: string) => {
    const chosen = offered.find(({ pathId }) => pathId === id);
    if (chosen) onChange(chosen);
  };
  const none = t(search ? "patientPath.notFound" : "patientPath.nothing");
  return (
    <>
      <SearchField label={t("patientPath.search")} onChange={type} onSubmit={send} value={text} />
      <VisuallyHidden role="status">
        {data ? (found.length > 0 ? t("ui.list.count", { n: found.length }) : none) : ""}
      </VisuallyHidden>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Spinner />}
      {data && found.length === 0 ? <p>{none}</p> : null}
      {offered.length === 0 && field.error ? <p role="alert">{field.error}</p> : null}
      {offered.length > 0 ? (
        <RadioGroup
          {...field}
          {...(found.length > size ? { hint: t("patientPath.more") } : {})}
          onChange={choose}
          options={offered.map(({ pathId = "", name, categoryName }) => ({
            id: pathId,
            label: localized(language, textsOf(name)),
            description: localized(language, categoryName),
          }))}
          value={value?.pathId ?? null}
        />
      ) : null}
    </>
  );
}
