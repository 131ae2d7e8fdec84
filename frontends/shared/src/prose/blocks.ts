/** A long text as administrators write it: paragraphs with an empty line between them, "## " before a heading, "- " before points. */

export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly lines: readonly string[] }
  | { readonly kind: "list"; readonly points: readonly string[] };

export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let points: string[] = [];
  const close = () => {
    if (points.length > 0) blocks.push({ kind: "list", points });
    if (lines.length > 0) blocks.push({ kind: "paragraph", lines });
    [lines, points] = [[], []];
  };
  for (const line of text.split("\n").map((each) => each.trim())) {
    const heading = /^##\s+(.+)$/.exec(line)?.[1];
    const point = /^-\s+(.+)$/.exec(line)?.[1];
    if (line === "" || heading !== undefined || (point === undefined) !== (points.length === 0)) close();
    if (heading !== undefined) blocks.push({ kind: "heading", text: heading });
    else if (point !== undefined) points.push(point);
    else if (line !== "") lines.push(line);
  }
  close();
  return blocks;
}
