/** What a browser does to a page that it translates: it puts elements of its own in the place of texts. */

/** Whether it leaves a text as it is. */
function isLeft(text: Text): boolean {
  return (
    text.data.trim() === "" || text.parentElement?.closest("font, script, style, textarea, [translate=no]") !== null
  );
}

/** Puts every text that is there into `<font>`, with other words, as Google Translate does. */
export function translate(place: Element = document.body): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (isLeft(text)) continue;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = `«${text.data.trim()}»`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
