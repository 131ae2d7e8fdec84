// Which rows are shown. The choice stands in the address bar, so that it can be sent and survives a reload.
import { draftOf } from "./drafts.js";

const form = document.querySelector("#filters");
const fields = ["language", "app", "state", "q"];
/** More than the states: what has been typed and not saved. */
const unsaved = "unsaved";

function options(select, values) {
  select.replaceChildren(
    ...values.map(([value, label, lang = ""]) => Object.assign(new Option(label, value), { lang })),
  );
}

/** Fills the choices and takes over what the address says. */
export function startFilters({ languages, conditions, rows }, onChange) {
  options(
    form.elements.language,
    Object.entries(languages)
      .filter(([code]) => code !== "fi")
      .map(([code, { name, iso }]) => [code, `${name} (${code})`, iso]),
  );
  options(form.elements.app, [["", "all"], ...[...new Set(rows.map(({ app }) => app))].map((app) => [app, app])]);
  options(form.elements.state, [["", "all"], ...[...conditions, unsaved].map((name) => [name, name])]);
  const follow = () => {
    const address = new URLSearchParams(location.search);
    for (const name of fields) {
      const field = form.elements[name];
      const value = address.get(name) ?? "";
      const allowed = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value);
      field.value = allowed && value ? value : (field.options?.[0].value ?? "");
    }
    onChange();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    history.replaceState(null, "", addressOf(filters()));
    onChange();
  });
  window.addEventListener("popstate", follow);
  follow();
}

/** { language, app, state, q } as chosen. */
export function filters() {
  return Object.fromEntries(fields.map((name) => [name, form.elements[name].value]));
}

export function addressOf(chosen) {
  return `?${new URLSearchParams(Object.entries(chosen).filter(([, value]) => value))}`;
}

/** Goes where a link of the progress table leads, without a new page that would lose what was typed. */
export function goTo(address) {
  history.pushState(null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Whether a row is to be shown. */
export function fits(row, { language, app, state, q }) {
  const translation = row.translations[language];
  if (!translation || (app && row.app !== app)) return false;
  const draft = draftOf(row, language);
  if (state === unsaved ? !draft : state && translation.condition !== state) return false;
  const haystack = [row.key, row.finnish, row.translations.en?.text, translation.text, draft?.text];
  return haystack.some((text) => text?.toLowerCase().includes(q.toLowerCase()));
}
