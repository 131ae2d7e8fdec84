/** Addresses and telephone numbers in a text. Fetched with the first message that may hold one. */
import { LinkifyIt } from "linkify-it";
import { findPhones } from "./phones";

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "phone"; readonly text: string; readonly href: string }
  | {
      readonly kind: "web";
      readonly text: string;
      readonly href: string;
      /** Where it leads, when the text does not show that by itself. */
      readonly host?: string;
    };

interface Found {
  readonly from: number;
  readonly to: number;
  readonly part: Part;
}

// Web addresses alone; what is written without a scheme only when it says `www.`: a missing blank makes no link.
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false });
for (const schema of ["ftp:", "mailto:", "//"]) linkify.add(schema, null);

/** The text in parts, all of it and in its order. */
export function findLinks(text: string): readonly Part[] {
  const web = findWeb(text);
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

function findWeb(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const { index, lastIndex, schema, text: shown } of linkify.match(text) ?? []) {
    if (schema === "" && !/^www\./i.test(shown)) continue;
    const url = parsed(schema === "" ? `https://${shown}` : shown);
    if (!url) continue;
    const plain = shown.replace(/^https?:\/\//i, "").toLowerCase();
    const hidden = !plain.startsWith(url.host);
    const part: Part = { kind: "web", text: shown, href: url.href, ...(hidden ? { host: url.host } : {}) };
    found.push({ from: index, to: lastIndex, part });
  }
  return found;
}

/** The address, when it leads to a page. One with a name before its host is made to be misread: no link. */
function parsed(text: string): URL | undefined {
  try {
    const url = new URL(text);
    const web = url.protocol === "https:" || url.protocol === "http:";
    return web && url.username === "" && url.password === "" ? url : undefined;
  } catch {
    return undefined;
  }
}
