/** A survey that is saved while somebody goes on typing, or after somebody else has saved it. */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { ItemType } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { byRole, focus, focused, type } from "../../shared/test/screen";
import { id, open, until } from "./open";

const said = (fi: string) => ({ texts: { fi } });
const item = (linkId: string, fi: string) => ({ linkId, type: ItemType.BOOLEAN, text: said(fi) });
const survey = (version: bigint, ...items: readonly object[]) => ({
  surveyId: id,
  version,
  hasDraft: true,
  details: {
    title: { fi: "Kipukysely" },
    questionnaire: { items: [{ linkId: "step", type: ItemType.GROUP, text: said("Vaihe"), items }] },
  },
});

let kept: object;
let refusal: Error | undefined;
/** Saving waits until it is let go. */
let waits: Promise<void> | undefined;

beforeEach(() => {
  forgetDrafts();
  kept = survey(1n, item("pain", "Kipu"), item("sleep", "Uni"));
  refusal = undefined;
  waits = undefined;
});

async function openEditor(path: string) {
  const { calls, router } = await open(path, async ({ method, reply }: SeenCall) => {
    if (method === "ListWorkContexts") return reply({ panels: [{ panel: Panel.SURVEYS }] });
    if (method === "GetSurvey") return reply({ survey: kept });
    if (method !== "SaveSurveyDraft") return reply({});
    if (refusal) throw refusal;
    await waits;
    return reply({ surveyId: id });
  });
  const sent = () =>
    calls
      .filter(({ method }) => method === "SaveSurveyDraft")
      .map(({ request }) => request as { readonly version: bigint; readonly details: object });
  return { sent, router };
}

const click = (element: HTMLElement) => act(async () => element.click());
const write = async (name: string | RegExp, words: string) => {
  await focus(byRole("textbox", name));
  await type(words);
};
const save = () => click(byRole("button", "Tallenna luonnos"));

it("SUR-01 keeps what is typed while a save is under way, unsaved, over what was saved", async () => {
  const { sent } = await openEditor(`/admin/surveys/${id}`);
  await until(() => byRole("button", "Kipu"));
  await click(byRole("button", "Kipu"));
  await write(/^Kysymys/, "!");
  let letGo = () => {};
  waits = new Promise((resolve) => {
    letGo = resolve;
  });
  await save();
  await until(() => expect(sent()).toHaveLength(1));
  await write(/^Kysymys/, "?");
  kept = survey(2n, item("pain", "Kipu!"), item("sleep", "Uni"));
  await act(async () => letGo());
  await until(() => expect(document.body).toHaveTextContent("Luonnos tallennettiin."));
  expect(byRole("textbox", /^Kysymys/)).toHaveValue("Kipu!?");
  await save();
  await until(() => expect(sent().at(-1)).toMatchObject({ version: 2n }));
});

it("SUR-01 takes what is typed while a new survey is saved along to its address", async () => {
  const { sent, router } = await openEditor("/admin/surveys/new");
  await until(() => byRole("textbox", /^Kyselyn nimi/));
  await write(/^Kyselyn nimi/, "Kipu");
  let letGo = () => {};
  waits = new Promise((resolve) => {
    letGo = resolve;
  });
  await save();
  await until(() => expect(sent()).toHaveLength(1));
  await write(/^Kyselyn nimi/, "kysely");
  kept = { surveyId: id, version: 1n, hasDraft: true, details: { title: { fi: "Kipu" } } };
  await act(async () => letGo());
  await until(() => expect(router.state.location.pathname).toContain(id));
  await until(() => byRole("button", "Tallenna luonnos"));
  waits = undefined;
  await save();
  await until(() =>
    expect(sent().at(-1)).toMatchObject({ surveyId: id, version: 1n, details: { title: { fi: "Kipukysely" } } }),
  );
});

it("SUR-01 saves over a colleague's questionnaire what was changed here, and all else as they left it", async () => {
  const { sent } = await openEditor(`/admin/surveys/${id}`);
  await until(() => byRole("button", "Kipu"));
  await click(byRole("button", "Kipu"));
  await write(/^Kysymys/, "!");
  refusal = refused("stale_version");
  kept = survey(2n, item("pain", "Kipu"), item("new", "Kuume"), item("sleep", "Unen laatu"));
  await save();
  await until(() => byRole("button", "Hylkää omani ja näytä uudet tiedot"));
  refusal = undefined;
  await save();
  const step = { items: [item("pain", "Kipu!"), item("new", "Kuume"), item("sleep", "Unen laatu")] };
  await until(() =>
    expect(sent().at(-1)).toMatchObject({ version: 2n, details: { questionnaire: { items: [step] } } }),
  );
});

it("CHA-09 tells before it is sent that a symptom assessment comes to nothing, and leads to where scores are made", async () => {
  const built = survey(1n, item("pain", "Kipu"));
  kept = { ...built, details: { ...built.details, type: SurveyType.SYMPTOM_ASSESSMENT } };
  await openEditor(`/admin/surveys/${id}`);
  await until(() => byRole("button", "Julkaise"));
  await click(byRole("button", "Julkaise"));
  const why = /^Oirearviossa täytyy olla pistemäärä, joka näytetään vastaajalle/;
  await until(() => byRole("link", why));
  await click(byRole("link", why));
  expect(focused()).toBe(byRole("button", "Lisää pistemäärä"));
});
