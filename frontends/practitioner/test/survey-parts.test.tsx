/** What stands beside the builder of a survey: its translations, its try-out and its versions. */
import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { act, type ReactNode, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { pagesOf, until } from "../../shared/test/pages";
import { allByRole, byRole, choose, focus, focused, press, type } from "../../shared/test/screen";
import { loadCatalogue } from "../src/app/languages";
import { Translate } from "../src/features/admin/surveys/translate/Translate";
import { Try } from "../src/features/admin/surveys/try/Try";
import { Versions } from "../src/features/admin/surveys/versions/Versions";

let shown: ReactNode;
const { open } = pagesOf({
  createRouter: (_language, _store, history) => {
    const root = createRootRoute();
    const page = createRoute({ getParentRoute: () => root, path: "$", component: () => shown });
    return createRouter({ routeTree: root.addChildren([page]), history });
  },
  loadCatalogue,
});

afterEach(() => {
  vi.restoreAllMocks();
});

const nothing = () => {};
const show = (element: ReactNode, answer: (call: SeenCall) => unknown = nothing) => {
  shown = element;
  return open("/survey", answer);
};

const said = (fi: string, more: Record<string, string> = {}) => ({ texts: { fi, ...more } });
const details = {
  title: { fi: "Kipu", sv: "Smärta", en: "Pain" },
  questionnaire: {
    items: [
      {
        linkId: "pain",
        type: "ITEM_TYPE_GROUP" as const,
        text: said("Kipu nyt", { sv: "Smärta nu", en: "Pain now" }),
        items: [
          {
            linkId: "harm",
            type: "ITEM_TYPE_CHOICE" as const,
            text: said("Haittaako kipu?", { sv: "Stör smärtan?" }),
            options: [
              { code: "no", text: said("Ei", { sv: "Nej", en: "No" }), ordinal: "0" },
              { code: "much", text: said("Paljon", { en: "Much" }), ordinal: "3000000" },
            ],
          },
          {
            linkId: "sum",
            type: "ITEM_TYPE_SCORE" as const,
            text: said("Haitta", { sv: "Störning", en: "Harm" }),
            score: {
              kind: "SCORE_KIND_SUM" as const,
              linkIds: ["harm"],
              bands: [
                {
                  from: "2000000",
                  text: said("Suuri haitta", { sv: "Stor", en: "Great" }),
                  level: "LEVEL_SERIOUS" as const,
                },
              ],
            },
          },
        ],
      },
    ],
  },
};

function Translated({ readOnly = false }: { readonly readOnly?: boolean }) {
  const [now, setNow] = useState<typeof details>(details);
  return <Translate details={now} onChange={(next) => setNow(next as typeof details)} readOnly={readOnly} />;
}

const text = () => document.body.textContent ?? "";
const nameOf = () => (focused() as HTMLInputElement).name;

it("SUR-01 translates side by side, and the keyboard alone leads from gap to gap until there is none", async () => {
  await show(<Translated />);
  expect(text()).toContain("2 tekstiä puuttuu");
  expect(byRole("group", /Kysymys 1\.1/).querySelectorAll("input")).toHaveLength(3);
  await focus(byRole("button", "Seuraava puuttuva"));
  await press("Enter");
  expect(nameOf()).toBe("translate.question-1.1.en");
  await type("Does the pain harm?");
  expect(text()).toContain("1 teksti puuttuu");
  await press("Enter", { ctrlKey: true });
  expect(nameOf()).toBe("translate.option-1.1-2.sv");
  await type("Mycket");
  expect(text()).toContain("Kaikki tekstit on kirjoitettu kaikilla kielillä.");
  expect(focused()).toHaveValue("Mycket");
});

it("SUR-01 translates one language at a time where there is no room, with the Finnish words above", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ width: 340 } as DOMRect);
  await show(<Translated />);
  expect(allByRole("tab").map((tab) => tab.textContent)).toEqual(["Suomi0", "Svenska1", "English1"]);
  const question = () => byRole("group", /Kysymys 1\.1/);
  expect(question().querySelectorAll("input")).toHaveLength(1);
  expect(question().querySelector("[lang=fi]")).toHaveTextContent("Haittaako kipu?");
  await focus(byRole("button", "Seuraava puuttuva"));
  await press("Enter");
  expect(nameOf()).toBe("translate.option-1.1-2.sv");
  await press("Enter", { ctrlKey: true });
  expect(nameOf()).toBe("translate.question-1.1.en");
  expect(byRole("tab", /English/)).toHaveAttribute("aria-selected", "true");
});

it("SUR-01 shows all texts to be read where nothing may be changed", async () => {
  await show(<Translated readOnly />);
  expect(allByRole("textbox").every((field) => (field as HTMLInputElement).readOnly)).toBe(true);
  expect(allByRole("button")).toEqual([]);
});

it("SUR-01 is tried as residents answer it: scores live, and from the start again", async () => {
  const { calls } = await show(<Try details={details} />);
  await until(() => byRole("radio", "Paljon"));
  expect(text()).toContain("Ei vielä tulosta");
  await focus(byRole("radio", "Paljon"));
  await press(" ");
  const scores = document.querySelector<HTMLElement>('[aria-live="polite"] dl');
  expect(scores).toHaveTextContent("Haitta3Suuri haitta");
  await focus(byRole("button", "Jatka"));
  await press("Enter");
  await focus(byRole("button", "Lähetä"));
  await press("Enter");
  // Nothing goes anywhere.
  expect(calls.filter(({ method }) => method !== "ListWorkContexts")).toEqual([]);
  await focus(byRole("button", "Aloita alusta"));
  await press("Enter");
  expect(byRole("radio", "Paljon")).not.toBeChecked();
  expect(scores).not.toHaveTextContent("Suuri haitta");
});

it("SUR-01 is tried in every language: in Skolt Sami the questions are Finnish and say so", async () => {
  await show(<Try details={details} />);
  await until(() => byRole("radio", "Paljon"));
  const languages = byRole("combobox", "Kieli");
  expect([...languages.querySelectorAll("option")]).toHaveLength(6);
  await choose(languages, "Svenska");
  await until(() => byRole("radio", "Nej"));
  await choose(languages, "Nuõrttsääʹmǩiõll");
  await until(() => expect(document.querySelector('div[lang="sms"]')).not.toBeNull());
  const frame = document.querySelector('div[lang="sms"]');
  expect(frame?.querySelector('h2[lang="fi"]')).toHaveTextContent("Kipu");
  expect(byRole("radio", "Paljon").closest("[lang]")).toHaveAttribute("lang", "fi");
  expect(allByRole("button", "Jatka")).toEqual([]);
});

const published = [
  { publishedVersion: 2, addedLinkIds: ["sleep"], changedLinkIds: ["harm"], removedLinkIds: ["gone"] },
  { publishedVersion: 1, addedLinkIds: ["harm", "gone"] },
];
const item = (linkId: string, fi: string) => ({ linkId, type: 6, text: said(fi) });
const versions: Readonly<Record<number, readonly object[]>> = {
  1: [item("harm", "Haittaako?"), item("gone", "Onko kuumetta?")],
  2: [item("harm", "Haittaako kipu?"), item("sleep", "Nukutko hyvin?")],
};
let hasDraft = false;
const answerVersions = ({ method, request, reply }: SeenCall) => {
  if (method === "GetSurvey") return reply({ survey: { hasDraft } });
  if (method === "ListSurveyVersions") return reply({ versions: published });
  const { publishedVersion } = request as { publishedVersion: number };
  const items = [{ linkId: "step", type: 1, text: said("Vaihe"), items: versions[publishedVersion] }];
  return reply({ details: { title: { fi: "Kipu" }, questionnaire: { items } } });
};

it("SUR-01 tells what a version changed by its questions, shows it, and asks for it to be in force again", async () => {
  const onRollBack = vi.fn();
  const element = <Versions onRollBack={onRollBack} publishedVersion={2} readOnly={false} surveyId="s" />;
  await show(element, answerVersions);
  await until(() => byRole("button", "Lisätty 1, muutettu 1, poistettu 1"));
  await act(async () => byRole("button", "Lisätty 1, muutettu 1, poistettu 1").click());
  await until(() => expect(text()).toContain("Onko kuumetta?"));
  expect(text()).toContain("MuutettuHaittaako kipu?Aiemmin: Haittaako?");
  await act(async () => byRole("button", "Näytä versio 1").click());
  await until(() => expect(byRole("dialog", "Versio 1")).toHaveTextContent("Onko kuumetta?"));
  await press("Escape");
  expect(allByRole("button", /luonnos/)).toEqual([]);
  await act(async () => byRole("button", "Palauta versio 1 voimaan").click());
  expect(onRollBack).toHaveBeenCalledExactlyOnceWith(1);
});

it("SUR-01 gives up a draft for the version in force, and changes nothing where that is not allowed", async () => {
  hasDraft = true;
  const onRollBack = vi.fn();
  const element = <Versions onRollBack={onRollBack} publishedVersion={2} readOnly={false} surveyId="s" />;
  await show(element, answerVersions);
  await until(() => byRole("button", "Hylkää luonnos"));
  await act(async () => byRole("button", "Hylkää luonnos").click());
  expect(onRollBack).toHaveBeenCalledExactlyOnceWith(2);
  await show(<Versions onRollBack={onRollBack} publishedVersion={2} readOnly surveyId="s" />, answerVersions);
  await until(() => byRole("button", "Näytä versio 1"));
  expect(allByRole("button", /voimaan|luonnos/)).toEqual([]);
});
