import { useText } from "@kajo/shared/i18n";
import type { AppointmentJson, AppointmentStepJson } from "@kajo/shared/rpc";
import { Timeline, type TimelineEntry } from "@kajo/shared/ui";
import { useWhen } from "./words";

const titles = {
  APPOINTMENT_STEP_KIND_BOOKED: "appointment.step.booked",
  APPOINTMENT_STEP_KIND_MOVED: "appointment.step.moved",
  APPOINTMENT_STEP_KIND_CANCELLED: "appointment.step.cancelled",
  APPOINTMENT_STEP_KIND_DONE: "appointment.step.done",
  APPOINTMENT_STEP_KIND_UNSPECIFIED: undefined,
} as const;

const tones = {
  APPOINTMENT_STEP_KIND_BOOKED: "success",
  APPOINTMENT_STEP_KIND_MOVED: "info",
  APPOINTMENT_STEP_KIND_CANCELLED: "danger",
  APPOINTMENT_STEP_KIND_DONE: "neutral",
  APPOINTMENT_STEP_KIND_UNSPECIFIED: "neutral",
} as const satisfies Record<string, TimelineEntry["tone"]>;

/** What became of an appointment, each step with its time and who did it. */
export function Receipt({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  const when = useWhen();
  const sideText = useSideText();
  const entries = (appointment.steps ?? []).flatMap((step, index): readonly TimelineEntry[] => {
    const kind = step.kind ?? "APPOINTMENT_STEP_KIND_UNSPECIFIED";
    const title = titles[kind];
    if (!title || !step.at) return [];
    return [
      {
        id: String(index),
        at: new Date(step.at),
        title: t(title),
        tone: tones[kind],
        children: (
          <>
            <p>{sideText(step)}</p>
            {step.before ? <p>{t("appointment.step.before", { when: when(step.before) })}</p> : null}
          </>
        ),
      },
    ];
  });
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">{t("appointment.steps")}</h2>
      <Timeline entries={entries} label={t("appointment.steps")} />
    </section>
  );
}

function useSideText(): (step: AppointmentStepJson) => string {
  const t = useText();
  return ({ side, representativeName }) => {
    if (representativeName) return t("appointment.step.behalf", { name: representativeName });
    switch (side) {
      case "APPOINTMENT_SIDE_RESIDENT":
        return t("appointment.step.resident");
      case "APPOINTMENT_SIDE_PRACTITIONER":
        return t("appointment.step.practitioner");
      default:
        return t("appointment.step.system");
    }
  };
}
