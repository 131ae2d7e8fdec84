/**
 * Web addresses in a text. The server finds the same ones (`services/conversations/src/adapters/links/`) before a message is taken in and before
 * one is opened; `tests/vectors/links.json` of that service holds both to each other.
 */

export interface Web {
  readonly from: number;
  readonly to: number;
  readonly url: URL;
}

/** No flag for capitals: with it the long s of old print would be an s. */
const start = /(?<![\p{Alphabetic}\p{N}])[Hh][Tt][Tt][Pp][Ss]?:\/\/|(?<![\p{Alphabetic}\p{N}.@/:_-])[Ww][Ww][Ww]\./gu;

/** To the next blank or quotation mark. */
const run = /[^\p{White_Space}<>"`\u201c\u201d\u201e\u00ab\u00bb]*/uy;

/** Characters that nobody sees, or that turn the direction of reading; a backslash is a slash to browsers, and not to people. */
const misleading =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\\]/u;

/** Behind these there is this machine, or one beside it. */
const near = /(?:^|\.)(?:localhost|localdomain|local|internal|lan|home\.arpa)$/;

/** Greek, Cyrillic, Armenian and Cherokee letters have twins among the Latin ones. */
const twins = /[\u0370-\u058f\u13a0-\u13ff\u1c80-\u1c8f\u1f00-\u1fff\ua640-\ua69f\uab70-\uabbf]/u;

/** What may stand beside Latin letters in the name of a host: others of them, and their marks but for those that cross a letter out. */
const latinName = /^(?:[\p{ASCII}\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]|[\u0300-\u0333])*$/u;

const brackets: readonly (readonly [string, string])[] = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
];

export function findWeb(text: string): readonly Web[] {
  const found: Web[] = [];
  start.lastIndex = 0;
  for (let begin = start.exec(text); begin; begin = start.exec(text)) {
    run.lastIndex = begin.index;
    const whole = run.exec(text)?.[0] ?? "";
    const shown = trimmed(whole);
    const url = address(shown);
    if (url) found.push({ from: begin.index, to: begin.index + shown.length, url });
    // What is made to be misread is passed over whole.
    start.lastIndex = begin.index + whole.length;
  }
  return found;
}

/** Without what belongs to the sentence around it. */
function trimmed(whole: string): string {
  const unopened = new Map(brackets.map(([open, close]) => [close, count(whole, close) - count(whole, open)]));
  let end = whole.length;
  for (; end > 0; end--) {
    const last = whole.charAt(end - 1);
    const left = unopened.get(last);
    if (left === undefined ? !/[.,:;!?'*_~\u2019\u2026]/.test(last) : left <= 0) break;
    if (left !== undefined) unopened.set(last, left - 1);
  }
  return whole.slice(0, end);
}

const count = (text: string, character: string) => text.split(character).length - 1;

/** Letters of other writings, and signs beside slashes and points: a host that mixes them is made to be taken for another one. */
function isAlike(authority: string): boolean {
  const latin = /[a-z]/i;
  const mixes = (name: string) => latin.test(name) && !latinName.test(name);
  return (latin.test(authority) && twins.test(authority)) || authority.split(/[.\u3002\uff0e\uff61]/).some(mixes);
}

/** Where it leads: to a page of a named host. Whatever is made to be misread leads nowhere. */
function address(shown: string): URL | undefined {
  const full = /^www\./i.test(shown) ? `https://${shown}` : shown;
  const authority = /:\/\/([^/?#]*)/.exec(full)?.[1] ?? "";
  if (authority === "" || authority.includes("@") || isAlike(authority) || misleading.test(shown)) return undefined;
  try {
    const url = new URL(full);
    const isWeb = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return isWeb && isPublic(url.hostname) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** A name that others than this machine and its neighbours know. */
function isPublic(host: string): boolean {
  const name = host.replace(/\.$/, "");
  const isNumber = host.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(name);
  return name.includes(".") && !isNumber && !name.startsWith(".") && !name.includes("..") && !near.test(name);
}
