/** Digital paths on the page of a patient: what runs and how it stands, what is over, a further one, and one that is ended. */
import { act } from "react";
import { expect, it } from "vitest";
import type { Language } from "../../shared/src/i18n";
import {
  EndReason,
  ExecutionState,
  LeftOutReason,
  StepState,
} from "../../shared/src/rpc/gen/kajo/digipath_engine/v1/execution_pb";
import { ActionKind, ConditionKind, DelayUnit } from "../../shared/src/rpc/gen/kajo/digipath_engine/v1/plan_pb";
import { Messaging } from "../../shared/src/rpc/gen/kajo/identity/v1/patient_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, type } from "../../shared/test/screen";
import { outcomeOf } from "../src/features/patient-paths/outcome";
import { split } from "../src/features/patient-paths/split";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -2)}${String(n).padStart(2, "0")}`;
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const named = (fi: string) => ({ fi, sv: `${fi} sv`, en: `${fi} en` });
const reference = (fi: string) => ({ id, names: { texts: named(fi) } });

const moment = timestamp("2027-03-27T10:00:00Z");
const later = timestamp("2027-03-30T06:00:00Z");

const content = {
  stepId: numbered(11),
  block: 1,
  condition: ConditionKind.MANUAL,
  action: ActionKind.CONTENT,
  reference: reference("Selän venyttely"),
  state: StepState.DONE,
  overAt: moment,
};
const survey = {
  stepId: numbered(12),
  block: 1,
  condition: ConditionKind.AFTER_PREVIOUS,
  action: ActionKind.SURVEY,
  reference: reference("Kipukysely"),
  state: StepState.PLANNED,
  dueAt: later,
};

const path = (n: number, steps: readonly object[], more: object = {}) => ({
  pathExecutionId: numbered(n),
  pathId: id,
  name: named("Selkäpolku"),
  publishedVersion: 1,
  state: ExecutionState.ACTIVE,
  startedAt: moment,
  startedBy: ConditionKind.MANUAL,
  startedByName: "Liisa Virtanen",
  steps,
  mayEnd: true,
  ...more,
});

const activatable = [
  {
    pathId: numbered(4),
    name: named("Selkäpolku"),
    description: named("Selän kuntoutus kotona."),
    categoryName: { texts: named("Kuntoutus") },
    steps: [
      {
        block: 1,
        condition: ConditionKind.MANUAL,
        action: ActionKind.CONTENT,
        reference: reference("Selän venyttely"),
      },
      {
        block: 1,
        condition: ConditionKind.AFTER_PREVIOUS,
        delay: { unit: DelayUnit.DAYS, amount: 3 },
        action: ActionKind.SURVEY,
        reference: reference("Kipukysely"),
      },
      {
        block: 1,
        condition: ConditionKind.AFTER_PREVIOUS,
        action: ActionKind.REPEAT_PREVIOUS,
        every: { unit: DelayUnit.WEEKS, amount: 2 },
        times: 4,
      },
    ],
  },
  { pathId: numbered(5), name: named("Unipolku"), categoryName: { texts: named("Uni") }, steps: [] },
];

interface World {
  readonly messaging?: Messaging;
  readonly running?: readonly object[];
  readonly past?: readonly object[];
  readonly more?: (call: SeenCall) => unknown;
}

const answering =
  ({ messaging = Messaging.ALLOWED, running = [], past = [], more = () => undefined }: World) =>
  (call: SeenCall) => {
    const { method, request, reply } = call;
    const said = more(call);
    if (said !== undefined) return said;
    const { past: isPast = false } = (request ?? {}) as { past?: boolean };
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetPatient: { patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", messaging } },
      ListExecutionsOfPatient: { executions: isPast ? past : running },
      ListActivatablePaths: { paths: activatable },
      ActivatePath: { pathExecutionId: numbered(1) },
    };
    return reply(answers[method] ?? {});
  };

const page = `/patient?patient=${id}`;
const show = (world: World, language?: Language) => open(page, answering(world), language);
const text = () => document.body.textContent ?? "";
const inList = (label: string) =>
  [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)].map((each) => each.textContent ?? "");
const running = () => inList("Käynnissä olevat hoitopolut");
const steps = () => [...document.querySelectorAll<HTMLElement>("[data-row] > ol > li")];
const buttons = (words: string) =>
  [...document.querySelectorAll("button")].filter((each) => each.textContent?.trim() === words);
const press = (words: string) => act(async () => buttons(words).at(-1)?.click());
const choose = async (name: string) => {
  await until(() => byRole("radio", name));
  await act(async () => byRole("radio", name).click());
};
const sentOf = (calls: readonly SeenCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ request }) => request);

async function openDialog(): Promise<void> {
  await until(() => expect(buttons("Aktivoi hoitopolku").length).toBe(1));
  await press("Aktivoi hoitopolku");
  await until(() => expect(allByRole("radiogroup", "Hoitopolku").length).toBe(1));
}

it("DIG-07 tells which paths run, since when and by whom, how each step stands, which is active, and the next date", async () => {
  const { calls } = await show({ running: [path(1, [content, survey], { nextAt: later })] });
  await until(() => expect(running().length).toBe(1));
  const [shown = ""] = running();
  for (const words of ["Selkäpolku", "Käynnissä", "Aktivoitu 27.03.2027 klo 12:00, Liisa Virtanen"]) {
    expect(shown).toContain(words);
  }
  expect(shown).toContain("Seuraavaksi 30.03.2027 klo 09:00");
  const [first, second] = steps();
  expect(first).toHaveTextContent("Annetaan ohje ”Selän venyttely”Tehty 27.03.2027 klo 12:00");
  expect(first).not.toHaveAttribute("aria-current");
  expect(second).toHaveTextContent("Annetaan kysely ”Kipukysely”Suunniteltu 30.03.2027 klo 09:00Aktiivinen vaihe");
  expect(second).toHaveAttribute("aria-current", "step");
  expect(sentOf(calls, "ListExecutionsOfPatient")).toMatchObject([{ patientId: id, past: false }]);
});

const stepOf = (state: StepState, more: object = {}) => ({ ...survey, dueAt: undefined, state, ...more });

it.each<readonly [string, object]>([
  ["Vuoro ei ole vielä tullut", stepOf(StepState.IDLE)],
  ["Odottaa, että potilas vastaa kyselyyn", stepOf(StepState.AWAITED, { condition: ConditionKind.SURVEY_ANSWERED })],
  ["Odottaa potilaan ajanvarausta", stepOf(StepState.AWAITED, { condition: ConditionKind.UNTIL_APPOINTMENT })],
  ["Meneillään", stepOf(StepState.UNDER_WAY)],
  ["Jätetty väliin, koska aika oli jo ohi", stepOf(StepState.LEFT_OUT, { leftOut: LeftOutReason.LATE })],
  [
    "Jätetty väliin, koska ajanvaraus peruttiin",
    stepOf(StepState.LEFT_OUT, { leftOut: LeftOutReason.APPOINTMENT_CANCELLED }),
  ],
  [
    "Ei onnistunut 27.03.2027 klo 12:00Kysely on arkistoitu.",
    stepOf(StepState.FAILED, { overAt: moment, code: "survey_archived" }),
  ],
  ["Ei onnistunutSyy ei ole tiedossa.", stepOf(StepState.FAILED, { code: "moon_is_full" })],
  [
    "Ajanvaraus alkaa 30.03.2027 klo 09:00",
    stepOf(StepState.PLANNED, { because: { condition: ConditionKind.UNTIL_APPOINTMENT, at: later } }),
  ],
  [
    "Toistetaan edellinen vaihe 4 kertaaSuunniteltuAktiivinen vaiheToistettu 1/4",
    stepOf(StepState.PLANNED, { action: ActionKind.REPEAT_PREVIOUS, runs: 1, times: 4 }),
  ],
  ["Annetaan kysely, jota ei enää ole", stepOf(StepState.IDLE, { reference: { id } })],
])("DIG-07 says of a step: %s", async (words, step) => {
  await show({ running: [path(1, [step])] });
  await until(() => expect(steps().length).toBe(1));
  expect(steps()[0]).toHaveTextContent(words);
});

it("DIG-07 tells neutrally of what came into the contract later", async () => {
  const unknown = { stepId: numbered(13), block: 1, condition: 99, action: 99, state: 99 };
  const leftOut = { ...survey, stepId: numbered(14), state: StepState.LEFT_OUT, leftOut: 99 };
  await show({ running: [path(1, [unknown, leftOut], { state: 99, startedBy: 99, startedByName: "" })] });
  await until(() => expect(steps().length).toBe(2));
  expect(running()[0]).toContain("Ei tiedossaAlkanut 27.03.2027 klo 12:00");
  expect(steps()[0]).toHaveTextContent("Tehdään vaihe, jota tämä sivu ei osaa kuvataVaiheen tila ei ole tiedossa");
  expect(steps()[1]).toHaveTextContent(/Jätetty väliin$/);
});

it.each<readonly [Language, readonly string[]]>([
  ["sv", ["Vårdstigar", "Pågår", "Ger enkäten ”Kipukysely sv”", "Aktivt steg", "Började"]],
  ["en", ["Care paths", "Running", "Gives the survey “Kipukysely en”", "Active step", "with a booking"]],
])("DIG-07 DIG-10 tells in %s of a path that began with a booking", async (language, words) => {
  const more = { startedBy: ConditionKind.BOOKED, startedByName: "" };
  await show({ running: [path(1, [content, survey], more)] }, language);
  await until(() => expect(steps().length).toBe(2));
  for (const each of words) expect(text()).toContain(each);
});

it("DIG-07 shows on demand and page by page which paths are over, why and by whom, and asks for them no earlier", async () => {
  const ended = { state: ExecutionState.ENDED, overAt: later, mayEnd: false };
  const first = path(1, [content, survey], { ...ended, endReason: EndReason.BY_HAND, endedByName: "Mikko Lahti" });
  const second = path(2, [content], { ...ended, state: ExecutionState.COMPLETED });
  const third = path(3, [], { ...ended, endReason: EndReason.APPOINTMENT_CANCELLED });
  const more = ({ method, request, reply }: SeenCall) => {
    const { past, page: asked } = (request ?? {}) as { past?: boolean; page?: { token: string } };
    if (method !== "ListExecutionsOfPatient" || !past) return undefined;
    if (asked?.token) return reply({ executions: [third] });
    return reply({ executions: [first, second], nextPageToken: "later" });
  };
  const { calls } = await show({ more });
  await until(() => expect(text()).toContain("Potilaalla ei ole käynnissä olevia hoitopolkuja."));
  expect(sentOf(calls, "ListExecutionsOfPatient")).toMatchObject([{ past: false }]);
  await press("Päättyneet hoitopolut");
  const past = () => inList("Päättyneet hoitopolut");
  await until(() => expect(past().length).toBe(2));
  expect(past()[0]).toContain("Lopetettu 30.03.2027 klo 09:00, Mikko Lahti");
  // What had not come by then does not come.
  expect(past()[0]).toContain("Jäi tekemättä");
  expect(past()[0]).not.toContain("Aktiivinen vaihe");
  expect(past()[1]).toContain("Kaikki vaiheet käyty läpi 30.03.2027 klo 09:00");
  await press("Näytä lisää");
  await until(() => expect(past()[2]).toContain("Päättynyt 30.03.2027 klo 09:00, koska ajanvaraus peruttiin"));
  expect(buttons("Lopeta polku Selkäpolku")).toEqual([]);
});

it("DIG-07 ends a path once that is confirmed, and says that what was given stays", async () => {
  const executions = [path(1, [content, survey])];
  const more = ({ method }: SeenCall) => {
    if (method === "EndExecution") executions.splice(0, 1);
    return undefined;
  };
  const { calls } = await show({ running: executions, more });
  await until(() => expect(running().length).toBe(1));
  await focus(buttons("Lopeta polku Selkäpolku")[0] as HTMLElement);
  await press("Lopeta polku Selkäpolku");
  expect(byRole("alertdialog")).toHaveTextContent("Se, mitä potilaalle on jo annettu, jää potilaalle.");
  await press("Lopeta polku");
  await until(() => expect(text()).toContain("Hoitopolku on lopetettu."));
  await until(() => expect(running()).toEqual([]));
  expect(sentOf(calls, "EndExecution")).toMatchObject([{ pathExecutionId: numbered(1) }]);
  // The button that had the focus is gone.
  await until(() => expect(document.activeElement?.textContent).toBe("Hoitopolut"));
});

it("DIG-07 keeps a path that could not be ended", async () => {
  const more = ({ method }: SeenCall) => (method === "EndExecution" ? fails(14)() : undefined);
  await show({ running: [path(1, [content, survey])], more });
  await until(() => expect(running().length).toBe(1));
  await press("Lopeta polku Selkäpolku");
  await press("Lopeta polku");
  await until(() => expect(document.querySelector("dialog")).toBeNull());
  expect(running().length).toBe(1);
});

it("DIG-10 activates a path that is found by its name, once it is told what happens at once and what later", async () => {
  const executions: object[] = [];
  const more = ({ method }: SeenCall) => {
    // The next step is far off, whenever this runs.
    const ahead = { ...survey, dueAt: timestamp("2127-03-30T06:00:00Z") };
    if (method === "ActivatePath") executions.push(path(1, [content, ahead]));
    return undefined;
  };
  const { calls } = await show({ running: executions, more });
  await openDialog();
  await press("Aktivoi");
  await until(() => expect(text()).toContain("Valitse hoitopolku."));
  expect(sentOf(calls, "ActivatePath")).toEqual([]);
  await focus(byRole("searchbox", "Hae hoitopolun nimellä"));
  await type("kuntoutus");
  await until(() => expect(allByRole("radio", "Unipolku")).toEqual([]));
  await choose("Selkäpolku");
  const dialog = byRole("dialog", "Aktivoi hoitopolku");
  expect(dialog).toHaveTextContent("Vaiheita heti: 1, myöhemmin: 2.");
  expect(byRole("list", "Heti")).toHaveTextContent("Annetaan ohje ”Selän venyttely”Kun hoitopolku aktivoidaan");
  expect(byRole("list", "Myöhemmin")).toHaveTextContent(
    "Annetaan kysely ”Kipukysely”3 päivää edellisen vaiheen jälkeenToistetaan edellinen vaihe 2 viikon välein, yhteensä 4 kertaa",
  );
  await press("Aktivoi");
  await until(() => expect(text()).toContain("Hoitopolku on aktivoitu."));
  expect(sentOf(calls, "ActivatePath")).toMatchObject([{ patientId: id, pathId: numbered(4), again: false }]);
  await until(() => expect(running().length).toBe(1));
  await until(() => expect(text()).toContain("Kaikki heti alkavat vaiheet on tehty."));
  expect(document.querySelector("dialog")).toBeNull();
});

it("DIG-10 keeps what is chosen in sight while something else is looked for, and says that nothing is found", async () => {
  await show({});
  await openDialog();
  await choose("Unipolku");
  await focus(byRole("searchbox", "Hae hoitopolun nimellä"));
  await type("zzz");
  await until(() => expect(text()).toContain("Hakua vastaavia hoitopolkuja ei löytynyt."));
  expect(byRole("radio", "Unipolku")).toBeChecked();
  expect(allByRole("radio", "Selkäpolku")).toEqual([]);
});

it("DIG-10 asks before a path is activated that runs for the patient already", async () => {
  const { calls } = await show({
    more: ({ method, request }) => {
      if (method === "ActivatePath" && !(request as { again: boolean }).again) throw refused("path_already_active");
      return undefined;
    },
  });
  await openDialog();
  await choose("Selkäpolku");
  await press("Aktivoi");
  const question = "Potilaalla on jo käynnissä hoitopolku ”Selkäpolku”. Aktivoidaanko se silti uudelleen?";
  await until(() => expect(byRole("alertdialog").textContent).toContain(question));
  await press("Aktivoi silti");
  await until(() => expect(text()).toContain("Hoitopolku on aktivoitu."));
  expect(sentOf(calls, "ActivatePath")).toMatchObject([{ again: false }, { again: true }]);
});

it("DIG-08 DIG-10 waits for what is done at once, and says which steps failed and why of a path that is over already", async () => {
  const failed = { ...survey, state: StepState.FAILED, overAt: moment, code: "survey_archived" };
  const executions: object[] = [];
  const past: object[] = [];
  let looks = 0;
  const more = ({ method, request }: SeenCall) => {
    if (method === "ActivatePath") executions.push(path(1, [{ ...content, state: StepState.UNDER_WAY }]));
    if (method !== "ListExecutionsOfPatient" || executions.length === 0) return undefined;
    if ((request as { past: boolean }).past) return undefined;
    looks += 1;
    if (looks < 2) return undefined;
    executions.splice(0, 1);
    past.push(path(1, [content, failed], { state: ExecutionState.COMPLETED, overAt: moment, mayEnd: false }));
    return undefined;
  };
  await show({ running: executions, past, more });
  await openDialog();
  await choose("Selkäpolku");
  await press("Aktivoi");
  await until(() => expect(text()).toContain("Heti alkavia vaiheita tehdään."));
  await until(() => expect(text()).toContain("Hoitopolku aktivoitui osittain. Nämä vaiheet eivät onnistuneet:"));
  expect(text()).toContain("Annetaan kysely ”Kipukysely” Kysely on arkistoitu.");
});

it("DIG-10 activates no path for a patient without consent", async () => {
  await show({ messaging: Messaging.NO_CONSENT });
  await until(() => expect(text()).toContain("Potilaalle ei voi aktivoida hoitopolkuja"));
  expect(buttons("Aktivoi hoitopolku")).toEqual([]);
});

const placesOf = (all: ReturnType<typeof split>["now"]) => all.map(({ place }) => place);

it("DIG-10 counts as what happens at once what nothing stands before, in each block of its own", () => {
  const manual = { condition: "CONDITION_KIND_MANUAL", action: "ACTION_KIND_CONTENT" } as const;
  const then = { condition: "CONDITION_KIND_AFTER_PREVIOUS", action: "ACTION_KIND_SURVEY" } as const;
  const { now, later: rest } = split([
    { ...manual, block: 1 },
    { ...then, block: 1 },
    { ...then, block: 1, action: "ACTION_KIND_REPEAT_PREVIOUS" },
    { ...then, block: 1 },
    { ...manual, block: 2, delay: { unit: "DELAY_UNIT_DAYS", amount: 1 } },
    { ...then, block: 2 },
    { ...then, block: 3, condition: "CONDITION_KIND_SURVEY_ANSWERED" },
  ]);
  expect(placesOf(now)).toEqual([1, 2]);
  expect(placesOf(rest)).toEqual([3, 4, 5, 6, 7]);
});

it("DIG-08 tells apart what became of what is done at once", () => {
  const nowMs = Date.parse("2027-03-27T10:00:00Z");
  const of = (...states: readonly object[]) =>
    outcomeOf({ state: "EXECUTION_STATE_ACTIVE", steps: [...states] }, nowMs);
  const done = { state: "STEP_STATE_DONE" };
  const failed = { state: "STEP_STATE_FAILED" };
  const due = (dueAt: string) => ({ state: "STEP_STATE_PLANNED", dueAt });
  expect(outcomeOf(undefined, nowMs).kind).toBe("waiting");
  expect(of(done, { state: "STEP_STATE_UNDER_WAY" }).kind).toBe("waiting");
  expect(of(due("2027-03-27T10:00:00Z")).kind).toBe("waiting");
  expect(of(due("2027-03-28T10:00:00Z")).kind).toBe("nothing");
  expect(of(done, due("2027-03-28T10:00:00Z")).kind).toBe("done");
  expect(of(done, failed)).toMatchObject({ kind: "partly", failed: [failed] });
  expect(of(failed).kind).toBe("failed");
  expect(outcomeOf({ state: "EXECUTION_STATE_ENDED" }, nowMs).kind).toBe("ended");
});
