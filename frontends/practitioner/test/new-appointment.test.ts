/** An appointment for a patient, step by step: what is told before it is booked, and what stays meanwhile. */
import { act } from "react";
import { expect, it } from "vitest";
import { Messaging } from "../../shared/src/rpc/gen/kajo/identity/v1/patient_pb";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const span = {
  startsAt: timestamp("2027-11-23T06:00:00Z"),
  endsAt: timestamp("2027-11-23T06:30:00Z"),
  minutes: 30,
  civilStart: "2027-11-23T08:00",
};
/** The only one there is, so that nothing but the time is left to choose. */
const choice = {
  service: { id, names: { texts: { fi: "Haavahoito" } } },
  place: { locationId: id, name: "Lehtola" },
  role: { bookingRoleId: id, name: { texts: { fi: "Sairaanhoitaja" } } },
  type: AppointmentType.PHONE,
  minutes: 30,
};

interface Patient {
  readonly messaging: Messaging;
  readonly hiddenFromGuardians?: boolean;
}

const answering =
  ({ messaging, hiddenFromGuardians = false }: Patient) =>
  ({ method, reply }: SeenCall) => {
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetPatient: { patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", messaging } },
      ListBookingChoices: { choices: [choice] },
      ListTimesForPatient: { times: [{ offerId: id, span }] },
      PreviewForPatient: { appointment: { span, service: choice.service }, hiddenFromGuardians },
    };
    return reply(answers[method] ?? {});
  };

const text = () => document.body.textContent ?? "";
const press = (words: string) =>
  act(async () => [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === words)?.click());
const at = (step: number) =>
  until(() => expect(document.querySelector("h2")?.textContent).toContain(`Vaihe ${step}/6`));
const guest = () => document.querySelector<HTMLInputElement>('input[name="name"]');

/** Types as a person does: React hears of it. */
async function type(input: HTMLInputElement | null, words: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, words);
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

async function go(from: number, to: number): Promise<void> {
  for (let step = from; step < to; step += 1) {
    await press("Jatka");
    await at(step + 1);
  }
}

async function toPreview(patient: Patient): Promise<void> {
  await open(`/appointments/new?patient=${id}`, answering(patient));
  await at(1);
  await go(1, 5);
  await until(() => expect(document.querySelector(`input[value="${id}"][name="offer_id"]`)).toBeTruthy());
  await act(async () => document.querySelector<HTMLInputElement>('input[name="offer_id"]')?.click());
  await go(5, 6);
  await until(() => expect(text()).toContain("Näin potilas näkee ajan, kun se on varattu."));
}

const noMessages = "Potilaalle ei voi lähettää viestejä.";
const teenager = "Potilas on 12–17-vuotias";

it("says before it is booked that a patient without consent is told of it in another way", async () => {
  await toPreview({ messaging: Messaging.NO_CONSENT });
  await until(() => expect(text()).toContain(noMessages));
  expect(text()).not.toContain(teenager);
});

it("says before it is booked what guardians of a teenager see of it", async () => {
  await toPreview({ messaging: Messaging.ALLOWED, hiddenFromGuardians: true });
  await until(() => expect(text()).toContain(teenager));
  expect(text()).not.toContain(noMessages);
});

it("keeps what was chosen and typed while other steps are looked at", async () => {
  await open(`/appointments/new?patient=${id}`, answering({ messaging: Messaging.ALLOWED }));
  await at(1);
  await go(1, 4);
  await until(() => expect(guest()).toBeTruthy());
  await type(guest(), "Kaisa Koski");
  await press("Takaisin");
  await at(3);
  await press("Takaisin");
  await at(2);
  await go(2, 4);
  expect(guest()?.value).toBe("Kaisa Koski");
});
