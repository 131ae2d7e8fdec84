/** The list of surveys: found by words, type and state, and a survey that comes from a file. */
import { act } from "react";
import { expect, it } from "vitest";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { byRole, choose } from "../../shared/test/screen";
import { takeImported } from "../src/features/admin/surveys/transfer/imported";
import { id, open, until } from "./open";

const surveys = [
  {
    surveyId: id,
    title: { fi: "Kipukysely", sv: "Smärtenkät", en: "Pain survey" },
    type: SurveyType.OMAVOINTI,
    matter: Matter.HEALTH,
    publishedVersion: 3,
    hasDraft: true,
  },
  { surveyId: "0190f5a0-0000-7000-8000-000000000002", type: SurveyType.PUBLIC_FORM, matter: Matter.SOCIAL },
];

const answers: Readonly<Record<string, object>> = {
  ListWorkContexts: { panels: [{ panel: Panel.SURVEYS }] },
  ListSurveys: { surveys },
};
const answer = ({ method, reply }: SeenCall) => reply(answers[method] ?? {});
const text = () => document.body.textContent ?? "";

it("SUR-01 lists surveys with type, domain, state and version, and asks for those of one type and state", async () => {
  const { calls } = await open("/admin/surveys?search=kipu", answer);
  await until(() => byRole("link", "Kipukysely"));
  const [first, second] = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(first).toContain("KipukyselyOmavointiTerveydenhuoltoJulkaistu, versio 3, luonnos kesken3");
  expect(second).toContain("Nimetön kyselyJulkinen lomakeSosiaalihuoltoLuonnos–");
  expect(byRole("link", "Kipukysely")).toHaveAttribute("href", expect.stringContaining(`/admin/surveys/${id}`));
  const asked = () => calls.filter(({ method }) => method === "ListSurveys").map(({ request }) => request);
  expect(asked()).toMatchObject([{ search: "kipu" }]);
  await choose(byRole("combobox", "Tyyppi"), "Julkinen lomake");
  await until(() => expect(asked().at(-1)).toMatchObject({ search: "kipu", type: SurveyType.PUBLIC_FORM }));
  await choose(byRole("combobox", "Tila"), "Arkistoitu");
  await until(() => expect(asked().at(-1)).toMatchObject({ type: SurveyType.PUBLIC_FORM, state: 2 }));
});

it("CHA-09 lists symptom assessments as such, and asks for them alone", async () => {
  const assessment = { surveyId: id, title: { fi: "Oirekysely" }, type: SurveyType.SYMPTOM_ASSESSMENT };
  const { calls } = await open("/admin/surveys?type=SURVEY_TYPE_SYMPTOM_ASSESSMENT", ({ method, reply }: SeenCall) =>
    reply(method === "ListSurveys" ? { surveys: [assessment] } : (answers[method] ?? {})),
  );
  await until(() => byRole("link", "Oirekysely"));
  expect(document.querySelector("tbody tr")?.textContent).toContain("OirekyselyOirearvio");
  const asked = calls.filter(({ method }) => method === "ListSurveys").map(({ request }) => request);
  expect(asked).toMatchObject([{ type: SurveyType.SYMPTOM_ASSESSMENT }]);
});

/** Chooses a file, as the browser's own window would. */
async function bring(content: string | Uint8Array<ArrayBuffer>) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const file = new File([content], "kipu.json", { type: "application/json" });
  Object.defineProperty(input, "files", { configurable: true, value: [file] });
  await act(async () => input?.dispatchEvent(new Event("change", { bubbles: true })));
}

it("SUR-09 says why a file is not even sent, and opens one that is a survey as a new survey", async () => {
  const details = { title: { fi: "Kipu" } };
  const { calls, router } = await open("/admin/surveys", ({ method, reply }: SeenCall) =>
    reply(method === "ImportQuestionnaire" ? { details } : (answers[method] ?? {})),
  );
  await until(() => byRole("button", "Tuo tiedostosta"));
  await bring("ei mitään");
  await until(() =>
    expect(byRole("dialog", "Tiedostoa kipu.json ei voitu tuoda")).toHaveTextContent("FHIR R4 Questionnaire"),
  );
  expect(text()).toContain("Mitään ei tuotu eikä muutettu.");
  await act(async () => document.querySelector<HTMLElement>("dialog button")?.click());
  // Swedish letters of an old editor, which would come back as others.
  await bring(new Uint8Array([0x7b, 0x22, 0xe4, 0x22, 0x7d]));
  await until(() => expect(byRole("dialog", /kipu\.json/)).toHaveTextContent("UTF-8"));
  await act(async () => document.querySelector<HTMLElement>("dialog button")?.click());
  expect(calls.filter(({ method }) => method === "ImportQuestionnaire")).toEqual([]);
  expect(takeImported()).toBeUndefined();
  await bring('{"resourceType":"Questionnaire","status":"draft","title":"Kipu"}');
  await until(() => expect(router.state.location.pathname).toBe("/admin/surveys/new"));
});
