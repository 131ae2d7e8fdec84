/** Surveys on the page of a patient: what there is, a further one that is given, and one that is taken back (SUR-02). */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act } from "react";
import { expect, it } from "vitest";
import { dayKey } from "../../shared/src/i18n";
import { BadRequestSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import { Messaging } from "../../shared/src/rpc/gen/kajo/identity/v1/patient_pb";
import { SurveyActivationState } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, press as pressKey, type } from "../../shared/test/screen";
import { problemsOf } from "../src/features/patient-surveys/days";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const named = (fi: string) => ({ fi, sv: fi, en: fi });

const given = (n: number, state: SurveyActivationState, more: object = {}) => ({
  surveyActivationId: numbered(n),
  surveyId: id,
  title: named("Kipukysely"),
  state,
  fromDate: "2027-03-28",
  activatedAt: timestamp("2027-03-27T10:00:00Z"),
  activatedByName: "Liisa Virtanen",
  mayRead: true,
  ...more,
});

const activatable = [
  { surveyId: numbered(4), title: named("Kipukysely"), mayRead: true },
  { surveyId: numbered(5), title: named("Mielialakysely"), mayRead: false },
];

interface World {
  readonly messaging?: Messaging;
  readonly current?: readonly object[];
  readonly past?: readonly object[];
  readonly more?: (call: SeenCall) => unknown;
}

const answering =
  ({ messaging = Messaging.ALLOWED, current = [], past = [], more = () => undefined }: World) =>
  (call: SeenCall) => {
    const { method, request, reply } = call;
    const said = more(call);
    if (said !== undefined) return said;
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetPatient: { patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", messaging } },
      ListSurveysOfPatient: { surveys: (request as { past?: boolean }).past ? past : current },
      ListActivatableSurveys: { surveys: activatable },
    };
    return reply(answers[method] ?? {});
  };

/** A refusal at one field. */
function refusedAt(field: string, reason: string): CallError {
  const value = toBinary(BadRequestSchema, create(BadRequestSchema, { fieldViolations: [{ field, reason }] }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.BadRequest", value }];
  const code = Code.invalidArgument;
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

const page = `/patient?patient=${id}`;
const text = () => document.body.textContent ?? "";
const listed = (label: string) =>
  [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)].map((each) => each.textContent ?? "");
const buttons = (words: string) =>
  [...document.querySelectorAll("button")].filter((each) => each.textContent?.trim() === words);
const press = (words: string) => act(async () => buttons(words).at(-1)?.click());
const activate = "Anna kysely vastattavaksi";

async function choose(name: string): Promise<void> {
  await until(() => expect(allByRole("combobox", /^Kysely/).length).toBe(1));
  await focus(byRole("combobox", /^Kysely/));
  await type(name);
  await pressKey("ArrowDown");
  await pressKey("Enter");
}

it("SUR-02 tells which surveys a patient has to answer and, once asked for, what became of others", async () => {
  const { calls } = await open(
    page,
    answering({
      current: [
        given(1, SurveyActivationState.OPEN, { answerByDate: "2027-04-03", mayWithdraw: true }),
        given(2, SurveyActivationState.PLANNED, { mayRead: false }),
      ],
      past: [
        given(3, SurveyActivationState.ANSWERED, {
          answeredAt: timestamp("2027-03-30T06:00:00Z"),
          onBehalf: true,
          surveyResponseId: numbered(8),
        }),
        given(6, SurveyActivationState.EXPIRED, { mayRead: false }),
        given(7, SurveyActivationState.WITHDRAWN, { activatedByName: "" }),
      ],
    }),
  );
  await until(() => expect(listed("Vastattavat kyselyt").length).toBe(2));
  const [first = "", second = ""] = listed("Vastattavat kyselyt");
  for (const words of [
    "Kipukysely",
    "Vastattavana",
    "Vastattavissa sunnuntai 28.3.2027 – lauantai 3.4.2027",
    "Annettu 27.03.2027 klo 12:00, Liisa Virtanen",
    "Peru kysely",
  ]) {
    expect(first).toContain(words);
  }
  expect(second).toContain("Odottaa alkamista");
  expect(second).toContain("Vastattavissa sunnuntai 28.3.2027 alkaen");
  expect(second).toContain("Et voi lukea vastauksia");
  expect(second).not.toContain("Peru kysely");
  const asked = () => calls.filter(({ method }) => method === "ListSurveysOfPatient").map(({ request }) => request);
  expect(asked()).toMatchObject([{ patientId: id, past: false }]);

  await press("Vastatut, päättyneet ja perutut kyselyt");
  const past = "Vastatut, päättyneet ja perutut kyselyt";
  await until(() => expect(listed(past).length).toBe(3));
  const [answered = "", expired = "", withdrawn = ""] = listed(past);
  expect(answered).toContain("Vastattu 30.03.2027 klo 09:00 potilaan puolesta");
  expect(document.querySelector(`ul[aria-label="${past}"] a`)?.getAttribute("href")).toBe(
    `/fi/surveys/${id}/responses/${id}/${numbered(8)}`,
  );
  expect(expired).toContain("Ei vastattu ajoissa");
  expect(expired).not.toContain("Et voi lukea");
  expect(withdrawn).toContain("Peruttu");
  expect(withdrawn).toContain("Annettu 27.03.2027 klo 12:00");
});

it("SUR-09 leads to what the patient answered in another system, also where nothing was ever given here", async () => {
  const imported = {
    surveyId: numbered(7),
    title: named("Toimintakyky"),
    surveyResponseId: numbered(9),
    answeredAt: timestamp("2027-02-01T08:00:00Z"),
    onBehalf: true,
  };
  const more = ({ method, request, reply }: SeenCall) =>
    method === "ListSurveysOfPatient" && (request as { past?: boolean }).past
      ? reply({ surveys: [], imported: [imported] })
      : undefined;
  await open(page, answering({ more }));
  await until(() => expect(text()).toContain("Potilaalla ei ole kyselyjä vastattavana."));
  await press("Vastatut, päättyneet ja perutut kyselyt");
  const label = "Toisesta järjestelmästä tuodut vastaukset";
  await until(() => expect(listed(label).length).toBe(1));
  for (const words of [
    "Toimintakyky",
    "Tuotu toisesta järjestelmästä",
    "Vastattu 01.02.2027 klo 10:00 potilaan puolesta",
  ])
    expect(listed(label)[0]).toContain(words);
  expect(document.querySelector(`ul[aria-label="${label}"] a`)?.getAttribute("href")).toBe(
    `/fi/surveys/${id}/responses/${numbered(7)}/${numbered(9)}`,
  );
});

it("SUR-02 gives a survey that is found by its name, from today unless another day is chosen", async () => {
  const { calls } = await open(page, answering({}));
  await until(() => expect(text()).toContain("Potilaalla ei ole kyselyjä vastattavana."));
  const sent = () => calls.filter(({ method }) => method === "ActivateSurvey").map(({ request }) => request);
  await press(activate);
  await until(() => expect(allByRole("combobox", /^Kysely/).length).toBe(1));
  await press(activate);
  await until(() => expect(text()).toContain("Kysely: "));
  expect(sent()).toEqual([]);
  await choose("mieli");
  await until(() => expect(text()).toContain("Et voi lukea vastauksia tähän kyselyyn"));
  await press(activate);
  await until(() => expect(text()).toContain("Kysely on annettu potilaalle."));
  expect(sent()).toMatchObject([
    { patientId: id, surveyId: numbered(5), fromDate: dayKey(new Date()), answerByDate: "", again: false },
  ]);
});

it("SUR-02 asks before the same survey is given once more", async () => {
  const { calls } = await open(
    page,
    answering({
      more: ({ method, request }) => {
        if (method === "ActivateSurvey" && !(request as { again: boolean }).again) throw refused("already_open");
        return undefined;
      },
    }),
  );
  await until(() => expect(buttons(activate).length).toBe(1));
  await press(activate);
  await choose("kipu");
  expect(text()).not.toContain("Et voi lukea");
  await press(activate);
  await until(() => expect(document.querySelector("dialog")?.textContent).toContain("Kysely on jo vastattavana"));
  await press("Anna uudelleen");
  await until(() => expect(text()).toContain("Kysely on annettu potilaalle."));
  const sent = calls.filter(({ method }) => method === "ActivateSurvey").map(({ request }) => request);
  expect(sent).toMatchObject([{ again: false }, { again: true }]);
});

it.each([
  ["from_date", "date_past", "Vastattavissa alkaen: Päivä on jo mennyt."],
  ["answer_by_date", "dates_in_order", "Vastattava viimeistään: Viimeinen päivä ei voi olla ennen ensimmäistä."],
])("SUR-02 says at its field what the server finds wrong with a day, %s", async (field, reason, words) => {
  const more = ({ method }: SeenCall) => {
    if (method === "ActivateSurvey") throw refusedAt(field, reason);
  };
  await open(page, answering({ more }));
  await until(() => expect(buttons(activate).length).toBe(1));
  await press(activate);
  await choose("kipu");
  await press(activate);
  await until(() => expect(text()).toContain(words));
});

it("SUR-02 gives none to a patient without consent", async () => {
  await open(page, answering({ messaging: Messaging.NO_CONSENT }));
  await until(() => expect(text()).toContain("Potilaalle ei voi antaa kyselyjä"));
  expect(buttons(activate)).toEqual([]);
});

it("SUR-02 takes a survey back once that is confirmed", async () => {
  const current = [given(1, SurveyActivationState.OPEN, { mayWithdraw: true })];
  const { calls } = await open(page, answering({ current }));
  await until(() => expect(listed("Vastattavat kyselyt").length).toBe(1));
  await press("Peru kysely Kipukysely");
  expect(document.querySelector("dialog")?.textContent).toContain("Kysely ”Kipukysely” perutaan");
  await press("Peru kysely");
  await until(() => expect(text()).toContain("Kysely on peruttu."));
  const sent = calls.filter(({ method }) => method === "WithdrawSurvey").map(({ request }) => request);
  expect(sent).toMatchObject([{ surveyActivationId: numbered(1) }]);
});

it("SUR-02 leads to the heading once the survey that was taken back is listed no more", async () => {
  const current = [given(1, SurveyActivationState.OPEN, { mayWithdraw: true })];
  const more = ({ method }: SeenCall) => {
    if (method === "WithdrawSurvey") current.length = 0;
  };
  await open(page, answering({ current, more }));
  await until(() => expect(listed("Vastattavat kyselyt").length).toBe(1));
  await focus(buttons("Peru kysely Kipukysely")[0] as HTMLElement);
  await press("Peru kysely Kipukysely");
  await press("Peru kysely");
  await until(() => expect(listed("Vastattavat kyselyt").length).toBe(0));
  await until(() => expect(document.activeElement?.textContent).toBe("Kyselyt"));
});

it("SUR-02 says that a failed withdrawal took nothing back", async () => {
  const current = [given(1, SurveyActivationState.OPEN, { mayWithdraw: true })];
  const more = ({ method }: SeenCall) => (method === "WithdrawSurvey" ? fails(14)() : undefined);
  await open(page, answering({ current, more }));
  await until(() => expect(listed("Vastattavat kyselyt").length).toBe(1));
  await press("Peru kysely Kipukysely");
  await press("Peru kysely");
  await until(() => expect(text()).toContain("Kyselyä ei peruttu."));
});

it.each([
  ["from today on without a last day", "2027-03-28", null, {}],
  ["on one day", "2027-03-28", "2027-03-28", {}],
  ["from no day", null, null, { from: "field.required" }],
  ["from a day that has passed", "2027-03-27", null, { from: "error.reason.date_past" }],
  ["until a day that has passed", "2027-03-28", "2027-03-27", { answerBy: "error.reason.date_past" }],
  ["until a day before the first", "2027-04-02", "2027-04-01", { answerBy: "error.reason.dates_in_order" }],
])("SUR-02 looks at the days of a survey: %s", (_name, from, answerBy, expected) => {
  expect(problemsOf({ from, answerBy }, "2027-03-28")).toEqual({ from: undefined, answerBy: undefined, ...expected });
});
