/** Surveys in files of FHIR: handed out as they are shown, read as new ones, and refused with the place in the file. */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { fileNameOf } from "../../shared/src/files/file-name";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { ItemType } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { byRole, focus, type } from "../../shared/test/screen";
import { putImported, takeImported } from "../src/features/admin/surveys/transfer/imported";
import { readFile } from "../src/features/admin/surveys/transfer/read";
import { id, open, until } from "./open";
import { savedFiles } from "./saved-files";

const said = (fi: string) => ({ texts: { fi } });
const pain = { linkId: "pain", type: ItemType.BOOLEAN, text: said("Kipu") };
const details = {
  title: { fi: "Kipukysely" },
  questionnaire: { items: [{ linkId: "step", type: ItemType.GROUP, text: said("Vaihe"), items: [pain] }] },
};
const published = { surveyId: id, version: 4n, publishedVersion: 3, details };

const fhir = '{"resourceType":"Questionnaire","status":"active","title":"Kipukysely – ä"}';
const bytes = Uint8Array.from(new TextEncoder().encode(fhir));

const replying =
  (fields: object) =>
  ({ reply }: SeenCall) =>
    reply(fields);

const answering =
  (more: Readonly<Record<string, (call: SeenCall) => unknown>> = {}) =>
  (call: SeenCall) => {
    const own = more[call.method];
    if (own) return own(call);
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { panels: [{ panel: Panel.SURVEYS }] },
      GetSurvey: { survey: published },
      ListSurveyVersions: { versions: [{ publishedVersion: 3 }, { publishedVersion: 2 }] },
      GetSurveyVersion: { details },
      ExportQuestionnaire: { questionnaire: bytes },
    };
    return call.reply(answers[call.method] ?? {});
  };

const text = () => document.body.textContent ?? "";
const click = (element: HTMLElement | null | undefined) => act(async () => element?.click());
const asked = (calls: readonly SeenCall[], wanted: string) =>
  calls.filter(({ method }) => method === wanted).map(({ request }) => request);

beforeEach(() => {
  forgetDrafts();
});

it("SUR-09 hands out a survey as FHIR: as its version while it is that, and as none once something is typed", async () => {
  const files = savedFiles();
  const { calls } = await open(`/admin/surveys/${id}`, answering());
  await until(() => byRole("button", "Kipu"));
  await click(byRole("button", "Vie tiedostoon"));
  await until(() => expect(text()).toContain("Kysely vietiin tiedostoon kipukysely.json (FHIR R4 Questionnaire)."));
  expect(files.map(({ name, file }) => [name, file.type])).toEqual([["kipukysely.json", "application/fhir+json"]]);
  expect(await files[0]?.file.text()).toBe(fhir);
  await click(byRole("button", "Kipu"));
  await until(() => byRole("textbox", /^Kysymys/));
  await focus(byRole("textbox", /^Kysymys/));
  await type("!");
  await click(byRole("button", "Vie tiedostoon"));
  await until(() => expect(asked(calls, "ExportQuestionnaire")).toHaveLength(2));
  const [first, second] = asked(calls, "ExportQuestionnaire");
  expect(first).toMatchObject({ surveyId: id, publishedVersion: 3, details: { title: { fi: "Kipukysely" } } });
  const changed = { questionnaire: { items: [{ items: [{ linkId: "pain", text: said("Kipu!") }] }] } };
  expect(second).toMatchObject({ surveyId: id, publishedVersion: 0, details: changed });
});

it("SUR-09 hands out a draft that is saved, and a survey that is not, as no version", async () => {
  savedFiles();
  const draft = { GetSurvey: replying({ survey: { ...published, hasDraft: true } }) };
  const kept = await open(`/admin/surveys/${id}`, answering(draft));
  await until(() => byRole("button", "Vie tiedostoon"));
  await click(byRole("button", "Vie tiedostoon"));
  await until(() =>
    expect(asked(kept.calls, "ExportQuestionnaire")).toMatchObject([{ surveyId: id, publishedVersion: 0 }]),
  );
  const begun = await open("/admin/surveys/new", answering());
  await until(() => byRole("button", "Vie tiedostoon"));
  await click(byRole("button", "Vie tiedostoon"));
  await until(() =>
    expect(asked(begun.calls, "ExportQuestionnaire")).toMatchObject([{ surveyId: "", publishedVersion: 0 }]),
  );
});

it("SUR-09 hands out a version that is not in force any more from where it is read", async () => {
  const files = savedFiles();
  const { calls } = await open(`/admin/surveys/${id}`, answering());
  await until(() => byRole("tab", "Versiot"));
  await click(byRole("tab", "Versiot"));
  await until(() => byRole("button", "Näytä versio 2"));
  await click(byRole("button", "Näytä versio 2"));
  const dialog = () => byRole("dialog", "Versio 2");
  const inDialog = () =>
    [...dialog().querySelectorAll("button")].find(({ textContent }) => textContent === "Vie tiedostoon");
  await until(() => expect(inDialog()).toBeTruthy());
  await click(inDialog());
  await until(() => expect(files).toHaveLength(1));
  expect(asked(calls, "ExportQuestionnaire")).toMatchObject([{ surveyId: id, publishedVersion: 2, details }]);
});

it("SUR-09 saves no file when none could be made, and says so", async () => {
  const files = savedFiles();
  await open(`/admin/surveys/${id}`, answering({ ExportQuestionnaire: fails(Code.internal) }));
  await until(() => byRole("button", "Vie tiedostoon"));
  await click(byRole("button", "Vie tiedostoon"));
  await until(() => expect(text()).toContain("Kyselyä ei voitu viedä tiedostoon."));
  expect(files).toEqual([]);
});

/** Chooses a file, as the browser's own window would. */
async function bring(content: string) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const file = new File([content], "kipu.json", { type: "application/json" });
  Object.defineProperty(input, "files", { configurable: true, value: [file] });
  await act(async () => input?.dispatchEvent(new Event("change", { bubbles: true })));
}

it("SUR-09 opens what a Questionnaire asks as a new survey, unsaved", async () => {
  const importing = { ImportQuestionnaire: replying({ details }) };
  const { calls, router } = await open("/admin/surveys", answering(importing));
  await until(() => byRole("button", "Tuo tiedostosta"));
  await bring(`\uFEFF${fhir}`);
  await until(() => expect(router.state.location.pathname).toBe("/admin/surveys/new"));
  await until(() => byRole("button", "Kipu"));
  const [request] = asked(calls, "ImportQuestionnaire") as { readonly questionnaire: Uint8Array }[];
  expect(new TextDecoder().decode(request?.questionnaire)).toBe(fhir);
  expect(asked(calls, "SaveSurveyDraft")).toEqual([]);
});

it.each([
  ["invalid", "Tiedosto ei noudata FHIR R4 Questionnaire -muotoa."],
  ["required", "Tiedostosta puuttuu tieto, jonka FHIR R4 Questionnaire tarvitsee."],
  ["value", "Tiedostossa on arvo, joka ei kelpaa."],
  ["not-supported", "Jotta mitään ei katoa, kyselyä ei tuotu."],
  // Of a newer server.
  ["toString", "Tiedosto ei noudata FHIR R4 Questionnaire -muotoa."],
])("SUR-09 says why a Questionnaire is refused, and where in it: %s", async (code, told) => {
  const path = "Questionnaire.item[0].item[2].type";
  const problem = { code, path, diagnostics: "this type of item is not held here" };
  const importing = { ImportQuestionnaire: replying({ problem }) };
  const { router } = await open("/admin/surveys", answering(importing));
  await until(() => byRole("button", "Tuo tiedostosta"));
  await bring(fhir);
  const dialog = () => byRole("dialog", "Tiedostoa kipu.json ei voitu tuoda");
  await until(() => expect(dialog()).toHaveTextContent(told));
  expect(dialog()).toHaveTextContent("Mitään ei tuotu eikä muutettu.");
  expect(dialog().querySelector("code[translate=no]")).toHaveTextContent(path);
  expect(dialog().querySelector('[lang="en"]')).toHaveTextContent(problem.diagnostics);
  expect(router.state.location.pathname).toBe("/admin/surveys");
  expect(takeImported()).toBeUndefined();
});

it("SUR-09 says that a file could not be read here when the platform is away", async () => {
  await open("/admin/surveys", answering({ ImportQuestionnaire: fails(Code.internal) }));
  await until(() => byRole("button", "Tuo tiedostosta"));
  await bring(fhir);
  await until(() => expect(text()).toContain("Kyselyä ei voitu tuoda tiedostosta."));
  expect(document.querySelector("dialog")).toBeNull();
  expect(takeImported()).toBeUndefined();
});

it.each([
  ["{", "no_json"],
  ["", "no_json"],
  // Swedish letters of an old editor, which would come back as others.
  [new Uint8Array([0x7b, 0x22, 0xe4, 0x22, 0x7d]), "no_json"],
  [" ".repeat(700_001), "too_large"],
])("SUR-09 does not send what is certainly no survey", async (content, unsent) => {
  expect(await readFile(new Blob([content]))).toEqual({ unsent });
});

it("SUR-01 hands an imported survey on once", () => {
  const taken = { title: { fi: "Kipu" } };
  putImported(taken);
  expect(takeImported()).toBe(taken);
  expect(takeImported()).toBeUndefined();
});

it("SUR-09 names a file after the survey's title, and one with answers after their day as well", () => {
  expect(fileNameOf("Kipu & mieliala: äidin kysely (2026)")).toBe("kipu-mieliala-aidin-kysely-2026.json");
  expect(fileNameOf(" ?! ")).toBe("kysely.json");
  expect(fileNameOf("a".repeat(200))).toHaveLength(65);
  expect(fileNameOf("Kipukysely", "2027-03-20")).toBe("kipukysely-2027-03-20.json");
});
