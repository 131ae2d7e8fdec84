/** The language in the path: routes are written once, without it and with English words. */
import { type Language, languages } from "./languages";

/** First words of paths that differ by language (NAV-02). */
const localWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  forms: {
    fi: "lomakkeet",
    en: "forms",
    sv: "enkater",
    sme: "lomakkeet",
    smn: "lomakkeet",
    sms: "lomakkeet",
  },
};

/** For createRouter({ rewrite }): strips the language on the way in, puts it back on the way out. */
export function languageRewrite(language: Language) {
  return {
    input: ({ url }: { url: URL }) => {
      url.pathname = canonicalPath(language, url.pathname);
      return url;
    },
    output: ({ url }: { url: URL }) => {
      url.pathname = pathIn(language, url.pathname);
      return url;
    },
  };
}

/** The address of a route (canonical path) in a language. */
export function pathIn(language: Language, canonical: string): string {
  if (canonical === "/") return `/${language}/`;
  const [, first = "", ...rest] = canonical.split("/");
  return ["", language, localWords[first]?.[language] ?? first, ...rest].join("/");
}

/** An address of any language (path, search and hash) in this one. */
export function addressIn(language: Language, address: string): string {
  const end = address.search(/[?#]|$/);
  const path = address.slice(0, end);
  const its = languages.find((each) => each === path.split("/")[1]);
  return (its ? pathIn(language, canonicalPath(its, path)) : path) + address.slice(end);
}

/** The route behind an address. A word of another language is understood too: people shorten and mix addresses. */
function canonicalPath(language: Language, path: string): string {
  const [, first, ...rest] = path.split("/");
  if (first !== language) return path;
  const [word = "", ...below] = rest;
  const canonical = Object.keys(localWords).find((key) => languages.some((each) => localWords[key]?.[each] === word));
  return `/${[canonical ?? word, ...below].join("/")}`;
}
