import { useText } from "@kajo/shared/i18n";
import { Checkbox } from "@kajo/shared/ui";

export interface GuardiansChoiceProps {
  readonly isAllowed: boolean;
  readonly onChange: (isAllowed: boolean) => void;
}

/** Whether guardians see what a teenager writes (IDN-09). */
export function GuardiansChoice({ isAllowed, onChange }: GuardiansChoiceProps) {
  const t = useText();
  return (
    <Checkbox hint={t("new.guardians.hint")} isSelected={isAllowed} label={t("new.guardians")} onChange={onChange} />
  );
}
