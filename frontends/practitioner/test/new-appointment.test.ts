/** An appointment for a patient, step by step: what is told before it is booked, and what stays meanwhile. */
import { act } from "react";
import { expect, it } from "vitest";
import { Messaging } from "../../shared/src/rpc/gen/kajo/identity/v1/patient_pb";
import { AppointmentPartyKind } from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
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
  /** How people can meet. */
  readonly types?: readonly AppointmentType[];
  /** Who takes part in what is previewed. */
  readonly parties?: readonly object[];
}

const answering =
  ({ messaging, hiddenFromGuardians = false, types = [choice.type], parties = [] }: Patient) =>
  ({ method, reply }: SeenCall) => {
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetPatient: { patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", messaging } },
      ListBookingChoices: { choices: types.map((each) => ({ ...choice, type: each })) },
      ListTimesForPatient: { times: [{ offerId: id, span }] },
      PreviewForPatient: {
        appointment: { span, service: choice.service, type: types[0], parties },
        hiddenFromGuardians,
      },
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

const { VIDEO, IN_PERSON, PHONE } = AppointmentType;
const receives = "Vieras saa henkilökohtaisen linkin sähköpostilla, tekstiviestillä tai molemmilla.";
const mayReceive = "Jos aika on etävastaanotto, vieras saa henkilökohtaisen linkin";

it.each([
  ["it is by video", [VIDEO], receives],
  ["it can be by video", [IN_PERSON, VIDEO], mayReceive],
  ["it cannot be by video", [IN_PERSON, PHONE], undefined],
])("SCH-19 says that a guest receives a link where %s", async (_what, types, said) => {
  await open(`/appointments/new?patient=${id}`, answering({ messaging: Messaging.ALLOWED, types }));
  await at(1);
  await go(1, 4);
  await until(() => expect(guest()).toBeTruthy());
  for (const words of [receives, mayReceive]) {
    if (words === said) expect(text()).toContain(words);
    else expect(text()).not.toContain(words);
  }
});

it("SCH-19 knows how people meet once that was chosen, also in the step before", async () => {
  const types = [IN_PERSON, VIDEO];
  await open(`/appointments/new?patient=${id}`, answering({ messaging: Messaging.ALLOWED, types }));
  await at(1);
  await go(1, 5);
  await until(() => expect(document.querySelectorAll('input[name="type"]')).toHaveLength(2));
  const choose = (place: number) =>
    act(async () => document.querySelectorAll<HTMLInputElement>('input[name="type"]')[place]?.click());
  await choose(1);
  await press("Takaisin");
  await at(4);
  await until(() => expect(text()).toContain(receives));
  expect(text()).not.toContain(mayReceive);
  await go(4, 5);
  await choose(0);
  await press("Takaisin");
  await at(4);
  await until(() => expect(guest()).toBeTruthy());
  expect(text()).not.toContain("henkilökohtaisen linkin");
});

it.each([
  [[VIDEO], ["Kaisa Koski"], "Vieras saa henkilökohtaisen linkin, kun aika on varattu."],
  [[VIDEO], ["Kaisa Koski", "Pekka Puro"], "Vieraat saavat henkilökohtaisen linkin, kun aika on varattu."],
  [[VIDEO], [], undefined],
  [[PHONE], ["Kaisa Koski"], undefined],
])("SCH-19 says before it is booked that guests receive a link: %o %o", async (types, names, said) => {
  const parties = names.map((name) => ({ partyId: name, kind: AppointmentPartyKind.GUEST, name }));
  await toPreview({ messaging: Messaging.ALLOWED, types, parties });
  for (const name of names) expect(text()).toContain(name);
  if (said) expect(text()).toContain(said);
  else expect(text()).not.toContain("henkilökohtaisen linkin");
});
