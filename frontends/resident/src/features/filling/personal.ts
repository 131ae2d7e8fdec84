/** What somebody writes where they should not say who they are, and that says it all the same: found to be asked about, not to be refused. */
import type { QuestionnaireProps } from "@kajo/shared/questionnaire";

type Questionnaire = QuestionnaireProps["questionnaire"];
type Item = NonNullable<Questionnaire["items"]>[number];
type Answers = QuestionnaireProps["answers"];
type Answer = NonNullable<Answers["answers"]>[number];

/** A personal identity code, whatever its check character: one that is mistyped says nearly as much. */
const code = /(?<![\p{L}\d])(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d{2} ?[-–+A-FU-Y] ?\d{3} ?[\dA-Y](?![\p{L}\d])/iu;

/** What may be a phone number: behind a plus, or from a zero on, with what people write between the digits. Dates have points. */
const phone = /(?<![\p{L}\d-])(?:\+\d|\(?0)(?:[\s()–-]{0,2}\d){6,14}(?![\p{L}\d])/u;

/** An e-mail address, wherever it stands in a sentence. */
const email = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@(?:[\p{L}\d-]+\.)+\p{L}{2,}/u;

/** Whether a text holds a personal identity code, a phone number or an e-mail address. */
export const isPersonal = (text: string): boolean => [code, phone, email].some((each) => each.test(text));

/** A form that asks for such a thing knows that it does. */
const askedFor: readonly (Item["format"] | undefined)[] = [
  "STRING_FORMAT_SSN",
  "STRING_FORMAT_PHONE",
  "STRING_FORMAT_EMAIL",
];

function itemsOf(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => [item, ...itemsOf(item.items ?? [])]);
}

/** The answers that hold such a text and were not asked for it. */
export function personalIn({ items = [] }: Questionnaire, { answers = [] }: Answers): readonly Answer[] {
  const known = new Set(
    itemsOf(items)
      .filter(({ format }) => askedFor.includes(format))
      .map(({ linkId = "" }) => linkId),
  );
  return answers.filter(({ linkId = "", values = [] }) => {
    const isWritten = values.some(({ text = "", other = "" }) => isPersonal(text) || isPersonal(other));
    return isWritten && !known.has(linkId);
  });
}
