import { useText } from "@kajo/shared/i18n";
import type { BookableTimeJson } from "@kajo/shared/rpc";
import { Checkbox, RadioGroup } from "@kajo/shared/ui";
import { typeText } from "../appointment-types/types";
import type { StepProps } from "./PlaceStep";
import { TimeChoice } from "./TimeChoice";
import type { Wish } from "./wish";

interface SettingsStepProps extends StepProps<"type" | "minutes" | "offer_id"> {
  readonly wish: Wish;
  readonly lost: BookableTimeJson | undefined;
}

/** How people meet, for how long and when, and whether the patient may cancel it. */
export function SettingsStep({ field, left, wish, lost, onChange }: SettingsStepProps) {
  const t = useText();
  const { types, type, lengths, minutes } = left;
  const typeIds = [...types.keys()].flatMap((id) => id ?? []);
  return (
    <>
      <RadioGroup
        {...field("type")}
        onChange={(chosen) => onChange({ type: typeIds.find((id) => id === chosen), minutes: undefined })}
        options={typeIds.map((id) => ({ id, label: t(typeText(id)) }))}
        value={type ?? null}
      />
      {type ? (
        <RadioGroup
          {...field("minutes")}
          onChange={(chosen) => onChange({ minutes: Number(chosen) })}
          options={[...lengths.keys()].flatMap((length) =>
            length ? { id: String(length), label: t("ui.time.minutes", { minutes: length }) } : [],
          )}
          value={minutes === undefined ? null : String(minutes)}
        />
      ) : null}
      {type && minutes !== undefined ? (
        <TimeChoice
          {...field("offer_id")}
          // Of another service or with other people other times are free.
          key={[left.service, left.place, left.role, type, minutes, wish.patient].join(" ")}
          left={left}
          lost={lost}
          onChange={(time) => onChange({ time })}
          wish={wish}
        />
      ) : null}
      <Checkbox
        hint={t("newAppointment.cancelable.hint")}
        isSelected={wish.isCancelable}
        label={t("newAppointment.cancelable")}
        onChange={(isCancelable) => onChange({ isCancelable })}
      />
    </>
  );
}
