// One text: what it says in Finnish and English, and the field in which it is translated. What was typed goes to the drafts at
// once, and stays in the field whatever the server answers.
import * as api from "./api.js";
import { make } from "./dom.js";
import { draftOf, keep } from "./drafts.js";

const pause = 300;

function about(row) {
  const placeholders = row.placeholders.map(({ name, kind }) => make("li", {}, make("code", {}, name), ` ${kind}`));
  return [
    make("code", { className: "key" }, row.key),
    make("span", { className: "app" }, row.app),
    ...(row.description ? [make("p", {}, row.description)] : []),
    ...(placeholders.length > 0
      ? [make("ul", { className: "placeholders", "aria-label": "Placeholders" }, ...placeholders)]
      : []),
  ];
}

function field(label, control) {
  return make("label", {}, `${label} `, control);
}

/**
 * @param language { code, name, iso } that is translated into
 * @param states those that a translator may choose
 * @param onSaved told the answer of the server, which has the new sums
 */
export function makeRow(row, language, states, onSaved) {
  const id = `${language.code}-${row.app}-${row.key}`;
  const translation = () => row.translations[language.code];
  const wish = () => ({ app: row.app, language: language.code, key: row.key, of: row.of, was: translation().text });
  let timer;

  /** Every row has these; by the name of its key a screen reader's list of buttons tells them apart. */
  const button = (label) => make("button", { type: "button", "aria-label": `${label}: ${row.key}` }, label);

  const text = make("textarea", {
    lang: language.iso,
    rows: 2,
    spellcheck: true,
    "aria-label": `${row.key} in ${language.name}`,
    "aria-describedby": `${id}-problems`,
  });
  const state = make(
    "select",
    { "aria-label": `State of ${row.key}`, "aria-describedby": `${id}-problems` },
    ...states.map((name) => new Option(name)),
  );
  const source = make("input", {
    type: "text",
    autocomplete: "off",
    "aria-label": `Source of ${row.key}`,
    "aria-describedby": `${id}-problems`,
  });
  const sourceField = field("Source", source);
  const badge = make("span");
  const problems = make("ul", { className: "problems", id: `${id}-problems` });
  const preview = make("dl", { className: "preview" });
  const saveButton = button("Save");
  const confirmButton = button("Confirm: it still fits");
  const revertButton = button("Revert");
  const actions = make(
    "div",
    { className: "actions" },
    badge,
    field("State", state),
    sourceField,
    saveButton,
    confirmButton,
    revertButton,
  );
  const element = make(
    "tr",
    { tabIndex: -1 },
    make("th", { scope: "row" }, ...about(row)),
    make("td", { lang: "fi" }, row.finnish),
    ...(language.code === "en" ? [] : [make("td", { lang: "en" }, row.translations.en?.text ?? "")]),
    make("td", { className: "edit" }, text, problems, preview, actions),
  );

  const saved = () => {
    const { text: was, state: stood, source: from } = translation();
    return { text: was ?? "", state: stood ?? "drafted", source: from ?? "" };
  };
  const typed = () => ({ text: text.value, state: state.value, source: source.value });
  const changed = () => JSON.stringify(typed()) !== JSON.stringify(saved());

  function fill(values) {
    text.value = values.text;
    state.value = values.state;
    source.value = values.source;
  }

  function showProblems(found) {
    problems.replaceChildren(...found.map(({ message }) => make("li", {}, message)));
    for (const [name, control] of Object.entries({ text, state, source })) {
      if (found.some((problem) => problem.field === name)) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  }

  function showState() {
    const { condition, state: stood } = translation();
    badge.className = `badge ${condition}`;
    badge.textContent = condition === "stale" ? `stale, was ${stood ?? "without state"}` : condition;
    confirmButton.hidden = condition !== "stale" || changed();
    revertButton.hidden = !changed();
    sourceField.hidden = state.value !== "attested";
    element.classList.toggle("unsaved", changed());
  }

  async function inspect() {
    const asked = text.value;
    if (asked === "" && !changed()) return showProblems([]);
    try {
      const answer = await api.check({ ...wish(), text: asked });
      if (asked !== text.value) return;
      showProblems(answer.problems.map((message) => ({ field: "text", message })));
      preview.replaceChildren(
        ...answer.preview.flatMap(({ number, text: example }) => [
          make("dt", {}, String(number)),
          make("dd", { lang: language.iso }, example),
        ]),
      );
    } catch (refused) {
      if (asked === text.value) showProblems(refused.problems);
    }
  }

  function edited() {
    keep(row, language.code, changed() ? typed() : undefined);
    showState();
    clearTimeout(timer);
    timer = setTimeout(inspect, pause);
  }

  async function send(work, sent, done) {
    clearTimeout(timer);
    saveButton.disabled = confirmButton.disabled = true;
    try {
      const answer = await work();
      row.translations[language.code] = answer.translation;
      // Typed on while the answer was under way: that is a draft over the new text.
      if (JSON.stringify(typed()) === JSON.stringify(sent)) fill(saved());
      keep(row, language.code, changed() ? typed() : undefined);
      showProblems([]);
      showState();
      onSaved(answer.counts, `${done}: ${row.key}`);
      return true;
    } catch (refused) {
      showProblems(refused.problems);
      onSaved(undefined, `Not saved: ${refused.message}`);
      const wrong = { text, state, source }[refused.problems[0].field] ?? text;
      wrong.focus();
      return false;
    } finally {
      saveButton.disabled = confirmButton.disabled = false;
    }
  }

  /** True when the text is on the disk. */
  async function save() {
    if (!changed() && translation().condition !== "stale" && translation().text !== null) return true;
    const sent = typed();
    return send(() => api.save({ ...wish(), ...sent }), sent, "Saved");
  }

  text.addEventListener("input", () => {
    // Other words are no longer those of the source, or those that somebody has read, unless the translator says so.
    const { text: was, state: stood } = saved();
    if (text.value === was) state.value = stood;
    else if (state.value === stood) state.value = "drafted";
    edited();
  });
  state.addEventListener("input", edited);
  source.addEventListener("input", edited);
  saveButton.addEventListener("click", save);
  confirmButton.addEventListener("click", async () => {
    if (await send(() => api.confirm(wish()), typed(), "Confirmed")) text.focus();
  });
  revertButton.addEventListener("click", () => {
    fill(saved());
    edited();
    text.focus();
  });

  fill(draftOf(row, language.code) ?? saved());
  showState();
  element.addEventListener("focusin", inspect, { once: true });

  return { element, text, save };
}
