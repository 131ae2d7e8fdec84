import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, useEffect, useState } from "react";
import { expect, it, vi } from "vitest";
import { CallContextProvider } from "../src/app/call-context";
import { Answers, Questionnaire, type QuestionnaireProps } from "../src/questionnaire";
import type { AnswersJson, ItemJson, QuestionnaireJson } from "../src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { fakeTransport } from "./fake-transport";
import { until } from "./pages";
import { allByRole, byRole, focus, focused, press, settle, show, type } from "./screen";

const said = (fi: string, more: Record<string, string> = {}) => ({ texts: { fi, ...more } });
const step = (linkId: string, fi: string, items: ItemJson[], more: ItemJson = {}): ItemJson => ({
  linkId,
  type: "ITEM_TYPE_GROUP",
  text: said(fi),
  items,
  ...more,
});
const inPain: ItemJson = { linkId: "pain", type: "ITEM_TYPE_BOOLEAN", text: said("Onko kipua?"), required: true };
const where: ItemJson = {
  linkId: "where",
  type: "ITEM_TYPE_STRING",
  text: said("Missä?"),
  required: true,
  enableWhen: [{ linkId: "pain", operator: "OPERATOR_EQUAL", value: { boolean: true } }],
};
const whenInPain: ItemJson = { enableWhen: where.enableWhen ?? [] };

let answersNow: AnswersJson = {};

type Props = Partial<QuestionnaireProps> & { readonly questionnaire: QuestionnaireJson };

function Asked({ start = {}, ...props }: Props & { readonly start?: AnswersJson }) {
  const [answers, setAnswers] = useState(start);
  useEffect(() => {
    answersNow = answers;
  }, [answers]);
  return (
    <Questionnaire
      answers={answers}
      onChange={setAnswers}
      onSend={() => undefined}
      sendLabel="Lähetä"
      today="2026-11-28"
      {...props}
    />
  );
}

let shown: { readonly props: Props & { readonly start?: AnswersJson }; readonly language: "fi" | "sms" };
let change: (next: Partial<QuestionnaireProps>) => void = () => {};
const { transport } = fakeTransport();

function Page() {
  const [later, setLater] = useState<Partial<QuestionnaireProps>>({});
  useEffect(() => {
    change = setLater;
  }, []);
  const context = { transport, language: shown.language, expectsSession: false, wait: async () => {} };
  return (
    <CallContextProvider value={context}>
      <Asked {...shown.props} {...later} />
    </CallContextProvider>
  );
}

/** What it gives changes what the page around it says. */
async function ask(props: Props & { readonly start?: AnswersJson }, language: "fi" | "sms" = "fi") {
  shown = { props, language };
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  });
  await router.load();
  await show(<RouterProvider router={router as never} />);
  await settle();
  return (next: Partial<QuestionnaireProps>) => act(async () => change(next));
}

async function pressOn(element: HTMLElement) {
  await focus(element);
  await press(element.matches("input") ? " " : "Enter");
}

const goOn = () => pressOn(byRole("button", "Jatka"));

it("SUR-01 shows a question when its condition is met, and keeps what was typed while it is hidden", async () => {
  const onSend = vi.fn();
  await ask({ questionnaire: { items: [step("one", "Kipu", [inPain, where])] }, onSend });
  expect(allByRole("textbox")).toEqual([]);
  await pressOn(byRole("radio", "Kyllä"));
  await focus(byRole("textbox", "Missä?"));
  await type("Selässä");
  await pressOn(byRole("radio", "Ei"));
  expect(allByRole("textbox")).toEqual([]);
  await pressOn(byRole("radio", "Kyllä"));
  expect(byRole("textbox", "Missä?")).toHaveValue("Selässä");
  await pressOn(byRole("radio", "Ei"));
  await goOn();
  await pressOn(byRole("button", "Lähetä"));
  // What is hidden stays on the page and is not sent.
  expect(onSend.mock.calls[0]?.[0]).toEqual({ answers: [{ linkId: "pain", values: [{ boolean: false }] }] });
  expect(answersNow.answers).toHaveLength(2);
});

it.each([
  ["ITEM_TYPE_INTEGER", { integer: "7" }],
  ["ITEM_TYPE_DECIMAL", { decimal: "7000000" }],
] as const)("SUR-03 counts a number while it is typed (%s)", async (type_, value) => {
  const much: ItemJson = { linkId: "much", type: type_, text: said("Kuinka paljon?"), required: true };
  const then = { ...where, enableWhen: [{ linkId: "much", operator: "OPERATOR_EQUAL" as const, value }] };
  await ask({ questionnaire: { items: [step("one", "Kipu", [much, then])] } });
  await focus(byRole("textbox", "Kuinka paljon?"));
  await type("7");
  expect(byRole("textbox", "Missä?")).toBeInTheDocument();
  expect(focused()).toHaveValue("7");
});

it("SUR-01 tells once that a question has appeared", async () => {
  await ask({ questionnaire: { items: [step("one", "Kipu", [inPain, where])] } });
  const live = document.querySelector("[aria-live=polite]");
  await pressOn(byRole("radio", "Kyllä"));
  await until(() => expect(live).toHaveTextContent("Yksi uusi kysymys tuli näkyviin."));
});

it("SUR-03 goes on from a step when what is required is answered, and leads to what is missing", async () => {
  await ask({
    questionnaire: {
      items: [step("one", "Kipu", [where, inPain, { ...where, linkId: "who", text: said("Kuka?"), enableWhen: [] }])],
    },
  });
  await goOn();
  expect(focused()).toBe(byRole("alert", "Korjaa 2 kohtaa"));
  await pressOn(byRole("link", "Kuka? Tämä kenttä on pakollinen."));
  expect(focused()).toBe(byRole("textbox", "Kuka?"));
  await type("Aino");
  // What is put right is right at once.
  expect(byRole("textbox", "Kuka?")).not.toBeInvalid();
  await pressOn(byRole("radio", "Ei"));
  await goOn();
  expect(byRole("heading", /Tarkista vastauksesi/)).toHaveFocus();
  expect(document.body).toHaveTextContent("Aino");
});

it("SUR-01 puts out the other options for one that stands alone, and that one for the others", async () => {
  const options = [
    { code: "back", text: said("Selkä") },
    { code: "neck", text: said("Niska") },
    { code: "none", text: said("Ei missään"), exclusive: true },
  ];
  await ask({
    questionnaire: {
      items: [
        step("one", "Kipu", [
          { linkId: "a", type: "ITEM_TYPE_OPEN_CHOICE", text: said("Missä?"), repeats: true, options },
        ]),
      ],
    },
  });
  const chosen = () => allByRole("checkbox").filter((box) => (box as HTMLInputElement).checked).length;
  await pressOn(byRole("checkbox", "Selkä"));
  await pressOn(byRole("checkbox", "Niska"));
  await pressOn(byRole("checkbox", "Muu, mikä?"));
  await focus(byRole("textbox", "Missä? Muu, mikä?"));
  await type("Käsi");
  expect(chosen()).toBe(3);
  await pressOn(byRole("checkbox", "Ei missään"));
  expect(chosen()).toBe(1);
  expect(answersNow.answers).toEqual([{ linkId: "a", values: [{ code: "none" }] }]);
  await pressOn(byRole("checkbox", "Niska"));
  expect(answersNow.answers).toEqual([{ linkId: "a", values: [{ code: "neck" }] }]);
});

it("SUR-03 passes a step in which nothing is asked", async () => {
  const steps = [
    step("one", "Kipu", [inPain]),
    step("two", "Hoito", [where]),
    step("three", "Arki", [{ ...where, ...whenInPain, linkId: "x" }], whenInPain),
  ];
  await ask({
    questionnaire: {
      items: [...steps, step("four", "Muuta", [{ linkId: "more", type: "ITEM_TYPE_TEXT", text: said("Muuta?") }])],
    },
  });
  await pressOn(byRole("radio", "Ei"));
  await goOn();
  expect(byRole("heading", /Muuta$/)).toHaveFocus();
  await pressOn(byRole("button", "Takaisin"));
  await pressOn(byRole("radio", "Kyllä"));
  expect(allByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Kipu",
    "Hoito",
    "Arki",
    "Muuta",
    "Tarkista vastauksesi",
  ]);
});

it("SUR-03 puts what the server says to its item until that is answered otherwise", async () => {
  const name: ItemJson = { linkId: "name", type: "ITEM_TYPE_STRING", text: said("Nimi") };
  const later = await ask({ questionnaire: { items: [step("one", "Kuka", [name])] } });
  await focus(byRole("textbox", /Nimi/));
  await type("Aino");
  await goOn();
  await later({ problems: [{ linkId: "name", code: "too_long", params: { max: "3", characters: "4" } }] });
  await settle();
  expect(focused()).toBe(byRole("alert", "Korjaa yksi kohta"));
  expect(byRole("link", "Nimi: Teksti on liian pitkä. Enintään 3 merkkiä.")).toBeInTheDocument();
  expect(byRole("textbox", /Nimi/)).toHaveAccessibleDescription("Teksti on liian pitkä. Enintään 3 merkkiä.");
  await focus(byRole("textbox", /Nimi/));
  await type("!");
  expect(byRole("textbox", /Nimi/)).not.toBeInvalid();
});

it("SUR-08 asks in Finnish, marked as Finnish, where the app speaks Sami", async () => {
  await ask({ questionnaire: { items: [step("one", "Kipu", [inPain])] } }, "sms");
  expect(byRole("radiogroup", "Onko kipua?").closest("[lang]")).toHaveAttribute("lang", "fi");
  expect(document.querySelector("h2 [lang=fi]")).toHaveTextContent("Kipu");
});

it("SUR-03 reads answers in words, what was not answered, and scores with what they mean", async () => {
  const questionnaire: QuestionnaireJson = {
    items: [
      step("one", "Kipu", [
        inPain,
        where,
        { linkId: "weight", type: "ITEM_TYPE_DECIMAL", text: said("Paino"), unit: said("kg"), decimals: 1 },
        { linkId: "day", type: "ITEM_TYPE_DATE", text: said("Alkoi") },
        { linkId: "more", type: "ITEM_TYPE_TEXT", text: said("Muuta") },
        {
          linkId: "sum",
          type: "ITEM_TYPE_SCORE",
          text: said("Pisteet"),
          score: {
            kind: "SCORE_KIND_SUM",
            linkIds: ["weight"],
            shown: true,
            bands: [{ from: "1", text: said("Paljon"), level: "LEVEL_SERIOUS" }],
          },
        },
      ]),
    ],
  };
  const answers = {
    answers: [
      { linkId: "pain", values: [{ boolean: false }] },
      { linkId: "where", values: [{ text: "hidden" }] },
      { linkId: "weight", values: [{ decimal: "71500000" }] },
      { linkId: "day", values: [{ date: "2026-11-28" }] },
    ],
  };
  await show(<Answers answers={answers} questionnaire={questionnaire} />);
  const pairs = () =>
    [...document.querySelectorAll("dl > div")].map((pair) => [...pair.children].map(({ textContent }) => textContent));
  expect(pairs()).toEqual([
    ["Onko kipua?", "Ei"],
    ["Paino", "71,5 kg"],
    ["Alkoi", "lauantai 28.11.2026"],
    ["Muuta", "Ei vastattu"],
    ["Pisteet", "71,5Paljon"],
  ]);
  // Levels are for those who have to act on them.
  await show(<Answers answers={answers} levels questionnaire={questionnaire} />);
  expect(pairs().at(-1)).toEqual(["Pisteet", "71,5PaljonVakava"]);
});
