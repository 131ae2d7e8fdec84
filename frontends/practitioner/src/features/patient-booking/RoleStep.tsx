import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { RadioGroup } from "@kajo/shared/ui";
import type { StepProps } from "./PlaceStep";

/** With whom the patient meets, by role: those that have times of the service at the place. */
export function RoleStep({ field, left, onChange }: StepProps<"booking_role_id">) {
  const t = useText();
  const language = useLanguage();
  return (
    <RadioGroup
      {...field("booking_role_id")}
      hint={t("newAppointment.role.hint")}
      onChange={(role) => onChange({ role })}
      options={[...left.roles].map(([id, choice]) => ({ id, label: localized(language, choice.role?.name) }))}
      value={left.role || null}
    />
  );
}
