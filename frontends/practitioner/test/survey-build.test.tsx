import { parse } from "@formatjs/icu-messageformat-parser";
import { useEffect, useState } from "react";
import { RawIntlProvider } from "react-intl";
import { afterEach, expect, it, vi } from "vitest";
import ofShared from "../../shared/lang/fi.json";
import { type Catalogue, createPlatformIntl } from "../../shared/src/i18n";
import { allByRole, byRole, choose, focus, focused, press, settle, show, type } from "../../shared/test/screen";
import fi from "../lang/fi.json";
import { Build } from "../src/features/admin/surveys/build/Build";
import { find } from "../src/features/admin/surveys/build/edit";
import type { Values } from "../src/features/admin/surveys/build/types";
import { valuesOf } from "../src/features/admin/surveys/build/values";

const catalogue = Object.fromEntries(
  Object.entries({ ...ofShared, ...fi }).map(([id, { defaultMessage }]) => [id, parse(defaultMessage)]),
) as Catalogue;
const intl = createPlatformIntl("fi", catalogue);

const all = (words: string) => ({ texts: { fi: words, sv: words, en: words } });

const kept = valuesOf({
  questionnaire: {
    items: [
      {
        linkId: "first",
        type: "ITEM_TYPE_GROUP",
        text: all("Ensin"),
        items: [
          { linkId: "pain", type: "ITEM_TYPE_INTEGER", text: all("Kipu") },
          { linkId: "sleep", type: "ITEM_TYPE_BOOLEAN", text: all("Uni") },
        ],
      },
    ],
  },
});

let now: Values = kept;

afterEach(() => vi.restoreAllMocks());

function Page({ isHeld = false }: { readonly isHeld?: boolean }) {
  const [value, setValue] = useState(kept);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    now = value;
  }, [value]);
  return (
    <RawIntlProvider value={intl}>
      <Build
        chosen={chosen}
        isHeld={isHeld}
        onChange={(part) => setValue((before) => ({ ...before, ...part }) as Values)}
        onChoose={setChosen}
        onScore={() => {}}
        published={new Map()}
        value={value}
      />
    </RawIntlProvider>
  );
}

const width = (px: number) =>
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, px, 10));

const frame = () => settle(40);
const names = () => (now.questionnaire.items?.[0]?.items ?? []).map(({ text }) => text?.texts?.fi);

it("SUR-01 moves an item by Alt and an arrow key, keeps the focus on it and says where it is now", async () => {
  width(1200);
  await show(<Page />);
  await focus(byRole("button", "Kipu"));
  await press("ArrowDown", { altKey: true });
  await frame();
  expect(names()).toEqual(["Uni", "Kipu"]);
  expect(focused()).toBe(byRole("button", "Kipu"));
  expect(allByRole("status").map(({ textContent }) => textContent)).toContain("Kipu: paikka 2/2, Ensin");
  await press("ArrowDown", { altKey: true });
  expect(names()).toEqual(["Uni", "Kipu"]);
});

it("SUR-01 deletes an item, leads to the way to have it back, and puts it back with its fields open", async () => {
  width(1200);
  await show(<Page />);
  await focus(byRole("button", "Kipu"));
  await press("Enter");
  await focus(byRole("button", "Poista"));
  await press("Enter");
  expect(names()).toEqual(["Uni"]);
  expect(focused()).toBe(byRole("button", "Kumoa"));
  await press("Enter");
  expect(now.questionnaire).toEqual(kept.questionnaire);
  expect(focused()).toBe(byRole("textbox", /^Kysymys/));
  expect(focused()).toHaveValue("Kipu");
});

it("SUR-01 builds a choice with a condition by the keyboard alone, on a phone one thing at a time", async () => {
  width(360);
  await show(<Page />);
  await focus(byRole("button", "Lisää kohta"));
  await press("Enter");
  expect(allByRole("button", "Lisää vaihe")).toEqual([]);
  expect(focused()).toBe(byRole("textbox", /^Kysymys/));
  await type("Miten?");
  await focus(byRole("button", "Lisää vaihtoehto"));
  await press("Enter");
  await frame();
  await type("Hyvin");
  await focus(byRole("button", "Lisää ehto"));
  await press("Enter");
  await frame();
  expect(document.body).toHaveTextContent("Näytetään, kun ”Uni” on ”Kyllä”.");
  await choose(byRole("combobox", /^Ehto/), "ei ole, tai on vastaamatta");
  expect(document.body).toHaveTextContent("Näytetään, kun ”Uni” ei ole, tai on vastaamatta ”Kyllä”.");
  const made = now.questionnaire.items?.[0]?.items?.at(-1);
  expect(made).toMatchObject({
    type: "ITEM_TYPE_CHOICE",
    text: { texts: { fi: "Miten?" } },
    options: [{ code: "hyvin", text: { texts: { fi: "Hyvin" } } }],
    enableWhen: [{ linkId: "sleep", operator: "OPERATOR_NOT_EQUAL", value: { boolean: true } }],
  });
  expect(made?.linkId).toMatch(/^[a-z2-9]{8}$/);
  await focus(byRole("button", "Takaisin"));
  await press("Enter");
  expect(byRole("button", /^Miten\?/)).toBeVisible();
});

it("SUR-01 tells of a problem in the outline at once, and at its field when publishing was tried", async () => {
  width(1200);
  await show(<Page isHeld />);
  await focus(byRole("button", "Lisää kohta"));
  await press("Enter");
  expect(byRole("button", /Nimetön kysymys.*2 puutetta/)).toBeVisible();
  expect(byRole("textbox", /^Kysymys/)).toBeInvalid();
  expect(document.body).toHaveTextContent("Lisää vähintään yksi vaihtoehto.");
  expect(find(now.questionnaire, "pain")).toBeDefined();
});

it("SUR-01 says where an item has been moved to also on a phone, where the outline is hidden", async () => {
  width(360);
  await show(<Page />);
  await focus(byRole("button", "Kipu"));
  await press("Enter");
  await focus(byRole("button", "Siirrä alas"));
  await press("Enter");
  expect(allByRole("status").map(({ textContent }) => textContent)).toContain("Kipu: paikka 2/2, Ensin");
});

it("SUR-01 has what a type took along back when the type comes back, also after another item was looked at", async () => {
  width(1200);
  await show(<Page />);
  const open = async (name: string) => {
    await focus(byRole("button", name));
    await press("Enter");
  };
  const typeOf = () => byRole("combobox", /^Kohdan tyyppi/);
  await open("Kipu");
  await choose(typeOf(), "Valinta");
  await focus(byRole("button", "Lisää vaihtoehto"));
  await press("Enter");
  const options = () => find(now.questionnaire, "pain")?.item.options;
  expect(options()).toEqual([{ code: "o1" }]);
  await choose(typeOf(), "Päivä");
  expect(options()).toBeUndefined();
  await open("Uni");
  await open(allByRole("button", /^Kipu/)[0]?.textContent ?? "");
  await choose(typeOf(), "Valinta");
  expect(options()).toEqual([{ code: "o1" }]);
});
