import { asFailure } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Wizard } from "@kajo/shared/patterns";
import { type BookableTimeJson, type BookingChoiceJson, useIntent } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { PatientChoice } from "../compose/PatientStep";
import { isBlank } from "../participants/guest";
import { useBookForPatientMutation } from "./api";
import { ParticipantsStep } from "./ParticipantsStep";
import { PlaceStep } from "./PlaceStep";
import { Preview } from "./Preview";
import { RoleStep } from "./RoleStep";
import { SettingsStep } from "./SettingsStep";
import { WhoseAppointment } from "./WhoseAppointment";
import { beginning, changed, left, participantsOf, type Wish } from "./wish";

interface BookingWizardProps {
  readonly choices: readonly BookingChoiceJson[];
  /** Whom the session has opened; empty: nobody yet. */
  readonly patientId: string;
}

/** Six steps. What is chosen in one stays while another is looked at, also when somebody else was quicker. */
export function BookingWizard({ choices, patientId }: BookingWizardProps) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const intent = useIntent();
  const [step, setStep] = useState("place");
  const [wish, setWish] = useState(() => beginning(patientId));
  /** What somebody else was quicker to take. */
  const [lost, setLost] = useState<BookableTimeJson>();
  const [book, { error, reset }] = useBookForPatientMutation();
  const change = (part: Partial<Wish>) => {
    setWish((before) => changed(before, part));
    // What the server said was said of something else.
    if (error) reset();
  };
  const answers = left(choices, wish);
  /** What is asked only once something else is known is not missed before. */
  const required = (is: unknown, known: unknown = true) => (is || !known ? undefined : t("field.required"));

  const finish = async (release: () => void) => {
    const offerId = wish.time?.offerId ?? "";
    const participants = participantsOf(wish);
    const request = { patientId: wish.patient, offerId, cancelable: wish.isCancelable, participants };
    const answer = await book({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) {
      if (asFailure(answer.error).reason !== "slot_taken") return;
      setLost(wish.time);
      change({ time: undefined });
      setStep("settings");
      reset();
      return;
    }
    intent.settle();
    release();
    toast("success", t("newAppointment.booked"));
    const appointmentId = answer.data.appointmentId ?? "";
    await navigate({ to: "/appointments/$appointmentId", params: { appointmentId } });
  };
  return (
    <Wizard
      current={step}
      dirty={answers.service !== "" || wish.patient !== patientId}
      failure={error}
      fields={{
        service_id: t("newAppointment.service"),
        location_id: t("newAppointment.place"),
        booking_role_id: t("newAppointment.role"),
        ssn: t("newAppointment.patient"),
        guest: t("participants.guest"),
        type: t("calendar.type"),
        minutes: t("newAppointment.minutes"),
        offer_id: t("calendar.time"),
      }}
      finish={t("newAppointment.book")}
      onFinish={finish}
      onStep={setStep}
      problems={{
        service_id: required(answers.service),
        location_id: required(answers.place, answers.service),
        booking_role_id: required(answers.role),
        ssn: wish.patient === "" ? t("newAppointment.patient.none") : undefined,
        guest: isBlank(wish.guest) ? undefined : t("newAppointment.guest.open"),
        type: required(answers.type),
        minutes: required(answers.minutes, answers.type),
        offer_id: required(wish.time, answers.minutes),
      }}
      steps={[
        {
          id: "place",
          title: t("newAppointment.step.place"),
          fields: ["service_id", "location_id"],
          content: (field) => <PlaceStep field={field} left={answers} onChange={change} />,
        },
        {
          id: "role",
          title: t("newAppointment.role"),
          fields: ["booking_role_id"],
          content: (field) => <RoleStep field={field} left={answers} onChange={change} />,
        },
        {
          id: "patient",
          title: t("newAppointment.patient"),
          fields: ["ssn"],
          content: wish.patient ? (
            <WhoseAppointment onLost={() => change({ patient: "" })} patientId={wish.patient} />
          ) : null,
          below: (
            <PatientChoice
              isLost={false}
              onPatient={(patient) => {
                change({ patient });
                setStep("participants");
              }}
            />
          ),
        },
        {
          id: "participants",
          title: t("calendar.parties"),
          fields: ["guest"],
          content: <p>{t("newAppointment.participants.text")}</p>,
          below: <ParticipantsStep left={answers} onChange={change} wish={wish} />,
        },
        {
          id: "settings",
          title: t("newAppointment.step.settings"),
          fields: ["type", "minutes", "offer_id"],
          content: (field) => (
            <SettingsStep
              field={field}
              left={answers}
              lost={lost}
              onChange={(part) => {
                if (part.time) setLost(undefined);
                change(part);
              }}
              wish={wish}
            />
          ),
        },
        {
          id: "preview",
          title: t("newAppointment.step.preview"),
          content: <Preview wish={wish} />,
        },
      ]}
    />
  );
}
