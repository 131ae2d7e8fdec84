/** Names that people do not see: of items, and of options. */

const letters = "abcdefghijkmnpqrstuvwxyz23456789";
const length = 8;

/** A number from 0 on, below this one. */
export type Random = (below: number) => number;

export const random: Random = (below) => {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn % below;
};

/** A link ID that nothing of the survey has: drawn, so that it is none of an earlier version either. */
export function newLinkId(taken: ReadonlySet<string>, draw: Random): string {
  const drawn = Array.from({ length }, () => letters.charAt(draw(letters.length))).join("");
  return taken.has(drawn) ? newLinkId(taken, draw) : drawn;
}

const longest = 40;

/** The code of an option, made of its words; `taken` are those of the others. */
export function codeOf(words: string, taken: ReadonlySet<string>): string {
  const plain = words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
  const base = plain || "o";
  if (plain && !taken.has(base)) return base;
  for (let n = plain ? 2 : 1; ; n += 1) {
    const code = plain ? `${base}-${n}` : `${base}${n}`;
    if (!taken.has(code)) return code;
  }
}
