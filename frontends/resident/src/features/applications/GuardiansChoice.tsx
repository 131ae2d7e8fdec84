import { useText } from "@kajo/shared/i18n";
import { Card, Checkbox } from "@kajo/shared/ui";

export interface GuardiansChoiceProps {
  readonly isAllowed: boolean;
  readonly onChange: (isAllowed: boolean) => void;
}

/** Whether guardians see what a teenager sends (IDN-09). */
export function GuardiansChoice({ isAllowed, onChange }: GuardiansChoiceProps) {
  const t = useText();
  return (
    <Card>
      <Checkbox
        hint={t("new.guardians.hint")}
        isSelected={isAllowed}
        label={t("application.guardians")}
        onChange={onChange}
      />
    </Card>
  );
}
