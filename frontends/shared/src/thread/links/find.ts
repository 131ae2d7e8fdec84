/** Addresses and telephone numbers in a text. Fetched with the first message that may hold one. */
import { findPhones } from "./phones";
import { findWeb } from "./web";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "phone"; readonly text: string; readonly href: string }
  | {
      readonly kind: "web";
      readonly text: string;
      readonly href: string;
      /** Where it leads, when the text does not show that by itself. */
      readonly host?: string;
      /** Which of the web addresses of the text it is: 1 is the first one. */
      readonly number: number;
    };

interface Found {
  readonly from: number;
  readonly to: number;
  readonly part: Part;
}

/** The text in parts, all of it and in its order. */
export function findLinks(text: string): readonly Part[] {
  const web = findWeb(text).map(({ from, to, url }, index): Found => {
    const shown = text.slice(from, to);
    const hidden = !shown
      .replace(/^https?:\/\//i, "")
      .toLowerCase()
      .startsWith(url.host);
    const host = hidden ? { host: url.host } : {};
    return { from, to, part: { kind: "web", text: shown, href: url.href, number: index + 1, ...host } };
  });
  const phones = findPhones(text)
    .filter(({ from, to }) => !web.some((link) => from < link.to && link.from < to))
    .map(({ from, to, href }): Found => ({ from, to, part: { kind: "phone", text: text.slice(from, to), href } }));
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to, part } of [...web, ...phones].sort((a, b) => a.from - b.from)) {
    if (from > at) parts.push({ kind: "text", text: text.slice(at, from) });
    parts.push(part);
    at = to;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}
