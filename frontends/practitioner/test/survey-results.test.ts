/** What a patient answered to a survey: read, followed over time, opened from a conversation and left to it again (SUR-04). */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { api } from "../../shared/src/rpc/api";
import { ItemType, Level, ScoreKind } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { resultSearch } from "../src/features/survey-results/search";
import { id, open, until } from "./open";
import { savedFiles } from "./saved-files";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const [patientId, surveyId, conversationId] = [numbered(2), numbered(3), numbered(4)];
const address = (n: number) => `/surveys/${patientId}/responses/${surveyId}/${numbered(n)}`;
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const said = (fi: string) => ({ texts: { fi } });

const harm = {
  linkId: "harm",
  type: ItemType.SCORE,
  text: said("Haitta arjessa"),
  score: {
    kind: ScoreKind.SUM,
    linkIds: ["strength"],
    bands: [
      { from: 0n, text: said("Vähäinen haitta"), level: Level.NORMAL },
      { from: 4_000_000n, text: said("Suuri haitta"), level: Level.SERIOUS },
    ],
  },
};
const strength = { linkId: "strength", type: ItemType.INTEGER, text: said("Kuinka voimakasta kipu on?") };
const questionnaire = {
  items: [{ linkId: "pain", type: ItemType.GROUP, text: said("Kipu"), items: [strength, harm] }],
};

const response = (n: number, day: number, more: object = {}) => ({
  surveyResponseId: numbered(n),
  sentAt: timestamp(`2027-03-${day}T07:00:00Z`),
  publishedVersion: 2,
  ...more,
});

const answered = (more: object = {}) => ({
  response: response(7, 20),
  title: { fi: "Kipukysely", sv: "Smärtenkät", en: "Pain survey" },
  questionnaire,
  answers: { answers: [{ linkId: "strength", values: [{ value: { case: "integer", value: 6n } }] }] },
  scores: [{ linkId: "harm", value: 6_000_000n, band: 1 }],
  patientName: "Maja Lindqvist",
  activatedAt: timestamp("2027-03-18T07:00:00Z"),
  ...more,
});

const point = (n: number, day: number, value: bigint, more: object = {}) => ({ ...response(n, day), value, ...more });

const series = [
  {
    linkId: "harm",
    item: harm,
    points: [
      point(5, 10, 9_000_000n, { band: 0 }),
      point(6, 15, 2_000_000n, { band: 0 }),
      point(7, 20, 6_000_000n, { band: 1 }),
    ],
    breaks: [1],
  },
];

const answering =
  (get: (call: SeenCall) => unknown, more: Readonly<Record<string, object>> = {}) =>
  (call: SeenCall) => {
    const { method, reply } = call;
    if (method === "GetSurveyResponse") return get(call);
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetSurveySeries: { series },
      ...more,
    };
    return reply(answers[method] ?? {});
  };

const text = () => document.body.textContent ?? "";
const heading = () => document.querySelector("h1")?.textContent;
const link = (words: string) =>
  [...document.querySelectorAll("a")].find((each) => each.textContent?.trim() === words)?.getAttribute("href");
const press = (words: string) =>
  act(async () =>
    [...document.querySelectorAll("button")].find((each) => each.textContent?.trim().startsWith(words))?.click(),
  );
const asked = (calls: readonly SeenCall[], wanted: string) =>
  calls.filter(({ method }) => method === wanted).map(({ request }) => request);

it("SUR-04 shows what was answered, when and by whom, and what it comes to in words", async () => {
  const { calls } = await open(
    address(7),
    answering(({ reply }) => reply(answered())),
  );
  await until(() => expect(heading()).toBe("Kipukysely"));
  for (const words of [
    "Vastattu 20.03.2027 klo 09:00, Maja Lindqvist",
    "Annettu vastattavaksi 18.03.2027 klo 09:00",
    "Kyselyn versio 2",
    "Kuinka voimakasta kipu on?6",
    "Haitta arjessa6Suuri haittaVakava",
  ]) {
    expect(text()).toContain(words);
  }
  expect(text()).not.toContain("puolesta");
  expect(asked(calls, "GetSurveyResponse")).toMatchObject([
    { patientId, surveyId, surveyResponseId: numbered(7), activeConversationId: "" },
  ]);
  expect(link("Potilaan sivulle")).toBe(`/fi/patient?patient=${patientId}`);
  // Who the patient is stands neither in the address nor in the title of the window.
  expect(document.title).not.toContain("Lindqvist");
});

it("SUR-04 notes who answered on the patient's behalf", async () => {
  const onBehalf = { response: response(7, 20, { onBehalf: true }), representativeName: "Kari Lindqvist" };
  await open(
    address(7),
    answering(({ reply }) => reply(answered(onBehalf))),
  );
  await until(() => expect(text()).toContain("Kari Lindqvist vastasi kyselyyn potilaan puolesta: Maja Lindqvist"));
});

it("SUR-04 draws scores over all answers, with a table that leads to each and no band before a change", async () => {
  await open(
    address(7),
    answering(({ reply }) => reply(answered())),
  );
  await until(() => expect(document.querySelectorAll("[role=img]").length).toBe(1));
  const words = document.querySelector("[role=img]")?.getAttribute("aria-label");
  expect(words).toContain("Haitta arjessa. 3 arvoa");
  expect(words).toContain("viimeisin 6 (Suuri haitta), pienin 2 (Vähäinen haitta), suurin 6 (Suuri haitta)");
  const rows = () => [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows()).toEqual([
    "20.03.2027 klo 09:006Suuri haittaNyt avoinna",
    "15.03.2027 klo 09:002Vähäinen haittaSisältö muuttui",
    "10.03.2027 klo 09:009",
  ]);
  expect(document.querySelector("tbody tr:last-child a")?.getAttribute("href")).toBe(`/fi${address(5)}`);
});

it("SUR-04 writes the unit of the newest version beside values of that alone", async () => {
  const measured = [{ ...series[0], item: { ...harm, unit: said("p") } }];
  await open(
    address(7),
    answering(({ reply }) => reply(answered()), { GetSurveySeries: { series: measured } }),
  );
  await until(() => expect(document.querySelectorAll("[role=img]").length).toBe(1));
  const values = [...document.querySelectorAll("tbody tr")].map((row) => row.children[1]?.textContent);
  expect(values).toEqual(["6 p", "2 p", "9"]);
});

it("SUR-04 says that there is nothing to draw", async () => {
  await open(
    address(7),
    answering(({ reply }) => reply(answered()), { GetSurveySeries: {} }),
  );
  await until(() => expect(text()).toContain("Kyselyssä ei ole pisteitä eikä lukuja"));
});

it("SUR-04 leads to the answers before and after, and lists all of them once asked for", async () => {
  const neighbours = { previousSurveyResponseId: numbered(6), nextSurveyResponseId: numbered(8) };
  const all = { ListSurveyResponses: { responses: [response(7, 20), response(6, 15, { onBehalf: true })] } };
  const { calls, router } = await open(
    `${address(7)}?activeConversationId=${conversationId}`,
    answering(({ reply, request }) => {
      const { surveyResponseId } = request as { surveyResponseId: string };
      if (surveyResponseId === numbered(7)) return reply(answered(neighbours));
      return reply(answered({ response: response(6, 15) }));
    }, all),
  );
  await until(() => expect(link("Seuraava vastaus")).toContain(numbered(8)));
  expect(asked(calls, "ListSurveyResponses")).toEqual([]);
  await press("Kaikki vastaukset tähän kyselyyn");
  const listed = () =>
    [...document.querySelectorAll('ul[aria-label="Kaikki vastaukset tähän kyselyyn"] > li')].map(
      (each) => each.textContent,
    );
  await until(() =>
    expect(listed()).toEqual(["20.03.2027 klo 09:00Nyt avoinna", "15.03.2027 klo 09:00Potilaan puolesta"]),
  );
  const previous = link("Edellinen vastaus") ?? "";
  expect(previous).toBe(`/fi${address(6)}?activeConversationId=${conversationId}`);
  await act(async () => {
    [...document.querySelectorAll("a")].find((each) => each.textContent?.trim() === "Edellinen vastaus")?.click();
  });
  await until(() => expect(text()).toContain("Vastattu 15.03.2027 klo 09:00"));
  expect(router.state.location.pathname).toContain(numbered(6));
  expect(link("Edellinen vastaus")).toBeUndefined();
});

it("SUR-04 reads in the name of the conversation it was opened from, and leads back to it", async () => {
  const { calls } = await open(
    `${address(7)}?activeConversationId=${conversationId}`,
    answering(({ reply }) => reply(answered())),
  );
  await until(() => expect(heading()).toBe("Kipukysely"));
  await until(() => expect(asked(calls, "GetSurveySeries").length).toBe(1));
  for (const method of ["GetSurveyResponse", "GetSurveySeries"]) {
    expect(asked(calls, method)).toMatchObject([{ activeConversationId: conversationId }]);
  }
  expect(link("Takaisin keskusteluun")).toBe(`/fi/inbox?conversation=${conversationId}`);
  expect(link("Potilaan sivulle")).toBeUndefined();
});

it("SUR-04 tells of what is missing and of what may not be read in the same words", async () => {
  for (const code of [Code.notFound, Code.invalidArgument]) {
    await open(`${address(7)}?activeConversationId=${conversationId}`, answering(fails(code)));
    await until(() => expect(heading()).toBe("Vastauksia ei löydy"));
    expect(link("Takaisin keskusteluun")).toBeTruthy();
  }
});

it("SUR-04 shows answers no longer once they may not be read any more", async () => {
  let isOpen = true;
  const { store } = await open(
    address(7),
    answering(({ reply }) => (isOpen ? reply(answered()) : fails(Code.notFound)())),
  );
  await until(() => expect(heading()).toBe("Kipukysely"));
  isOpen = false;
  await act(async () => void store.dispatch(api.util.invalidateTags(["SurveyResponse"])));
  await until(() => expect(heading()).toBe("Vastauksia ei löydy"));
  expect(text()).not.toContain("Suuri haitta");
});

it("SUR-04 prints what was answered under the name of the patient", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  await open(
    address(7),
    answering(({ reply }) => reply(answered())),
  );
  await until(() => expect(heading()).toBe("Kipukysely"));
  await press("Tulosta");
  expect(print).toHaveBeenCalledOnce();
  const head = document.querySelector("[data-print-head]");
  expect(head?.textContent).toContain("Kipukysely");
  expect(head?.textContent).toContain("Maja Lindqvist");
  expect(head?.parentElement?.textContent).toContain("Suuri haitta");
});

it("SUR-09 hands out answers as FHIR in the name of the conversation, in a file that does not say whose they are", async () => {
  const files = savedFiles();
  const fhir = '{"resourceType":"QuestionnaireResponse"}';
  const { calls, store } = await open(
    `${address(7)}?activeConversationId=${conversationId}`,
    answering(({ reply }) => reply(answered()), {
      ExportSurveyResponse: { questionnaireResponse: Uint8Array.from(new TextEncoder().encode(fhir)) },
    }),
  );
  await until(() => expect(heading()).toBe("Kipukysely"));
  expect(asked(calls, "ExportSurveyResponse")).toEqual([]);
  await press("Vie (FHIR)");
  await until(() => expect(text()).toContain("Vastaukset vietiin tiedostoon kipukysely-2027-03-20.json"));
  expect(asked(calls, "ExportSurveyResponse")).toMatchObject([
    { patientId, surveyId, surveyResponseId: numbered(7), activeConversationId: conversationId },
  ]);
  expect(files.map(({ name, file }) => [name, file.type])).toEqual([
    ["kipukysely-2027-03-20.json", "application/fhir+json"],
  ]);
  expect(await files[0]?.file.text()).toBe(fhir);
  // Nothing of it stays in the browser.
  expect(JSON.stringify(store.getState())).not.toContain(btoa(fhir));
});

it("SUR-09 says that answers could not be handed out, and saves no file", async () => {
  const files = savedFiles();
  const answer = answering(({ reply }) => reply(answered()));
  const broken = fails(Code.internal);
  await open(address(7), (call) => (call.method === "ExportSurveyResponse" ? broken() : answer(call)));
  await until(() => expect(heading()).toBe("Kipukysely"));
  await press("Vie (FHIR)");
  await until(() => expect(text()).toContain("Vastauksia ei voitu viedä tiedostoon."));
  expect(files).toEqual([]);
});

it("SUR-09 notes that another system has sent the answers, also among all of them", async () => {
  const imported = { response: response(7, 20, { imported: true }), activatedAt: undefined };
  await open(
    address(7),
    answering(({ reply }) => reply(answered(imported)), {
      ListSurveyResponses: { responses: [response(7, 20, { imported: true }), response(6, 15)] },
    }),
  );
  await until(() => expect(text()).toContain("Tuotu toisesta järjestelmästä"));
  expect(text()).not.toContain("Annettu vastattavaksi");
  expect(text()).not.toContain("ei noudata kyselyn sääntöjä");
  await press("Kaikki vastaukset tähän kyselyyn");
  const listed = () =>
    [...document.querySelectorAll('ul[aria-label="Kaikki vastaukset tähän kyselyyn"] > li')].map(
      (each) => each.textContent,
    );
  await until(() =>
    expect(listed()).toEqual(["20.03.2027 klo 09:00Nyt avoinnaTuotu toisesta järjestelmästä", "15.03.2027 klo 09:00"]),
  );
});

it("SUR-09 says which of the answers of another system break the rules of the survey, and how", async () => {
  const problems = [
    { linkId: "strength", code: "above_max", params: { max: "10" } },
    { linkId: "strength", code: "required" },
    { linkId: "strength", code: "unknown_option" },
    { linkId: "harm", code: "score_differs" },
    // Of a newer server.
    { linkId: "harm", code: "toString" },
  ];
  const imported = { response: response(7, 20, { imported: true }), problems };
  await open(
    address(7),
    answering(({ reply }) => reply(answered(imported))),
  );
  await until(() => expect(text()).toContain("ja osa niistä ei noudata kyselyn sääntöjä:"));
  const banner = [...document.querySelectorAll("p")].find(({ textContent }) => textContent?.includes("sääntöjä:"));
  const told = [...(banner?.parentElement?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent);
  expect(told).toEqual([
    "Kuinka voimakasta kipu on?Luku on liian suuri. Suurin on 10.",
    "Kuinka voimakasta kipu on?Pakolliseen kysymykseen ei ole vastattu.",
    "Kuinka voimakasta kipu on?Vastauksena on vaihtoehto, jota kyselyn tässä versiossa ei ole.",
    "Haitta arjessaLähettäneen järjestelmän pisteet ovat eri kuin tässä lasketut.",
    "Haitta arjessaTarkista tämä kohta.",
  ]);
  // On paper as well.
  expect(document.querySelector("[data-print-head]")?.parentElement?.textContent).toContain("sääntöjä:");
});

it("SUR-04 takes a conversation of an address only where it is one", () => {
  expect(resultSearch({ activeConversationId: conversationId })).toEqual({ activeConversationId: conversationId });
  expect(resultSearch({ activeConversationId: "x" })).toEqual({ activeConversationId: undefined });
  expect(resultSearch({})).toEqual({ activeConversationId: undefined });
});
