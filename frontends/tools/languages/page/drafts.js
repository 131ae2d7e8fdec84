// What was typed and not saved. It outlives its row: filters and other languages come and go.

const drafts = new Map();
const listeners = [];

function addressOf(row, language) {
  return `${language} ${row.app} ${row.key}`;
}

/** { text, state, source } or undefined. */
export function draftOf(row, language) {
  return drafts.get(addressOf(row, language));
}

/** Keeps a draft; undefined lets it go. */
export function keep(row, language, draft) {
  if (draft) drafts.set(addressOf(row, language), draft);
  else drafts.delete(addressOf(row, language));
  for (const listener of listeners) listener(drafts.size);
}

/** Told the number of drafts whenever one comes or goes. */
export function onDrafts(listener) {
  listeners.push(listener);
}

window.addEventListener("beforeunload", (event) => {
  if (drafts.size > 0) event.preventDefault();
});
