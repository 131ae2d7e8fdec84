import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type FieldOf, useDebounced } from "@kajo/shared/patterns";
import { ComboBox } from "@kajo/shared/ui";
import { useState } from "react";
import { useListProfessionalsQuery } from "./api";

interface ProfessionalChoiceProps extends ReturnType<FieldOf<string>> {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** One of the professionals whom identity knows, found by the beginnings of their names. */
export function ProfessionalChoice({ value, onChange, error, ...field }: ProfessionalChoiceProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const { text, type, send } = useDebounced(search, setSearch);
  const { data, error: failure, refetch } = useListProfessionalsQuery({ search });
  if (failure && !data) return <LoadFailed error={failure} onRetry={() => void refetch()} />;
  const listed = (data?.professionals ?? []).map(({ practitionerId = "", displayName = "" }) => ({
    id: practitionerId,
    label: displayName,
  }));
  // Until the server has answered to what is typed, nobody else can be picked by a quick Enter.
  const options = listed.filter(({ label }) => beginsWith(label, text));
  return (
    <ComboBox
      {...field}
      error={error}
      hint={data?.more ? t("explain.professional.more") : t("explain.professional.hint")}
      inputValue={text}
      onChange={(id) => {
        onChange(id);
        const name = listed.find((option) => option.id === id)?.label;
        if (name) {
          type(name);
          send(name);
        }
      }}
      onInputChange={type}
      options={options}
      value={value}
    />
  );
}

function beginsWith(name: string, typed: string): boolean {
  const words = name.toLowerCase().split(/[\s-]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)) || name.toLowerCase().startsWith(wanted));
}
