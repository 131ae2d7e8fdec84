/** Which language a page is in: path, html tag, cookie, navigator, in this order; else Finnish. */
import { defaultLanguage, type Language, languageConfig } from "./languages";

export interface Surroundings {
  readonly path: string;
  /** `<html lang>`; the gateway sets it only when the path names a language. */
  readonly htmlLang: string;
  /** document.cookie */
  readonly cookies: string;
  /** navigator.languages */
  readonly wishes: readonly string[];
}

export const languageCookie = "lang";

/** `offered`: the languages of this app. */
export function detectLanguage(around: Surroundings, offered: readonly Language[]): Language {
  const candidates = [pathLanguage(around.path), around.htmlLang, cookieLanguage(around.cookies), ...around.wishes];
  for (const candidate of candidates) {
    const language = match(candidate, offered);
    if (language) return language;
  }
  return defaultLanguage;
}

/** The language that the path names, if this app has it. */
export function languageOfPath(path: string, offered: readonly Language[]): Language | undefined {
  return offered.find((language) => language === pathLanguage(path));
}

function pathLanguage(path: string): string {
  return path.split("/")[1] ?? "";
}

function cookieLanguage(cookies: string): string {
  const prefix = `${languageCookie}=`;
  return (
    cookies
      .split(";")
      .map((cookie) => cookie.trim())
      .find((cookie) => cookie.startsWith(prefix))
      ?.slice(prefix.length) ?? ""
  );
}

/** Accepts our codes, ISO codes and regional ones: "se-FI" is Northern Sami. */
function match(tag: string, offered: readonly Language[]): Language | undefined {
  const primary = tag.toLowerCase().split("-")[0];
  return offered.find((language) => language === primary || languageConfig[language].iso === primary);
}

/** The cookie that remembers the language: a session needs no secret of it, so scripts may read it. */
export function languageCookieLine(language: Language, secure: boolean): string {
  const year = 365 * 24 * 60 * 60;
  return `${languageCookie}=${language}; Path=/; SameSite=Lax; Max-Age=${year}${secure ? "; Secure" : ""}`;
}
