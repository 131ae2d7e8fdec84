// How far each language is: a bar and the sums, each a link to its texts.
import { make } from "./dom.js";
import { addressOf } from "./filters.js";

/** Over the apps together, or over the one that is chosen. */
function sums(counts, language, conditions, app) {
  const ours = counts.filter((count) => count.language === language && (!app || count.app === app));
  return conditions.map((condition) => [condition, ours.reduce((sum, { counts: count }) => sum + count[condition], 0)]);
}

function bar(shares, total) {
  const element = make("div", { className: "progress", "aria-hidden": "true" });
  for (const [condition, count] of shares.filter(([, share]) => share > 0)) {
    const part = make("span", { className: condition });
    part.style.width = `${(100 * count) / total}%`;
    element.append(part);
  }
  return element;
}

/** The table over all languages that the chosen app has. */
export function progressTable({ languages, conditions, counts }, { app, language: chosen }) {
  const head = ["Language", "Progress", ...conditions, "all"].map((name) => make("th", { scope: "col" }, name));
  const body = make("tbody");
  for (const [code, { name, iso }] of Object.entries(languages)) {
    const shares = sums(counts, code, conditions, app);
    const total = shares.reduce((sum, [, count]) => sum + count, 0);
    if (total === 0) continue;
    const cells = shares.map(([condition, count]) => {
      const link = make(
        "a",
        {
          href: addressOf({ language: code, app, state: condition }),
          "aria-label": `${count} ${condition} in ${name}`,
        },
        String(count),
      );
      return make("td", {}, count > 0 ? link : "0");
    });
    const all = make(
      "a",
      { href: addressOf({ language: code, app }) },
      make("span", { lang: iso }, name),
      ` (${code})`,
    );
    if (code === chosen) all.setAttribute("aria-current", "true");
    body.append(
      make(
        "tr",
        {},
        make("th", { scope: "row" }, all),
        make("td", {}, bar(shares, total)),
        ...cells,
        make("td", {}, `${total}`),
      ),
    );
  }
  const caption = make("caption", { className: "hidden" }, "Number of texts by language and state");
  return make("table", { className: "sums" }, caption, make("thead", {}, make("tr", {}, ...head)), body);
}
