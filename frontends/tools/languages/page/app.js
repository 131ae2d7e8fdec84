// The page: loads the texts, shows those that fit the filters, and keeps the sums up to date.
import * as api from "./api.js";
import { onDrafts } from "./drafts.js";
import { filters, fits, goTo, startFilters } from "./filters.js";
import { startKeys } from "./keys.js";
import { progressTable } from "./progress.js";
import { makeRow } from "./row.js";

const [progress, table, shown, unsaved, status] = ["progress", "texts", "shown", "unsaved", "status"].map((id) =>
  document.querySelector(`#${id}`),
);
let data;
let rows = [];

function say(message) {
  status.textContent = message;
}

function showProgress() {
  progress.replaceChildren(progressTable(data, filters()));
}

/** A row that no longer fits after saving stays until the filters change: nothing moves under the translator's hands. */
function show() {
  const chosen = filters();
  const language = { code: chosen.language, ...data.languages[chosen.language] };
  rows = data.rows.filter((row) => fits(row, chosen)).map((row) => makeRow(row, language, data.states, saved));
  document.querySelector("#english").hidden = language.code === "en";
  Object.assign(document.querySelector("#language"), { textContent: language.name, lang: language.iso });
  if (rows[0]) rows[0].element.tabIndex = 0;
  table.tBodies[0].replaceChildren(...rows.map(({ element }) => element));
  shown.textContent = `${rows.length} of ${data.rows.filter((row) => row.translations[language.code]).length} texts`;
  showProgress();
}

function saved(counts, message) {
  if (counts) {
    data.counts = counts;
    showProgress();
  }
  say(message);
}

progress.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  goTo(link.getAttribute("href"));
  table.scrollIntoView();
});
document.querySelector("#reload").addEventListener("click", async () => {
  try {
    Object.assign(data, await api.texts());
    show();
    say("Reloaded; what you typed is kept.");
  } catch (refused) {
    say(refused.message);
  }
});
onDrafts((count) => {
  unsaved.textContent = count === 0 ? "" : `${count} unsaved`;
});
startKeys(table, () => rows);
try {
  data = await api.texts();
  startFilters(data, show);
} catch (refused) {
  say(refused.message);
}
