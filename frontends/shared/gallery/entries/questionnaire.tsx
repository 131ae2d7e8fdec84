import { Answers, Questionnaire } from "../../src/questionnaire";
import type { AnswersJson, ItemJson, QuestionnaireJson } from "../../src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import type { GalleryEntries } from "../entry";
import { Held, nothing } from "../held";

const said = (fi: string) => ({ texts: { fi } });
const option = (code: string, fi: string, more: object = {}) => ({ code, text: said(fi), ...more });
const today = "2026-11-28";
const whenInPain = {
  enableWhen: [{ linkId: "strength", operator: "OPERATOR_GREATER" as const, value: { integer: "0" } }],
};

const harm = (linkId: string, fi: string): ItemJson => ({
  linkId,
  type: "ITEM_TYPE_CHOICE",
  text: said(fi),
  required: true,
  options: [
    option("none", "Ei lainkaan", { ordinal: "0" }),
    option("some", "Jonkin verran", { ordinal: "1000000" }),
    option("much", "Paljon", { ordinal: "2000000" }),
  ],
});

const pain: QuestionnaireJson = {
  items: [
    {
      linkId: "pain",
      type: "ITEM_TYPE_GROUP",
      text: said("Kipu"),
      items: [
        {
          linkId: "intro",
          type: "ITEM_TYPE_DISPLAY",
          display: {
            fi: {
              blocks: [
                {
                  paragraph: {
                    content: [{ text: "Vastaa sen mukaan, millaista kipu on ollut viimeisen viikon aikana." }],
                  },
                },
              ],
            },
          },
        },
        {
          linkId: "strength",
          type: "ITEM_TYPE_INTEGER",
          text: said("Kuinka voimakasta kipu on ollut?"),
          hint: said("0 tarkoittaa, ettei kipua ole ollut, ja 10 pahinta mahdollista kipua."),
          required: true,
          min: "0",
          max: "10",
        },
        {
          linkId: "where",
          type: "ITEM_TYPE_OPEN_CHOICE",
          text: said("Missä kipua on?"),
          repeats: true,
          options: [
            option("back", "Selässä"),
            option("neck", "Niskassa tai hartioissa"),
            option("knees", "Polvissa"),
            option("nowhere", "En osaa sanoa", { exclusive: true }),
          ],
          ...whenInPain,
        },
        {
          linkId: "since",
          type: "ITEM_TYPE_DATE",
          text: said("Milloin kipu alkoi?"),
          dateLimit: "DATE_LIMIT_NOT_IN_FUTURE",
          ...whenInPain,
        },
      ],
    },
    {
      linkId: "life",
      type: "ITEM_TYPE_GROUP",
      text: said("Arki"),
      items: [
        {
          linkId: "weight",
          type: "ITEM_TYPE_DECIMAL",
          text: said("Paino"),
          unit: said("kg"),
          decimals: 1,
          min: "20000000",
          max: "350000000",
        },
        {
          linkId: "harms",
          type: "ITEM_TYPE_GROUP",
          text: said("Miten paljon kipu on haitannut"),
          items: [harm("sleep", "Nukkumista"), harm("work", "Työtä tai kotitöitä")],
        },
        {
          linkId: "harm",
          type: "ITEM_TYPE_SCORE",
          text: said("Haitta arjessa"),
          score: {
            kind: "SCORE_KIND_SUM",
            linkIds: ["sleep", "work"],
            shown: true,
            bands: [
              { from: "0", text: said("Vähäinen haitta"), level: "LEVEL_NORMAL" },
              { from: "2000000", text: said("Kohtalainen haitta"), level: "LEVEL_NOTABLE" },
              { from: "4000000", text: said("Suuri haitta"), level: "LEVEL_SERIOUS" },
            ],
          },
        },
        { linkId: "more", type: "ITEM_TYPE_TEXT", text: said("Mitä muuta haluat kertoa?"), maxLength: 1000 },
      ],
    },
  ],
};

const answers: AnswersJson = {
  answers: [
    { linkId: "strength", values: [{ integer: "6" }] },
    { linkId: "where", values: [{ code: "back" }, { other: "Vasemmassa ranteessa" }] },
    { linkId: "since", values: [{ date: "2026-09-14" }] },
    { linkId: "weight", values: [{ decimal: "71500000" }] },
    { linkId: "sleep", values: [{ code: "some" }] },
    { linkId: "work", values: [{ code: "much" }] },
  ],
};

const asked = (start: AnswersJson, items: QuestionnaireJson) => (
  <Held start={start}>
    {(held, change) => (
      <Questionnaire
        answers={held}
        onChange={change}
        onSend={nothing}
        questionnaire={items}
        sendLabel="Lähetä"
        today={today}
      />
    )}
  </Held>
);

export const entries: GalleryEntries = {
  Questionnaire: [
    { name: "first step, nothing answered", element: asked({}, pain) },
    { name: "first step, questions that follow", element: asked(answers, pain) },
    { name: "groups, a unit and a score", element: asked(answers, { items: pain.items?.slice(1) ?? [] }) },
  ],
  Answers: [
    { name: "as whoever answered reads them", element: <Answers answers={answers} questionnaire={pain} /> },
    {
      name: "half answered",
      element: <Answers answers={{ answers: answers.answers?.slice(0, 1) ?? [] }} questionnaire={pain} />,
    },
  ],
};
