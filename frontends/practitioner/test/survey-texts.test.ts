// @vitest-environment node
/** Texts of a survey, beside each other in the languages that surveys are written in. */
import { expect, it } from "vitest";
import { fieldName, gapAfter, gapsOf, spotOf } from "../src/features/admin/surveys/translate/gaps";
import { missingIn, textsOf } from "../src/features/admin/surveys/translate/texts";
import { changesOf } from "../src/features/admin/surveys/versions/changes";

const said = (fi: string, more: Record<string, string> = {}) => ({ texts: { fi, ...more } });
const rich = (text: string) => ({ blocks: [{ paragraph: { content: [{ text }] } }] });

const details = {
  title: { fi: "Kipu", sv: "Smärta", en: "Pain" },
  questionnaire: {
    items: [
      {
        linkId: "pain",
        type: "ITEM_TYPE_GROUP" as const,
        text: said("Kipu nyt", { sv: "Smärta nu" }),
        items: [
          { linkId: "intro", type: "ITEM_TYPE_DISPLAY" as const, display: { fi: rich("Lue tämä.") } },
          {
            linkId: "weight",
            type: "ITEM_TYPE_DECIMAL" as const,
            text: said("Paino", { sv: "Vikt", en: "Weight" }),
            hint: { texts: {} },
            unit: said("kg", { sv: "kg" }),
          },
          {
            linkId: "harm",
            type: "ITEM_TYPE_CHOICE" as const,
            text: said("Haittaako?", { sv: "Stör det?", en: "Does it harm?" }),
            options: [
              { code: "no", text: said("Ei", { sv: "Nej", en: "No" }) },
              { code: "yes", text: said("Kyllä") },
            ],
          },
          {
            linkId: "sum",
            type: "ITEM_TYPE_SCORE" as const,
            text: said("Summa", { sv: "Summa", en: "Sum" }),
            score: { bands: [{ from: "0", text: said("Vähän", { sv: "Lite" }) }] },
          },
        ],
      },
    ],
  },
};

const texts = textsOf(details);
const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);

it("SUR-01 has every text in the order of the document, each under what it is and where it stands", () => {
  expect(idsOf(texts)).toEqual([
    "title",
    "description",
    "step-1",
    "display-1.1",
    "question-1.2",
    "hint-1.2",
    "unit-1.2",
    "question-1.3",
    "option-1.3-1",
    "option-1.3-2",
    "score-1.4",
    "band-1.4-1",
  ]);
  expect(texts[3]?.texts).toEqual({ fi: "Lue tämä.", sv: "", en: "" });
});

it("SUR-01 counts what is missing: what may be left out is missing only in some languages", () => {
  expect(texts.filter((text) => missingIn(text).length > 0).map((text) => [text.id, ...missingIn(text)])).toEqual([
    ["step-1", "en"],
    ["display-1.1", "sv", "en"],
    ["unit-1.2", "en"],
    ["option-1.3-2", "sv", "en"],
    ["band-1.4-1", "en"],
  ]);
  expect(gapsOf(texts)).toHaveLength(7);
});

it("SUR-01 writes a text where it stands and leaves all else as it was", () => {
  const put = (id: string, language: "sv" | "en", words: string) =>
    texts.find((text) => text.id === id)?.put(details, language, words);
  const [step] = details.questionnaire.items;
  const written = put("option-1.3-2", "sv", "Ja");
  const items = written?.questionnaire?.items?.[0]?.items;
  expect(items?.[2]?.options).toEqual([
    step?.items[2]?.options?.[0],
    { code: "yes", text: { texts: { fi: "Kyllä", sv: "Ja" } } },
  ]);
  expect(items?.[0]).toBe(step?.items[0]);
  expect(written?.title).toBe(details.title);
  expect(put("display-1.1", "en", "Read this.")?.questionnaire?.items?.[0]?.items?.[0]?.display).toEqual({
    fi: rich("Lue tämä."),
    en: rich("Read this."),
  });
  expect(put("description", "en", "About pain")?.description).toEqual({ en: "About pain" });
});

it("SUR-01 leaves a formatted text to be read, so that nothing of it is lost", () => {
  const strong = { blocks: [{ paragraph: { content: [{ strong: { content: [{ text: "Lue" }] } }] } }] };
  const item = { linkId: "a", type: "ITEM_TYPE_DISPLAY" as const, display: { fi: strong, sv: rich("Läs") } };
  const [, , text] = textsOf({ questionnaire: { items: [item] } });
  expect(text?.formatted).toEqual(["fi"]);
});

it("SUR-01 leads from gap to gap: text by text side by side, language by language on a phone, and around", () => {
  const walk = (shown: "sv" | undefined) => {
    const way: string[] = [];
    let at = gapAfter(texts, undefined, shown);
    while (at && way.length < 8) {
      way.push(`${at.id} ${at.language}`);
      at = gapAfter(texts, at, shown);
    }
    return way;
  };
  expect(walk(undefined)).toEqual([
    "step-1 en",
    "display-1.1 sv",
    "display-1.1 en",
    "unit-1.2 en",
    "option-1.3-2 sv",
    "option-1.3-2 en",
    "band-1.4-1 en",
    "step-1 en",
  ]);
  expect(walk("sv").slice(0, 4)).toEqual(["display-1.1 sv", "option-1.3-2 sv", "step-1 en", "display-1.1 en"]);
  expect(gapAfter(textsOf({ title: details.title }), undefined, undefined)).toBeUndefined();
  const spot = { id: "option-1.3-2", language: "sv" } as const;
  expect(spotOf(fieldName(spot))).toEqual(spot);
});

it("SUR-01 says what a version changed by the words of the questions, those that are gone by the words they had", () => {
  const item = (linkId: string, fi: string) => ({ linkId, type: "ITEM_TYPE_INTEGER" as const, text: said(fi) });
  const before = { questionnaire: { items: [item("pain", "Kipu?"), item("gone", "Kuume?")] } };
  const now = { questionnaire: { items: [item("pain", "Kuinka kova kipu?"), item("sleep", "Uni?")] } };
  const version = { addedLinkIds: ["sleep"], changedLinkIds: ["pain"], removedLinkIds: ["gone"] };
  expect(changesOf(version, now, before)).toEqual([
    { kind: "added", linkId: "sleep", words: "Uni?", before: undefined },
    { kind: "changed", linkId: "pain", words: "Kuinka kova kipu?", before: "Kipu?" },
    { kind: "removed", linkId: "gone", words: "Kuume?", before: undefined },
  ]);
});
