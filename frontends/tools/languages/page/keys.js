// Moving without a mouse: between rows, into the text of one, and on to the next after saving.

/** @param rows the rows as they are shown: [{ element, text, save }] */
export function startKeys(table, rows) {
  const indexOf = (target) => rows().findIndex(({ element }) => element.contains(target));

  function focusRow(index) {
    const row = rows()[index];
    if (!row) return;
    for (const { element } of rows()) element.tabIndex = -1;
    row.element.tabIndex = 0;
    row.element.focus();
    row.element.scrollIntoView({ block: "nearest" });
  }

  async function saveAndGoOn(index) {
    const next = rows()[index + 1];
    if ((await rows()[index].save()) && next) next.text.focus();
  }

  document.addEventListener("keydown", (event) => {
    const index = indexOf(event.target);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && index >= 0) {
      event.preventDefault();
      saveAndGoOn(index);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && index >= 0) return focusRow(index);
    // In a field these keys write; elsewhere they belong to the rows, or to the page while nothing has the focus.
    const onRow = rows()[index]?.element === event.target;
    if (!onRow && event.target !== document.body) return;
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step && (onRow || event.key === "j" || event.key === "k")) {
      event.preventDefault();
      focusRow(onRow ? index + step : 0);
    } else if (event.key === "Enter" && onRow) {
      event.preventDefault();
      rows()[index].text.focus();
    }
  });

  // Tab comes back to the row that was left.
  table.addEventListener("focusin", (event) => {
    const index = indexOf(event.target);
    for (const [at, { element }] of rows().entries()) element.tabIndex = at === index ? 0 : -1;
  });
}
