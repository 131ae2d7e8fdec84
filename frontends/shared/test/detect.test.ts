// @vitest-environment node
import { describe, expect, it } from "vitest";
import { detectLanguage, type Language, languageCookieLine, languageRewrite, languages, pathIn } from "../src/i18n";

const around = (part: Partial<Parameters<typeof detectLanguage>[0]>) =>
  detectLanguage({ path: "/", htmlLang: "", cookies: "", wishes: [], ...part }, languages);

describe("the language of a page", () => {
  it.each<[string, Parameters<typeof around>[0], Language]>([
    ["the path comes first", { path: "/sv/inbox", htmlLang: "fi", cookies: "lang=en", wishes: ["fi"] }, "sv"],
    ["then the html tag, which has the ISO code", { htmlLang: "se", cookies: "lang=en", wishes: ["fi"] }, "sme"],
    ["then the cookie", { cookies: "a=b; lang=smn; c=d", wishes: ["en"] }, "smn"],
    ["then the first wish that we have", { wishes: ["de-DE", "se-FI", "en"] }, "sme"],
    ["else Finnish", { wishes: ["de", "fr"] }, "fi"],
    ["an unknown language in the path is none", { path: "/de/inbox", cookies: "lang=en" }, "en"],
    ["a cookie of another name is none", { cookies: "xlang=en" }, "fi"],
  ])("%s", (_rule, part, expected) => {
    expect(around(part)).toBe(expected);
  });

  it("is one that the app offers", () => {
    expect(detectLanguage({ path: "/sme/", htmlLang: "", cookies: "", wishes: ["sv"] }, ["fi", "en", "sv"])).toBe("sv");
  });

  it("is remembered for every path, and not across sites", () => {
    expect(languageCookieLine("sme", true)).toBe("lang=sme; Path=/; SameSite=Lax; Max-Age=31536000; Secure");
  });
});

describe("the language in the path", () => {
  it.each(languages)("comes off and goes back on in %s", (language) => {
    const { input, output } = languageRewrite(language);
    for (const path of ["/", "/inbox", "/inbox/conversation/1/messages"]) {
      const outside = output({ url: new URL(path, "http://x") });
      expect(outside.pathname).toBe(path === "/" ? `/${language}/` : `/${language}${path}`);
      expect(input({ url: new URL(outside) }).pathname).toBe(path);
    }
  });

  it.each([
    ["fi", "/fi/lomakkeet"],
    ["sv", "/sv/enkater"],
    ["en", "/en/forms"],
    ["sme", "/sme/lomakkeet"],
    ["smn", "/smn/lomakkeet"],
    ["sms", "/sms/lomakkeet"],
  ] as const)("has its own word for forms in %s, and understands the others", (language, address) => {
    expect(pathIn(language, "/forms")).toBe(address);
    const { input } = languageRewrite(language);
    for (const word of ["forms", "lomakkeet", "enkater"]) {
      expect(input({ url: new URL(`/${language}/${word}`, "http://x") }).pathname).toBe("/forms");
    }
  });
});
