/** What could not be loaded is said on its page in every language, with why; in the browser it is shown in two (e2e/tests/messages.test.ts). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languages } from "../../shared/src/i18n";
import { Code } from "../../shared/src/rpc/transport";
import { fails, id, open, until } from "./open";

type Texts = Readonly<Record<string, { readonly defaultMessage: string } | undefined>>;

/** The texts of a language as translators wrote them. */
function textsOf(language: string): (key: string) => string {
  const files = ["../../shared/lang", "../lang"].map((folder) => join(import.meta.dirname, folder, `${language}.json`));
  const texts = Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Texts)) as Texts;
  return (key) => {
    const text = texts[key]?.defaultMessage;
    if (!text) throw new Error(`${language} has no ${key}`);
    return text;
  };
}

/** A call, the page that cannot do without its answer, and the text that says so. */
const calls = [
  ["ListMyConversations", "/inbox", "failed.ListMyConversations"],
  ["ListMyConversations", "/", "landing.upcoming.failed"],
  ["GetConversation", `/inbox/conversation/${id}/messages`, "failed.GetConversation"],
  ["ListCategories", "/inbox/new", "failed.ListCategories"],
  ["ListFormCategories", "/applications", "failed.ListFormCategories"],
  ["GetPublicForm", "/forms/palaute", "failed.GetPublicForm"],
  ["GetPublicForm", "/feedback", "failed.GetPublicForm"],
  ["GetAssessment", `/triage/${id}`, "failed.GetAssessment"],
] as const;

const unavailable = fails(Code.unavailable);

it.each(languages.flatMap((language) => calls.map((each) => [language, ...each] as const)))(
  "says in %s that %s failed on %s",
  async (language, failing, path, key) => {
    const text = textsOf(language);
    await open(path, ({ method }) => (method === failing ? unavailable() : new Promise(() => {})), language);
    const said = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join();
    await until(() => expect(said()).toContain(text(key)));
    expect(said()).toContain(text("error.code.14"));
  },
);
