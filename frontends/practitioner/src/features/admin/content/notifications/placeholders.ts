/** Placeholders in the words of a notification: what may stand where, and what takes their place when it is sent. */
import { dateTimeText, type Language } from "@kajo/shared/i18n";
import type { Part } from "./values";

/** As the server finds them: lower-case letters, digits, hyphens and underscores between braces. */
const inBraces = /\{([a-z0-9_-]+)\}/g;

/** Where an address has a place: a subject leads nowhere, and what a device shows leads into the app by itself. */
const withLink: readonly Part[] = ["email", "sms"];

/** `names`: of the template. */
export const allowedIn = (part: Part, names: readonly string[]): readonly string[] =>
  withLink.includes(part) ? names : names.filter((name) => name !== "link");

/** How it is written. */
export const placeholder = (name: string) => `{${name}}`;

/** An address as long as they get: 80 characters. */
const sampleLink = "https://health-services.kajo.example/sample/0f8fad5b-d9cb-469f-a165-70867728950e";

/** What stands in their place in a preview. */
export const samplesIn = (language: Language): Readonly<Record<string, string>> => ({
  link: sampleLink,
  // As the server writes it: a blank that does not break is no letter of text messages.
  time: dateTimeText(language, new Date("2027-03-02T08:15:00Z")).replaceAll("\u00a0", " "),
});

interface Piece {
  /** Where it begins in the text as it is written. */
  readonly at: number;
  readonly text: string;
  readonly is: "words" | "filled" | "unknown";
}

/** A text with samples in the place of those placeholders that are allowed, in pieces. */
export function piecesOf(
  text: string,
  allowed: readonly string[],
  samples: Readonly<Record<string, string>>,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: written, 1: name = "", index } of text.matchAll(inBraces)) {
    if (index > at) pieces.push({ at, text: text.slice(at, index), is: "words" });
    const sample = allowed.includes(name) ? samples[name] : undefined;
    pieces.push({ at: index, text: sample ?? written, is: sample === undefined ? "unknown" : "filled" });
    at = index + written.length;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), is: "words" });
  return pieces;
}

/** The same in one text. */
export const filled = (...of: Parameters<typeof piecesOf>): string =>
  piecesOf(...of)
    .map(({ text }) => text)
    .join("");

/** What stands in these pieces between braces and is no placeholder, each once. */
export const unknownIn = (pieces: readonly Piece[]): readonly string[] => [
  ...new Set(pieces.filter(({ is }) => is === "unknown").map(({ text }) => text)),
];
