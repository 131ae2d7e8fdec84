import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { ComboBox } from "@kajo/shared/ui";
import { useColleagues } from "../conversation/options";

interface ColleagueSelectProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  /** Who takes part already. */
  readonly without: readonly string[];
  /** "": nobody. */
  readonly value: string;
  readonly onChange: (personId: string, name: string) => void;
}

/** A professional of the location at which one works, found by typing. */
export function ColleagueSelect({ without, value, onChange, ...field }: ColleagueSelectProps) {
  const t = useText();
  const { options, error, refetch } = useColleagues();
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  const choices = options.filter(({ id }) => !without.includes(id));
  const nameOf = (id: string) => choices.find((choice) => choice.id === id)?.label ?? "";
  return (
    <ComboBox
      {...field}
      hint={t("participants.colleague.hint")}
      onChange={(id) => onChange(id ?? "", nameOf(id ?? ""))}
      options={choices}
      value={value || null}
    />
  );
}
