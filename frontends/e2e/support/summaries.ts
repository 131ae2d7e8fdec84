/** What the language model was asked that summarises chats, as the simulators took it. */
import { topic } from "./people";
import { read } from "./stack";

/** A word that no other test writes, in letters alone: what looks like a number or a code is not sent. */
export const ownWord = (words: string): string =>
  topic(words)
    .replaceAll(" ", "")
    .replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");

/** All that it was asked about a chat in which a word stands, each request as a text. */
export async function askedAbout(word: string): Promise<readonly string[]> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/openai/requests`);
  if (!answer.ok) throw new Error(`the simulators answered ${answer.status}`);
  return ((await answer.json()) as readonly unknown[])
    .map((asked) => JSON.stringify(asked))
    .filter((asked) => asked.includes(word));
}
