// @vitest-environment node
import { check } from "@kajo/shared/questionnaire";
import { describe, expect, it } from "vitest";
import { codeOf, newLinkId } from "../src/features/admin/surveys/build/codes";
import {
  added,
  before,
  duplicated,
  find,
  moved,
  placedOf,
  placeOfNew,
  placeOfNewStep,
  removed,
  takenLinkIds,
  withOptions,
} from "../src/features/admin/surveys/build/edit";
import { withMoved, withNewOption, withWords } from "../src/features/admin/surveys/build/options";
import { itemsOver } from "../src/features/admin/surveys/build/over";
import { retyped, retypedBack, type Taken } from "../src/features/admin/surveys/build/retype";
import { type ItemJson, patched, type QuestionnaireJson } from "../src/features/admin/surveys/build/types";

const all = (words: string) => ({ texts: { fi: words, sv: words, en: words } });

const integer = (linkId: string): ItemJson => ({ linkId, type: "ITEM_TYPE_INTEGER", text: all(linkId) });

const onPain: ItemJson["enableWhen"] = [
  { linkId: "pain", operator: "OPERATOR_GREATER_OR_EQUAL", value: { integer: "4" } },
];

/** Two steps; the first holds a group, the second what is shown by a condition, and a score. */
const survey: QuestionnaireJson = {
  items: [
    {
      linkId: "first",
      type: "ITEM_TYPE_GROUP",
      text: all("Ensin"),
      items: [
        integer("pain"),
        { linkId: "group", type: "ITEM_TYPE_GROUP", text: all("Ryhmä"), items: [integer("inner")] },
      ],
    },
    {
      linkId: "second",
      type: "ITEM_TYPE_GROUP",
      text: all("Sitten"),
      items: [
        { ...integer("where"), enableWhen: onPain },
        {
          linkId: "sum",
          type: "ITEM_TYPE_SCORE",
          text: all("Summa"),
          score: { kind: "SCORE_KIND_SUM", linkIds: ["pain", "where"] },
        },
      ],
    },
  ],
};

/** Link IDs in document order, each with how deep it stands. */
const outline = ({ items }: QuestionnaireJson) => placedOf(items).map(({ item, level }) => `${level} ${item.linkId}`);
const codes = (questionnaire: QuestionnaireJson) => check(questionnaire).map(({ linkId, code }) => `${linkId} ${code}`);

/** Draws the same numbers in turn. */
const drawing = (...numbers: readonly number[]) => {
  let at = 0;
  return (below: number) => (numbers[at++ % numbers.length] ?? 0) % below;
};

const movedOn = (linkId: string, ...ways: readonly (1 | -1)[]) =>
  ways.reduce<QuestionnaireJson>((now, way) => moved(now, linkId, way) ?? now, survey);

it("SUR-01 nothing stands against the survey that these are about", () => {
  expect(check(survey)).toEqual([]);
});

describe("moving", () => {
  it("SUR-01 goes through groups and from step to step, and back the same way", () => {
    expect(outline(movedOn("pain", 1))).toEqual([
      "1 first",
      "2 group",
      "3 pain",
      "3 inner",
      "1 second",
      "2 where",
      "2 sum",
    ]);
    expect(outline(movedOn("pain", 1, 1, 1))).toEqual([
      "1 first",
      "2 group",
      "3 inner",
      "2 pain",
      "1 second",
      "2 where",
      "2 sum",
    ]);
    expect(outline(movedOn("pain", 1, 1, 1, 1))).toEqual([
      "1 first",
      "2 group",
      "3 inner",
      "1 second",
      "2 pain",
      "2 where",
      "2 sum",
    ]);
    expect(movedOn("pain", 1, 1, 1, 1, -1, -1, -1, -1)).toEqual(survey);
  });

  it("SUR-01 moves a whole step past another, and nothing past either end", () => {
    expect(outline(movedOn("second", -1)).slice(0, 3)).toEqual(["1 second", "2 where", "2 sum"]);
    expect(moved(survey, "first", -1)).toBeUndefined();
    expect(moved(survey, "pain", -1)).toBeUndefined();
    expect(moved(survey, "sum", 1)).toBeUndefined();
    expect(moved(survey, "none", 1)).toBeUndefined();
  });

  it("SUR-01 leaves a condition that looks ahead as it is, and tells of it until it looks back again", () => {
    const ahead = movedOn("second", -1);
    expect(find(ahead, "where")?.item.enableWhen).toEqual(onPain);
    expect(codes(ahead)).toEqual(["where condition_ahead", "sum score_item_ahead"]);
    expect(moved(ahead, "second", 1)).toEqual(survey);
  });
});

describe("adding and removing", () => {
  it("SUR-01 puts what is new behind what is chosen, or at the end of a chosen group", () => {
    expect(placeOfNew(survey, "pain")).toEqual({ parent: "first", index: 1 });
    expect(placeOfNew(survey, "group")).toEqual({ parent: "group", index: 1 });
    expect(placeOfNew(survey, undefined)).toEqual({ parent: "second", index: 2 });
    expect(placeOfNewStep(survey, "inner")).toEqual({ parent: undefined, index: 1 });
    expect(placeOfNewStep(survey, undefined)).toEqual({ parent: undefined, index: 2 });
    expect(outline(added(survey, integer("new"), placeOfNew(survey, "pain"))).slice(0, 3)).toEqual([
      "1 first",
      "2 pain",
      "2 new",
    ]);
  });

  it("SUR-01 takes out an item with all below it, keeps what was said of it, and puts it back where it was", () => {
    const taken = removed(survey, "pain");
    if (!taken) throw new Error("It is there.");
    expect(find(taken.questionnaire, "where")?.item.enableWhen).toEqual(onPain);
    expect(codes(taken.questionnaire)).toEqual(["where condition_ahead", "sum score_item_ahead"]);
    expect(added(taken.questionnaire, taken.removed.item, taken.removed)).toEqual(survey);
    const group = removed(survey, "group");
    expect(group && outline(group.questionnaire).slice(0, 3)).toEqual(["1 first", "2 pain", "1 second"]);
    expect(removed(survey, "none")).toBeUndefined();
  });

  it("SUR-01 knows what stands before an item", () => {
    expect(before(survey, "where").map(({ linkId }) => linkId)).toEqual(["first", "pain", "group", "inner", "second"]);
  });
});

describe("duplicating", () => {
  it("SUR-01 gives all in the copy new names, and lets it speak of itself", () => {
    const copy = duplicated(survey, "second", drawing(1, 2, 3, 4, 5, 6, 7));
    if (!copy) throw new Error("It is there.");
    const { questionnaire, linkId } = copy;
    expect(takenLinkIds(questionnaire).size).toBe(placedOf(questionnaire.items).length);
    const [where, sum] = find(questionnaire, linkId)?.item.items ?? [];
    expect(find(questionnaire, linkId)?.index).toBe(2);
    expect(where?.enableWhen).toEqual(onPain);
    expect(sum?.score?.linkIds).toEqual(["pain", where?.linkId]);
    expect(check(questionnaire)).toEqual([]);
    expect(find(questionnaire, "sum")?.item).toEqual(find(survey, "sum")?.item);
  });
});

describe("names that nobody sees", () => {
  it("SUR-01 draws another link ID when one is taken", () => {
    const taken = new Set(["aaaaaaaa"]);
    expect(newLinkId(taken, drawing(0, 0, 0, 0, 0, 0, 0, 0, 1))).toMatch(/^b/);
    expect(newLinkId(new Set(), drawing(0))).toBe("aaaaaaaa");
  });

  it("SUR-01 makes a code of words, once among the options", () => {
    expect(codeOf("Kyllä, melko usein!", new Set())).toBe("kylla-melko-usein");
    expect(codeOf("Kyllä", new Set(["kylla"]))).toBe("kylla-2");
    expect(codeOf("", new Set(["o1"]))).toBe("o2");
    expect(codeOf("日本", new Set())).toBe("o1");
    expect(codeOf(`${"a".repeat(39)} b`, new Set())).toBe("a".repeat(39));
  });
});

describe("options", () => {
  const [free, fixed] = [new Set<string>(), new Set(["kylla"])];
  const options = [{ code: "kylla", text: { texts: { fi: "Kyllä" } } }, { code: "o1" }];

  it("SUR-01 lets a code follow its words until it is published", () => {
    expect(withWords(options, 1, "Ei", free)).toEqual({
      options: [options[0], { code: "ei", text: { texts: { fi: "Ei" } } }],
      renamed: { from: "o1", to: "ei" },
    });
    expect(withWords(options, 0, "Aina", fixed).options[0]).toEqual({ code: "kylla", text: { texts: { fi: "Aina" } } });
    const imported = [{ code: "LA6568-5", text: { texts: { fi: "Ei" } } }];
    expect(withWords(imported, 0, "Ei lainkaan", free).options[0]?.code).toBe("LA6568-5");
  });

  it("SUR-01 renames what conditions compare with", () => {
    const choice: ItemJson = { linkId: "often", type: "ITEM_TYPE_CHOICE", options };
    const about = (code: string): ItemJson => ({
      linkId: code,
      enableWhen: [{ linkId: "often", operator: "OPERATOR_EQUAL", value: { code } }],
    });
    const questionnaire = { items: [{ linkId: "step", items: [choice, about("o1"), about("kylla")] }] };
    const { options: next, renamed } = withWords(options, 1, "Ei", free);
    const [, one, other] = withOptions(questionnaire, "often", next, renamed).items?.[0]?.items ?? [];
    expect(one?.enableWhen?.[0]?.value).toEqual({ code: "ei" });
    expect(other).toEqual(about("kylla"));
  });

  it("SUR-01 gives no code again that the version in force has, also of an option that was taken out", () => {
    const published = new Set(["kylla", "ei", "o2"]);
    expect(withNewOption(options, published).map(({ code }) => code)).toEqual(["kylla", "o1", "o3"]);
    const { options: next } = withWords(options, 1, "Ei", published);
    expect(next[1]?.code).toBe("ei-2");
    // It goes on following its words.
    expect(withWords(next, 1, "Ei koskaan", published).options[1]?.code).toBe("ei-koskaan");
    expect(withWords(options, 1, "Ei", undefined).options[1]?.code).toBe("o1");
  });

  it("SUR-01 adds and moves them", () => {
    expect(withNewOption(options, free).map(({ code }) => code)).toEqual(["kylla", "o1", "o2"]);
    expect(withMoved(options, 0, 1)).toEqual([options[1], options[0]]);
    expect(withMoved(options, 0, -1)).toEqual(options);
  });
});

describe("another type", () => {
  const choice: ItemJson = {
    linkId: "one",
    type: "ITEM_TYPE_CHOICE",
    text: all("Miten?"),
    required: true,
    repeats: true,
    options: [{ code: "a", text: all("A") }],
    enableWhen: onPain,
  };
  const as = (item: ItemJson, type: NonNullable<ItemJson["type"]>) => patched<ItemJson>(item, retyped(item, type));

  it("SUR-01 keeps what the new type has as well", () => {
    expect(as(choice, "ITEM_TYPE_OPEN_CHOICE")).toEqual({ ...choice, type: "ITEM_TYPE_OPEN_CHOICE" });
    const { options: _, repeats: __, ...rest } = choice;
    expect(as(choice, "ITEM_TYPE_DATE")).toEqual({ ...rest, type: "ITEM_TYPE_DATE" });
  });

  it("SUR-01 takes the words along to a text that is read, and back", () => {
    const { text: _, options: __, repeats: ___, required: ____, ...rest } = choice;
    const rich = { blocks: [{ paragraph: { content: [{ text: "Miten?" }] } }] };
    const read = as(choice, "ITEM_TYPE_DISPLAY");
    expect(read).toEqual({ ...rest, type: "ITEM_TYPE_DISPLAY", display: { fi: rich, sv: rich, en: rich } });
    expect(as(read, "ITEM_TYPE_STRING")).toEqual({ ...rest, type: "ITEM_TYPE_STRING", text: all("Miten?") });
  });
});

describe("passing over types", () => {
  const through = (item: ItemJson, ...types: readonly NonNullable<ItemJson["type"]>[]) =>
    types.reduce<{ readonly item: ItemJson; readonly taken: Taken }>(
      ({ item: now, taken }, type) => {
        const next = retypedBack(now, type, taken);
        return { item: patched<ItemJson>(now, next.patch), taken: next.taken };
      },
      { item, taken: new Map() },
    ).item;
  const choice: ItemJson = {
    linkId: "one",
    type: "ITEM_TYPE_CHOICE",
    text: all("Miten?"),
    hint: all("Valitse."),
    required: true,
    repeats: true,
    options: [{ code: "a", text: all("A") }],
  };

  it("SUR-01 gives options and translations back when the type that has them comes back", () => {
    const back = through(choice, "ITEM_TYPE_OPEN_CHOICE", "ITEM_TYPE_BOOLEAN", "ITEM_TYPE_DISPLAY", "ITEM_TYPE_CHOICE");
    expect(back).toEqual(choice);
    expect(through(choice, "ITEM_TYPE_BOOLEAN")).not.toHaveProperty("options");
  });

  it("SUR-01 gives bounds back to their own type alone, and formatting to the same words", () => {
    const whole: ItemJson = {
      linkId: "one",
      type: "ITEM_TYPE_INTEGER",
      text: all("Paino"),
      max: "300",
      unit: all("kg"),
    };
    expect(through(whole, "ITEM_TYPE_DATE", "ITEM_TYPE_DECIMAL")).toEqual(
      patched<ItemJson>(whole, { type: "ITEM_TYPE_DECIMAL", max: undefined }),
    );
    expect(through(whole, "ITEM_TYPE_DECIMAL", "ITEM_TYPE_INTEGER")).toEqual(whole);
    const fi = { blocks: [{ paragraph: { content: [{ strong: { content: [{ text: "Tärkeää" }] } }] } }] };
    const read: ItemJson = { linkId: "one", type: "ITEM_TYPE_DISPLAY", display: { fi } };
    expect(through(read, "ITEM_TYPE_STRING", "ITEM_TYPE_DISPLAY")).toEqual(read);
  });
});

describe("over what a colleague saved", () => {
  const step = (...items: readonly ItemJson[]): ItemJson => ({
    linkId: "step",
    type: "ITEM_TYPE_GROUP",
    text: all("Vaihe"),
    items: [...items],
  });
  const group = (...items: readonly ItemJson[]): ItemJson => ({ ...step(...items), linkId: "group" });
  const named = (linkId: string, words: string): ItemJson => ({ ...integer(linkId), text: all(words) });
  const [a, b, c] = [integer("a"), integer("b"), integer("c")];
  const ids = (items: readonly ItemJson[]) => outline({ items: [...items] });

  it("SUR-01 keeps what both changed, added and removed", () => {
    const base = [step(a, b, c)];
    const newest = [step(named("a", "A2"), integer("theirs"), b), { ...step(), linkId: "their-step" }];
    const mine = [step(a, named("b", "B2"), integer("mine"), c)];
    expect(itemsOver(newest, mine, base)).toEqual([
      step(named("a", "A2"), integer("theirs"), named("b", "B2"), integer("mine")),
      patched<ItemJson>({ ...step(), linkId: "their-step" }, { items: undefined }),
    ]);
    expect(itemsOver(newest, base, base)).toEqual(itemsOver(newest, newest, newest));
    expect(itemsOver(base, mine, base)).toEqual(mine);
  });

  it("SUR-01 lets my change of an item stand, beside a translation of it that came meanwhile", () => {
    const was = { ...a, text: { texts: { fi: "a" } } };
    const newest = [step({ ...was, text: { texts: { fi: "theirs", sv: "deras" } } })];
    const mine = [step({ ...was, text: { texts: { fi: "mine" } }, required: true })];
    expect(itemsOver(newest, mine, [step(was)])).toEqual([
      step({ ...was, text: { texts: { fi: "mine", sv: "deras" } }, required: true }),
    ]);
    // Fields go with the type.
    const dated: ItemJson = { ...was, type: "ITEM_TYPE_DATE", dateLimit: "DATE_LIMIT_PAST" };
    const bounded = { ...was, max: "9" };
    expect(itemsOver([step(dated)], [step(bounded)], [step(was)])).toEqual([step(bounded)]);
    expect(itemsOver([step(dated)], [step(was)], [step(was)])).toEqual([step(dated)]);
  });

  it("SUR-01 keeps an item that was removed there and changed here, and lets go what was removed on either side", () => {
    const base = [step(a, b, c)];
    expect(ids(itemsOver([step(a)], [step(a, named("b", "B2"))], base))).toEqual(["1 step", "2 a", "2 b"]);
    // What holds something new stays.
    expect(ids(itemsOver([step(a, b, c, integer("new"))], [], base))).toEqual(["1 step", "2 new"]);
  });

  it("SUR-01 has every item once, wherever either has moved it", () => {
    const base = [step(a, b, group(c))];
    const moved = [step(b, group(c, a))];
    expect(itemsOver(moved, [step(named("a", "A2"), b, group(c))], base)).toEqual([
      step(b, group(c, named("a", "A2"))),
    ]);
    expect(ids(itemsOver([step(a, integer("new"), b, group(c))], moved, base))).toEqual([
      "1 step",
      "2 new",
      "2 b",
      "2 group",
      "3 c",
      "3 a",
    ]);
    expect(ids(itemsOver([step(a, b, integer("new"), group(c))], [step(b, a, group(c))], base))).toEqual([
      "1 step",
      "2 b",
      "2 new",
      "2 a",
      "2 group",
      "3 c",
    ]);
  });

  it("SUR-01 loses nothing where two groups were moved into each other", () => {
    const [one, other] = [group(a), { ...group(b), linkId: "other" }];
    const mine = [step({ ...other, items: [b, one] })];
    const newest = [step({ ...one, items: [a, other] })];
    expect(itemsOver(newest, mine, [step(one, other)])).toEqual(newest);
  });
});
