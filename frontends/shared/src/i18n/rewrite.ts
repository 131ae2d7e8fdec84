/** The language in the path: routes are written once, without it. */
import type { Language } from "./languages";

/** For createRouter({ rewrite }): strips the language on the way in, puts it back on the way out. */
export function languageRewrite(language: Language) {
  return {
    input: ({ url }: { url: URL }) => {
      const [, first, ...rest] = url.pathname.split("/");
      if (first === language) url.pathname = `/${rest.join("/")}`;
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
  return canonical === "/" ? `/${language}/` : `/${language}${canonical}`;
}

/** The same page in another language. */
export function inOtherLanguage(path: string, from: Language, to: Language): string {
  const rest = path.startsWith(`/${from}`) ? path.slice(from.length + 1) : path;
  return pathIn(to, rest === "" ? "/" : rest);
}
