import { dayText, useLanguage, useText } from "@kajo/shared/i18n";
import {
  type AppointmentSideJson,
  type AppointmentStepJson,
  type AppointmentStepKindJson,
  known,
  unknownState,
} from "@kajo/shared/rpc";
import { Timeline } from "@kajo/shared/ui";
import { noonOf } from "./days";
import { dayOf, timesOf } from "./times";

const kinds = {
  APPOINTMENT_STEP_KIND_UNSPECIFIED: ["calendar.step.booked", "neutral"],
  APPOINTMENT_STEP_KIND_BOOKED: ["calendar.step.booked", "info"],
  APPOINTMENT_STEP_KIND_MOVED: ["calendar.step.moved", "info"],
  APPOINTMENT_STEP_KIND_CANCELLED: ["calendar.step.cancelled", "danger"],
  APPOINTMENT_STEP_KIND_DONE: ["calendar.step.done", "success"],
} as const satisfies Record<AppointmentStepKindJson, readonly [string, string]>;

const sides = {
  APPOINTMENT_SIDE_UNSPECIFIED: "calendar.side.system",
  APPOINTMENT_SIDE_RESIDENT: "calendar.side.patient",
  APPOINTMENT_SIDE_PRACTITIONER: "calendar.side.practitioner",
  APPOINTMENT_SIDE_SYSTEM: "calendar.side.system",
} as const satisfies Record<AppointmentSideJson, string>;

/** What somebody is who is told by name. */
const people = {
  APPOINTMENT_SIDE_UNSPECIFIED: "calendar.side.system",
  APPOINTMENT_SIDE_RESIDENT: "calendar.party.patient",
  APPOINTMENT_SIDE_PRACTITIONER: "calendar.party.practitioner",
  APPOINTMENT_SIDE_SYSTEM: "calendar.side.system",
} as const satisfies Record<AppointmentSideJson, string>;

/** What became of an appointment, and when. */
export function Happened({ steps }: { readonly steps: readonly AppointmentStepJson[] }) {
  const t = useText();
  const language = useLanguage();
  const entries = steps.map(
    ({ kind, at = "", side = "APPOINTMENT_SIDE_UNSPECIFIED", name, representativeName, before }, index) => {
      const [title, tone] = known(kinds, kind ?? "APPOINTMENT_STEP_KIND_UNSPECIFIED") ?? unknownState;
      const person = known(people, side);
      const somebody = known(sides, side) ?? "unknown.value";
      const named = name && person ? t("calendar.byName", { name, side: t(person) }) : name;
      const by = named || t(somebody);
      return {
        id: String(index),
        at: new Date(at),
        title: t(title),
        tone,
        children: (
          <>
            <p>{representativeName ? t("calendar.byRepresentative", { name: representativeName }) : by}</p>
            {before ? (
              <p>
                {t("calendar.before", {
                  when: `${dayText(language, noonOf(dayOf(before)))} ${timesOf(language, before)}`,
                })}
              </p>
            ) : null}
          </>
        ),
      };
    },
  );
  return <Timeline entries={entries} label={t("calendar.happened")} />;
}
