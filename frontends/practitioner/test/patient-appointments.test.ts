/** The appointments on the page of a patient: those to come, and past ones once they are asked for. */
import { act } from "react";
import { expect, it } from "vitest";
import { AppointmentState } from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
import { AppointmentType, BookingSystem } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const on = (day: number, state = AppointmentState.BOOKED) => ({
  appointmentId: `${id.slice(0, -2)}${day}`,
  state,
  type: AppointmentType.PHONE,
  service: { id, names: { texts: { fi: "Haavahoito" } } },
  place: { locationId: id, name: "Lehtola" },
  practitionerName: "Liisa Virtanen",
  span: {
    startsAt: timestamp(`2027-11-${day}T06:00:00Z`),
    endsAt: timestamp(`2027-11-${day}T06:30:00Z`),
    civilStart: `2027-11-${day}T08:00`,
  },
});

interface Asked {
  readonly patientId: string;
  readonly past: boolean;
  readonly page?: { readonly token: string };
}

type List = (asked: Asked) => object;

const answering =
  (list: List) =>
  ({ method, request, reply }: SeenCall) => {
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "GetPatient") return reply({ patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist" } });
    return reply(method === "ListPatientAppointments" ? list(request as Asked) : {});
  };

const text = () => document.body.textContent ?? "";
const press = (words: string) =>
  act(async () => [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === words)?.click());
const listed = (label: string) =>
  [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)].map((each) => each.textContent);

it("tells a patient's appointments to come, and past and cancelled ones page by page once they are asked for", async () => {
  const answers = answering(({ past, page }) => {
    if (!past) return { appointments: [on(23)] };
    return page?.token
      ? { appointments: [on(11, AppointmentState.DONE)] }
      : { appointments: [on(12, AppointmentState.CANCELLED)], nextPageToken: "later" };
  });
  const { calls } = await open(`/patient?patient=${id}`, answers);
  const asked = () =>
    calls.filter(({ method }) => method === "ListPatientAppointments").map(({ request }) => request as Asked);
  await until(() => expect(listed("Ajanvaraukset").length).toBe(1));
  const [first = ""] = listed("Ajanvaraukset");
  for (const part of ["23.11.2027 08:00–08:30", "Haavahoito", "Lehtola", "Liisa Virtanen", "Varattu"]) {
    expect(first).toContain(part);
  }
  const link = document.querySelector<HTMLAnchorElement>('ul[aria-label="Ajanvaraukset"] a');
  expect(link?.getAttribute("href")).toContain(`/appointments/${on(23).appointmentId}`);
  expect(asked()).toMatchObject([{ patientId: id, past: false }]);

  await press("Menneet ja perutut");
  await until(() => expect(listed("Menneet ja perutut").length).toBe(1));
  expect(listed("Menneet ja perutut")[0]).toContain("Peruttu");
  await press("Näytä lisää");
  await until(() => expect(listed("Menneet ja perutut").length).toBe(2));
  expect(listed("Menneet ja perutut")[1]).toContain("Tehty");
  expect(asked().slice(1)).toMatchObject([{ past: true }, { past: true, page: { token: "later" } }]);
});

it("SCH-14 says of an appointment in which other system it is kept, also where this app does not know that one", async () => {
  const kept = (day: number, keptIn: number) => ({ ...on(day), keptIn });
  const appointments = [kept(23, BookingSystem.LIFECARE), kept(24, 99), kept(25, BookingSystem.OWN), on(26)];
  await open(
    `/patient?patient=${id}`,
    answering(() => ({ appointments })),
  );
  await until(() => expect(listed("Ajanvaraukset").length).toBe(4));
  const [lifecare, unknown, ...here] = listed("Ajanvaraukset");
  expect(lifecare).toContain("Varattu järjestelmässä Lifecare. Muutokset tehdään siellä.");
  expect(unknown).toContain("Varattu toisessa järjestelmässä. Muutokset tehdään siellä.");
  for (const each of here) expect(each).not.toContain("Muutokset tehdään siellä.");
});

it("says that a patient has no appointments to come", async () => {
  await open(
    `/patient?patient=${id}`,
    answering(() => ({})),
  );
  await until(() => expect(text()).toContain("Potilaalla ei ole tulevia ajanvarauksia."));
  expect(text()).toContain("Varaa aika potilaalle");
});
