import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { FieldsOf } from "@kajo/shared/patterns";
import type { BookingChoiceJson } from "@kajo/shared/rpc";
import { Select } from "@kajo/shared/ui";
import type { Left, Wish } from "./wish";

export interface StepProps<Field extends string> {
  readonly field: FieldsOf<Field>;
  readonly left: Left;
  readonly onChange: (part: Partial<Wish>) => void;
}

/** What is booked, and where: one's own come first. */
export function PlaceStep({ field, left, onChange }: StepProps<"service_id" | "location_id">) {
  const t = useText();
  const language = useLanguage();
  const own = ({ own: isOwn }: BookingChoiceJson) => (isOwn ? t("newAppointment.own") : "");
  return (
    <>
      <Select
        {...field("service_id")}
        hint={t("newAppointment.service.hint")}
        onChange={(service) => onChange({ service })}
        options={[...left.services].map(([id, choice]) => ({
          id,
          label: `${localized(language, choice.categoryName)}: ${localized(language, choice.service?.names)}`,
          description: own(choice),
        }))}
        value={left.service}
      />
      {left.service ? (
        <Select
          {...field("location_id")}
          onChange={(place) => onChange({ place })}
          options={[...left.places].map(([id, choice]) => ({
            id,
            label: dotted(choice.place?.name, choice.place?.address) || t("newAppointment.place.none"),
            description: own(choice),
          }))}
          value={left.place}
        />
      ) : null}
    </>
  );
}
