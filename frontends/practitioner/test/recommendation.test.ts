/** Recommendations on the page of a patient: given in one service, taken back once that is confirmed. */
import { act } from "react";
import { expect, it } from "vitest";
import { RecommendationState } from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

const name = (fi: string) => ({ id, names: { texts: { fi } } });
const answers: Readonly<Record<string, object>> = {
  ListWorkContexts: { roleId: id, locationId: id },
  GetPatient: { patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist" } },
  ListRecommendableServices: {
    services: [
      { service: name("Haavahoito"), categoryName: { texts: { fi: "Vastaanotot" } }, byRecommendationAlone: true },
    ],
  },
};

const withGiven =
  (recommendations: readonly object[]) =>
  ({ method, reply }: SeenCall) =>
    reply(method === "ListRecommendationsOfPatient" ? { recommendations } : answers[method]);

const text = () => document.body.textContent ?? "";
const buttons = (words: string) =>
  [...document.querySelectorAll("button")].filter((each) => each.textContent?.trim() === words);
const press = (words: string) => act(async () => buttons(words).at(-1)?.click());

it("SCH-05 recommends a service to a patient, and says of one that is booked with a recommendation alone", async () => {
  const { calls } = await open(`/patient?patient=${id}`, withGiven([]));
  await until(() => expect(text()).toContain("Potilaalle ei ole annettu suosituksia."));
  await press("Suosittele ajanvarausta");
  const select = () => document.querySelector<HTMLSelectElement>('select[name="service_id"]');
  await until(() => expect(select()).toBeTruthy());
  const sent = () => calls.filter(({ method }) => method === "ActivateRecommendation").map(({ request }) => request);
  await press("Suosittele ajanvarausta");
  await until(() => expect(text()).toContain("Palvelu: "));
  expect(sent()).toEqual([]);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select(), id);
    select()?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(text()).toContain("Tähän palveluun potilas voi varata ajan vain suosituksella.");
  await press("Suosittele ajanvarausta");
  await until(() => expect(text()).toContain("Suositus annettiin. Potilas voi nyt varata ajan."));
  expect(sent()).toMatchObject([{ patientId: id, serviceId: id }]);
});

it("SCH-05 takes back what waits, and not what was booked with", async () => {
  const given = (state: RecommendationState, recommendationId: string) => ({
    recommendationId,
    state,
    service: name("Haavahoito"),
    activatedByName: "Liisa Virtanen",
  });
  const recommendations = [
    given(RecommendationState.ACTIVE, id),
    given(RecommendationState.USED, `${id.slice(0, -1)}2`),
  ];
  const { calls } = await open(`/patient?patient=${id}`, withGiven(recommendations));
  await until(() => expect(buttons("Peru suositus").length).toBe(1));
  await press("Peru suositus");
  expect(document.querySelector("dialog")?.textContent).toContain("palveluun Haavahoito");
  await press("Peru suositus");
  await until(() => expect(text()).toContain("Suositus peruttiin."));
  const sent = calls.filter(({ method }) => method === "WithdrawRecommendation").map(({ request }) => request);
  expect(sent).toMatchObject([{ recommendationId: id }]);
});

it("DIG-04 says when a digital path recommended a service, and names nobody", async () => {
  const activatedAt = { seconds: BigInt(Date.parse("2027-03-27T10:00:00Z") / 1000), nanos: 0 };
  const given = (n: number, more: object) => ({
    recommendationId: `${id.slice(0, -1)}${n}`,
    state: RecommendationState.ACTIVE,
    service: name("Haavahoito"),
    activatedAt,
    ...more,
  });
  await open(`/patient?patient=${id}`, withGiven([given(1, {}), given(2, { activatedByName: "Liisa Virtanen" })]));
  await until(() => expect(text()).toContain("Annettu 27.03.2027 klo 12:00, Liisa Virtanen"));
  const lines = [...document.querySelectorAll("p")].map((each) => each.textContent);
  expect(lines).toContain("Annettu 27.03.2027 klo 12:00");
});
