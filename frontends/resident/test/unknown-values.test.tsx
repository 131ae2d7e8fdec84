/** Values of enums that a newer server says and this app does not know: they come as their numbers. */
import { expect, it } from "vitest";
import { CustomerTaskState } from "../../shared/src/rpc/gen/kajo/conversations/v1/customer_task_pb";
import { ofAppointments, ofMessages, ofViewing } from "../src/features/access-log/seen";
import { firstMissing } from "../src/features/onboarding/steps";
import { id, open, until } from "./open";

/** One that no enum has. */
const later = 99;
const unknown = later as never;
const timestamp = { seconds: 1_795_000_000n, nanos: 0 };
const text = () => document.querySelector("main")?.textContent ?? "";

it("OPS-09 tells neutrally of an access, and of a ground, that came into a log later", () => {
  const neutral = { what: "accessLog.other", ground: "accessLog.ground.other" };
  expect(ofViewing({ viewing: unknown, ground: unknown })).toMatchObject(neutral);
  expect(ofMessages({ access: unknown, ground: unknown }, {})).toMatchObject(neutral);
  expect(ofAppointments({ access: unknown, ground: unknown }, {})).toMatchObject(neutral);
  expect(ofViewing({}).ground).toBe("accessLog.ground.unknown");
});

it("OPS-09 does not take an unknown step of the onboarding for done", () => {
  expect(firstMissing([unknown])).toBe("contact-info");
  expect(firstMissing([unknown, "ONBOARDING_STEP_TERMS"])).toBe("terms-and-conditions");
  expect(firstMissing([])).toBeUndefined();
});

it("OPS-09 shows an access log with unknown accesses and grounds", async () => {
  await open("/user/access-log", ({ method, reply }) =>
    reply(
      method === "ListMyAccessLog"
        ? {
            entries: [
              { entryId: id, at: timestamp, professionalName: "Liisa Virtanen", viewing: later, ground: later },
            ],
            withheld: [{ ground: later, decidedAt: timestamp }],
          }
        : {},
    ),
  );
  await until(() => expect(text()).toContain("Käsitteli tietojasi. Peruste: muu."));
  expect(text()).toContain("Yhtä merkintää ei näytetä sinullePeruste: muu.");
});

it("OPS-09 says to who may not enter that they may not, where the reason is unknown", async () => {
  await open("/access-denied", ({ method, reply }) => reply(method === "GetAdmission" ? { denial: later } : {}));
  await until(() => expect(text()).toContain("Et pääse palveluun"));
  expect(text()).toContain("Kirjaudu ulos");
});

it("OPS-09 shows a task in an unknown state as in none of the known ones", async () => {
  const task = (state: number) =>
    open(`/task/${id}`, ({ method, reply }) =>
      reply(method === "GetMyCustomerTask" ? { task: { customerTaskId: id, state } } : {}),
    );
  await task(later);
  await until(() => expect(text()).toContain("Muu"));
  const fixed = "Ammattilainen merkitsee tämän tehtävän tehdyksi.";
  expect(text()).not.toContain(fixed);
  await task(CustomerTaskState.ACTIVATED);
  await until(() => expect(text()).toContain(fixed));
  expect(text()).not.toContain("Muu");
});

it("OPS-09 shows a survey in an unknown state in the list", async () => {
  await open("/surveys/omavointi", ({ method, reply }) =>
    reply(
      method === "ListMySurveys"
        ? { surveys: [{ surveyActivationId: id, title: { fi: "Kipukysely" }, state: later, activatedByName: "Liisa" }] }
        : {},
    ),
  );
  await until(() => expect(text()).toContain("KipukyselyMuuLiisa"));
});
