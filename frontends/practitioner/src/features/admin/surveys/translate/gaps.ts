/** What a survey lacks in one language or another, and the way from one gap to the next. Pure. */
import { writtenLanguages } from "../../module/fields";
import { missingIn, type SurveyText, type Written } from "./texts";

/** A text in a language. */
export interface Spot {
  readonly id: string;
  readonly language: Written;
}

export const gapsOf = (texts: readonly SurveyText[]): readonly Spot[] =>
  texts.flatMap((text) => missingIn(text).map((language) => ({ id: text.id, language })));

/**
 * The next gap behind a place, and behind the last the first. `shown`: one language is before one's eyes, so that its gaps come before
 * those of the next language; otherwise they come text by text.
 */
export function gapAfter(
  texts: readonly SurveyText[],
  from: Spot | undefined,
  shown: Written | undefined,
): Spot | undefined {
  const rows = new Map(texts.map(({ id }, row) => [id, row]));
  const rank = (row: number, language: Written) => {
    const column = writtenLanguages.indexOf(language);
    return shown ? column * texts.length + row : row * writtenLanguages.length + column;
  };
  const rankOf = ({ id, language }: Spot) => rank(rows.get(id) ?? 0, language);
  const start = from ? rankOf(from) : shown ? rank(0, shown) - 1 : -1;
  const gaps = gapsOf(texts).toSorted((one, other) => rankOf(one) - rankOf(other));
  return gaps.find((gap) => rankOf(gap) > start) ?? gaps[0];
}

/** The name of its field. */
export const fieldName = ({ id, language }: Spot) => `translate.${id}.${language}`;

/** The field of this name. */
export function spotOf(name: string): Spot | undefined {
  const [, id, language] = /^translate\.(.+)\.([a-z]+)$/.exec(name) ?? [];
  const written = writtenLanguages.find((each) => each === language);
  return id !== undefined && written ? { id, language: written } : undefined;
}
